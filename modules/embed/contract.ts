import { z } from 'zod'

/** The origins of the sites that may frame a page, and the appearance that the framing site requests, as a query. */
export type Embedded = Readonly<{ sites: readonly string[]; appearance: string }>

/** A framed page's appearance: its style rules, and the nonce that allows them. */
export type Appearance = Readonly<{ theme: 'auto' | 'light' | 'dark'; rules: string; nonce: string }>

/** A site that tried to frame a page without being on the network's list; `lastAt`: the last attempt. */
export const RefusedSite = z.object({ origin: z.string().meta({ example: 'https://grace.example' }), lastAt: z.iso.datetime() })
export const RefusedSites = z.object({ data: z.array(RefusedSite) })
export type RefusedSites = z.infer<typeof RefusedSites>
export type RefusedSite = z.infer<typeof RefusedSite>
