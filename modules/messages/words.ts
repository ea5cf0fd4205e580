import type { Language } from '../kernel/language.ts'
import type { MethodName } from '../kernel/payment-methods.ts'
import { es } from './words-es.ts'

/** What the mails to payors say. Amounts and days arrive as they are shown. */
export const en = {
  dear: (name: string) => `Dear ${name},`,
  due: (day: string) => `due ${day}`,
  dueToday: 'due today',
  overdueSince: (day: string) => `overdue since ${day}`,
  /** As the caption of an amount. */
  captions: { due: (day: string) => `Due ${day}`, open: (bills: number) => `open in ${bills} bills`, received: 'received' },
  /** How a payor pays without card, in a sentence. */
  methods: {
    Credit: 'by card',
    ACH: 'by ACH transfer',
    Wire: 'by wire',
    Zelle: 'by Zelle',
    PayPal: 'with PayPal',
    Venmo: 'with Venmo',
    CashApp: 'with Cash App',
    Check: 'by check',
  } satisfies Record<MethodName, string>,
  viewAndPay: 'View and pay',
  viewBill: 'View your bill',
  viewAll: 'See all of them',
  bill: {
    subject: (program: string, amount: string, day: string) => `${program}: ${amount} due ${day}`,
    preview: (program: string, amount: string, day: string) => `${amount} for ${program}, due ${day}. No account needed.`,
    text: (program: string) => `Here is your bill for ${program}.`,
    closing: (methods: string, code: string) =>
      `No account needed. ${methods ? `You can pay ${methods}; if` : 'If'} you have paid already, tell us there with 'I have sent this payment'. The code of this bill is ${code}.`,
    reason: (address: string, network: string) => `This bill was sent to ${address} for ${network}.`,
  },
  reminder: {
    subject: (program: string, when: string) => `Reminder: ${program}, ${when}`,
    subjectOfMany: (total: string, bills: number) => `Reminder: ${total} in ${bills} bills`,
    text: (program: string) => `Your bill for ${program} is still open.`,
    textOfMany: 'These bills are still open:',
    closing: 'If you have paid already, thank you: you need not do anything.',
    reason: (address: string, network: string) => `This reminder was sent to ${address} for ${network}.`,
  },
  receipt: {
    subject: (program: string, amount: string) => `Receipt: ${amount} for ${program}`,
    text: (program: string, amount: string) => `Thank you: we received ${amount} for ${program}.`,
    stillOpen: (sums: string, day: string) => `${sums}, due ${day}.`,
    paidInFull: 'This bill is paid in full.',
    proof: 'Proof that this payment is in the books',
  },
  claimReceived: {
    subject: (program: string) => `We noted your payment for ${program}`,
    text: (program: string, amount: string) => `You told us that you sent ${amount} for ${program}. We confirm it as soon as it arrives.`,
  },
  claimNotReceived: {
    subject: (program: string) => `We have not received your payment for ${program}`,
    text: (program: string) => `You told us that you sent a payment for ${program}, but it has not arrived.`,
    open: (sums: string, day: string) => `${sums}, due ${day}.`,
  },
  questions: (contact: string) => `Questions? ${contact}`,
  reason: (address: string, network: string) => `This mail was sent to ${address} for ${network}.`,
  stopReminders: (network: string) => `Stop reminders of ${network}`,
}
export type Words = typeof en

export const words: Record<Language, Words> = { en, es }
