import { z } from 'zod'

/** A network's contact for payors (R24). */
export const Contact = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
})
export type Contact = z.infer<typeof Contact>
