import type { Language } from '../kernel/language.ts'
import { inMailEn, paidByEn } from '../shared/method-words-en.ts'
import { changesEn } from './change-words.ts'
import { es } from './words-es.ts'

/** The texts of mails to payors. Amounts and days are passed in as text. */
export const en = {
  dear: (name: string) => `Dear ${name},`,
  due: (day: string) => `due ${day}`,
  dueToday: 'due today',
  overdueSince: (day: string, days: number) => `overdue since ${day} (${days === 1 ? '1 day' : `${days} days`})`,
  /** The words before an amount. */
  captions: { open: (bills: number) => `Open in ${bills} bills`, received: 'Received', sent: 'Sent, not confirmed yet' },
  /** The names of ways to pay, within a sentence. */
  methods: inMailEn,
  paidBy: paidByEn,
  severalBills: (bills: number) => `${bills} bills`,
  viewAndPay: 'View and pay',
  viewBill: 'View your bill',
  payTogether: 'Pay all together',
  bill: {
    subject: (program: string, amount: string, when: string) => `${program}: ${amount} ${when}`,
    preview: (program: string, amount: string, when: string) => `${amount} for ${program}, ${when}. No account needed.`,
    text: (program: string) => `Here is your bill for ${program}.`,
    closing: (methods: string, code: string) => `No account needed. ${methods ? `You can pay ${methods}. ` : ''}The bill code is ${code}.`,
    /** Shown if money can be sent by hand. It uses the words of the pay page. */
    alreadySent: "If you have already sent the money, open the bill and check 'I have sent this payment'.",
    reason: (address: string, network: string) => `This bill was sent to ${address} for ${network}.`,
  },
  reminder: {
    subject: (program: string, when: string) => `Reminder: ${program}, ${when}`,
    subjectOfMany: (total: string, bills: number) => `Reminder: ${total} in ${bills} bills`,
    text: (program: string) => `Your bill for ${program} is still open.`,
    textOfMany: 'These bills are still open:',
    closing: 'If you have already paid, thank you. You do not need to do anything.',
    /** Shown if money can be sent by hand. It uses the words of the pay page. */
    alreadySent: "Already sent it? Thank you! Open the bill and check 'I have sent this payment', so that the treasurer can look for it.",
    alreadySentSome: "Already sent a payment? Thank you! Open that bill and check 'I have sent this payment', so that the treasurer can look for it.",
    reason: (address: string, network: string) => `This reminder was sent to ${address} for ${network}.`,
  },
  receipt: {
    subject: (program: string, amount: string) => `Receipt: ${amount} for ${program}`,
    text: (program: string, amount: string) => `Thank you: we received ${amount} for ${program}.`,
    /** `next`: the next part of a plan, which takes the place of the bill's own day. */
    stillOpen: (sums: string, when: string, next?: string) => (next ? `${sums}. ${next}.` : `${sums}, ${when}.`),
    paidInFull: 'This bill is paid in full.',
    number: 'Receipt number',
    day: 'Date',
    method: 'Paid by',
    reference: 'Reference',
    bill: 'Bill',
    payor: 'Received from',
    view: 'View your receipt',
    proof: 'Proof that this payment is in the books',
    /** For guests, whose name is unknown. */
    hello: 'Hello,',
    reason: (address: string, network: string) =>
      `This receipt was sent to ${address} for ${network}, because this address was entered with the payment. We do not use it for anything else.`,
  },
  claimReceived: {
    subject: (program: string) => `You marked your payment for ${program} as sent`,
    text: (program: string) => `You told us that you sent your payment for ${program}. We will confirm it as soon as it arrives.`,
    mistake: 'If you have not sent it after all, use the link below, and the bill will be open again.',
    takeBack: 'I have not sent it',
  },
  claimNotReceived: {
    subject: (program: string) => `We have not received the payment for ${program}`,
    text: (program: string) => `We were told that a payment for ${program} was sent, but it has not arrived.`,
    askBank: 'If you sent it, please check with your bank or in your payment app, or reply to this e-mail and tell us when and how you sent it.',
  },
  changes: changesEn,
  questions: (contact: string) => `Questions? ${contact}`,
  reason: (address: string, network: string) => `This e-mail was sent to ${address} for ${network}.`,
  stopReminders: (network: string) => `Stop reminders from ${network}`,
}
export type Words = typeof en

export const words: Record<Language, Words> = { en, es }
