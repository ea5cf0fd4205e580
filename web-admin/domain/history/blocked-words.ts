import type { QuarantinedEvent, Unfolded } from '../../../modules/audit/contract.ts'
import { formatMinuteOf } from '../api/network-clock.ts'

/** The data that each read model shows. */
const shows: Readonly<Record<string, string>> = {
  ledger: 'bills, payments and all figures',
  members: 'payors',
  programs: 'programs and campaigns',
  'payment-profiles': 'payment profiles',
  networks: 'networks with their settings and people',
  messages: 'mails',
  payouts: 'payouts',
  autopay: 'autopay',
  deposits: 'deposits',
  banking: 'bank lines',
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })
const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** 'Bills, payments and all figures' */
export const shownBy = (projections: readonly string[]): string => capital(listed.format(projections.map((name) => shows[name] ?? name)))

/** 'Payors are shown as of Mar 12, 2026, 4:15 PM.' */
export const asOfWords = ({ projection, asOf }: Unfolded['shown'][number]): string =>
  `${shownBy([projection])} are shown as of ${formatMinuteOf(asOf)}.`

/** Advice for an Admin, by the beginning of the event's type. */
const corrections: readonly (readonly [begins: RegExp, words: string])[] = [
  [/^BillIssued/, 'If it is owed, make the bill again: open the program, and add the payor to it by hand.'],
  [/^(BillAmountChanged|BillAdjusted)/, 'If the amount should differ, open the bill and use Adjust amount.'],
  [/^PaymentRecorded/, 'If the money came in, open the bill and use Record receipt.'],
  [/^(PaymentReversed|CreditTakenBack)/, 'If the payment did not hold, open the bill and reverse it again.'],
  [/^(PaymentRefunded|RefundFailed|PaymentDisputed|Dispute)/, 'Compare the bill with Stripe, and correct it with Adjust amount or a receipt.'],
  [/^Credit/, 'Open both bills, and apply or take back the credit again.'],
  [/^(PaymentClaim|PaymentNotReceived)/, 'All figures are complete. Once the money is there, open the bill and use Record receipt.'],
  [/^Bill/, 'Open the bill, and archive it or bring it back again.'],
  [/^(Payment(Attempt|Intent|Fee)|Debit|Refund)/, 'Look at the payment in Stripe. If the money came in, open the bill and use Record receipt.'],
  [/^(PaymentProfile|Stripe)/, 'Open Settings, Payments, and save the profile again.'],
  [/^(Program|Campaign)/, 'Open the program, and make the change again.'],
  [/^Member|^Payor|^Upload/, 'Open the payor and make the change again, or upload the file again: nobody is registered twice.'],
  [/^(Network|TemporaryRole|Person|Invitation)/, 'Open Settings, and make the change to the network or its people again.'],
  [/^(Message|Run|Reminders)/, 'All figures are complete. Send the mail again from the program, if it is still wanted.'],
  [/^Payout/, 'Open Payouts, and compare with Stripe. This loads the payout again.'],
]

export const correctionOf = ({ type }: Pick<QuarantinedEvent, 'type'>): string =>
  corrections.find(([begins]) => begins.test(type))?.[1] ?? 'Open the page of what changed, and make the change again if it is missing.'
