import { z } from 'zod'

/** The sites that may frame a page, by origin, and the look that its site asked for, as a query. */
export type Embedded = Readonly<{ sites: readonly string[]; look: string }>

/** How a framed page looks: style rules of its own, and the nonce that allows them. */
export type Look = Readonly<{ theme: 'auto' | 'light' | 'dark'; rules: string; nonce: string }>

/** A site that asked for a frame and is not on the network's list; `lastAt`: when it last did. */
export const RefusedSite = z.object({ origin: z.string().meta({ example: 'https://grace.example' }), lastAt: z.iso.datetime() })
export const RefusedSites = z.object({ data: z.array(RefusedSite) })
export type RefusedSites = z.infer<typeof RefusedSites>
export type RefusedSite = z.infer<typeof RefusedSite>
