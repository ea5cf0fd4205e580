import type { Language } from '../../modules/kernel/language.ts'
import { onPaperEn, paperFieldsEn } from '../../modules/shared/method-words-en.ts'
import { es } from './words-es.ts'

/** The texts on paper. Amounts and days are formatted already. */
export const en = {
  bill: 'Bill',
  receipt: 'Receipt',
  paid: 'Paid',
  facts: { code: 'Code', period: 'Period', issued: 'Issued', due: 'Due' },
  items: {
    adjustments: 'Adjustments',
    payment: 'Payment received',
    otherPayments: (payments: number) => (payments === 1 ? '1 earlier payment' : `${payments} earlier payments`),
    credit: 'Credit from another bill',
    waived: 'Waived',
    receipt: (number: string) => `Receipt ${number}`,
    of: (amount: string) => `of ${amount}`,
  },
  open: (day: string) => `Open, due ${day}`,
  overdue: (day: string) => `Open, overdue since ${day}`,
  openNow: 'Open',
  notes: {
    archived: 'This bill has been archived. Nothing is due.',
    claimed: 'You told us that you sent this payment. We will confirm it when it arrives. You do not need to do anything else.',
    claimedPart: (amount: string) => `You told us that you sent ${amount}. We will confirm it when it arrives. You do not need to do anything else.`,
    debit: 'We have asked your bank for the money. You do not need to do anything else.',
    unavailable: 'We are not accepting payments for this at the moment.',
    noMethods: 'Please ask us how to pay.',
  },
  howToPay: 'How to pay',
  memo: 'Write this in the memo or note of your payment, so that we can find it',
  methods: onPaperEn,
  fields: paperFieldsEn,
  received: { cash: 'Cash', other: 'Other', credit: 'Credit card' },
  online: {
    card: 'To pay on your phone or computer, also by card, scan the square code or open',
    all: 'To pay on your phone or computer, scan the square code or open',
    picture: 'QR code of the pay link',
    look: 'To see this bill online, scan the square code or open',
  },
  receiptOf: {
    number: 'Receipt number',
    day: 'Date',
    received: 'Received',
    refunded: 'Refunded',
    takenBack: 'Reversed',
    paidInFull: 'This bill is paid in full.',
    /** `next`: the next part of a plan, which takes the place of the bill's own day. */
    stillOpen: (open: string, day: string, next?: string) => `${open} of this bill is still open${next ? `. ${next}` : `, due ${day}`}.`,
    kept: (credit: string) => `${credit} of this payment is kept as credit for your next bill.`,
    look: 'To see this receipt online, scan the square code or open',
    picture: 'QR code of the link to the receipt',
    method: 'Paid by',
    reference: 'Reference',
    page: 'Page',
    pageOf: (page: number, pages: number) => `${page} of ${pages}`,
    credit: 'Kept as credit',
    continued: (bills: number) => `Continued on the next page. This payment is for ${bills} bills.`,
  },
  depositOf: {
    title: 'Deposit slip',
    account: 'Account',
    count: 'Checks and cash',
    check: (number: string) => `Check ${number}`.trim(),
    cash: 'Cash',
    total: 'Total',
    notClosed: 'This deposit is not closed yet.',
    reason: 'Difference explained',
  },
  slip: {
    cut: 'Cut off here and send this part with your check',
    to: 'Mail to',
    ask: 'For',
    payor: 'Payor',
    code: 'Code',
    program: 'For',
    open: 'Amount open',
    enclosed: 'Amount enclosed',
    payableTo: 'Check payable to',
  },
  unprintable: 'Some letters cannot be printed and are shown as "?". The bill code identifies this bill.',
}
export type Words = typeof en

export const words: Record<Language, Words> = { en, es }
