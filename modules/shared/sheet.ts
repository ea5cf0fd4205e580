import { z } from 'zod'
import { Language } from './api.ts'

const Named = z.object({ label: z.string(), value: z.string() })
export type Named = z.infer<typeof Named>

/**
 * Everything that a bill's sheet says, in the order in which it says it. The page that is printed and the PDF are both drawn from this and add
 * no word and no figure.
 */
export const Sheet = z.object({
  language: Language,
  /** 'Bill', or 'Receipt' once nothing is open. */
  title: z.string(),
  code: z.string().nullable(),
  network: z.string().nullable(),
  /** The network's postal address, line by line, and whom payors may ask. */
  address: z.array(z.string()),
  contact: z.array(z.string()),
  payor: z.array(z.string()),
  facts: z.array(Named),
  /** What is owed, changed and paid, one line each. */
  items: z.array(z.object({ label: z.string(), detail: z.string().nullable(), amount: z.string() })),
  /** What is left of it. */
  open: Named.nullable(),
  /** 'Paid'. */
  stamp: z.string().nullable(),
  /** Why nothing is asked for. */
  note: z.string().nullable(),
  pay: z
    .object({
      heading: z.string(),
      memo: Named,
      methods: z.array(z.object({ name: z.string(), steps: z.string(), details: z.array(Named) })),
    })
    .nullable(),
  /** The bill's own page, in words and as a QR code, and what that picture is. */
  online: z.object({ text: z.string(), url: z.string(), picture: z.string() }).nullable(),
  /** To cut off and send along with a check. */
  slip: z
    .object({ cut: z.string(), to: z.object({ label: z.string(), lines: z.array(z.string()) }), rows: z.array(Named), enclosed: z.string() })
    .nullable(),
  /** Said where the typeface of a file lacks letters. */
  unprintable: z.string(),
})
export type Sheet = z.infer<typeof Sheet>
