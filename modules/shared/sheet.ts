import { z } from 'zod'
import { Language } from './api.ts'

const Named = z.object({ label: z.string().meta({ example: 'Due' }), value: z.string().meta({ example: 'Jun 30, 2026' }) })
export type Named = z.infer<typeof Named>

/** The content of a bill's sheet, in reading order. The printed page and the PDF, drawn from this, add no text. */
export const Sheet = z.object({
  language: Language,
  /** 'Bill', or 'Receipt' once nothing is open. */
  title: z.string().meta({ example: 'Bill' }),
  code: z.string().nullable(),
  network: z.string().nullable(),
  /** The network's postal address, line by line, and its contact for payors. */
  address: z.array(z.string()).meta({ example: ['PO Box 12, Duluth MN 55801'] }),
  contact: z.array(z.string()).meta({ example: ['office@synod.example'] }),
  payor: z.array(z.string()),
  facts: z.array(Named),
  /** Amounts owed, changed and paid, one line each. */
  items: z.array(
    z.object({
      label: z.string().meta({ example: 'Due' }),
      detail: z.string().nullable().meta({ example: null }),
      amount: z.string().meta({ example: '$120.00' }),
    }),
  ),
  /** The balance. */
  open: Named.nullable(),
  /** Present if the bill has a payment plan and asks for money: the next part, with its day and amount. */
  next: Named.optional(),
  /** The word 'Paid'; null for a bill with a balance. */
  stamp: z.string().nullable().meta({ example: null }),
  /** Why the sheet asks for no payment. */
  note: z.string().nullable().meta({ example: '' }),
  pay: z
    .object({
      heading: z.string().meta({ example: 'How to pay' }),
      memo: Named,
      methods: z.array(
        z.object({
          name: z.string().meta({ example: 'Check' }),
          steps: z.string().meta({ example: 'Make the check out to Synod of the Lakes.' }),
          details: z.array(Named),
        }),
      ),
    })
    .nullable(),
  /** The bill's own page, in words and as a QR code, with the picture's description. */
  online: z.object({ text: z.string().meta({ example: 'Pay online' }), url: z.string(), picture: z.string().meta({ example: '<svg/>' }) }).nullable(),
  /** The slip that the payor cuts off and sends with a check. */
  slip: z
    .object({
      cut: z.string().meta({ example: 'Cut here' }),
      to: z.object({ label: z.string().meta({ example: 'Due' }), lines: z.array(z.string()).meta({ example: ['Synod of the Lakes'] }) }),
      rows: z.array(Named),
      enclosed: z.string().meta({ example: 'Amount enclosed' }),
    })
    .nullable(),
  /** The sentence that is shown if the PDF's typeface lacks some letters of the sheet. */
  unprintable: z.string().meta({ example: '' }),
})
export type Sheet = z.infer<typeof Sheet>
