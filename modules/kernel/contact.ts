import { z } from 'zod'

/** Whom payors of a network may ask (R24). */
export const Contact = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
})
export type Contact = z.infer<typeof Contact>
