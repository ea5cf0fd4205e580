type Mail = Readonly<{
  /** The name of the kind, as Admins see it. */
  label: string
  /** The changes that the mail reports, and for each the bill events that can cause it (R92). */
  reports?: Readonly<Record<string, readonly string[]>>
  /** The changes move no money of the payor's, so payors who got no mail about the bill get none about them. */
  onlyOnceMailed?: true
}>

/** The kinds of mails to payors, by purpose. The log contains purposes and changes: only add to them. */
const mails = {
  bill: { label: 'Bill' },
  reminder: { label: 'Reminder' },
  receipt: { label: 'Receipt' },
  'guest-receipt': { label: 'Receipt for whoever paid' },
  'claim-received': { label: 'Payment noted' },
  'claim-not-received': { label: 'Payment not received' },
  'debit-returned': { label: 'Bank debit returned', reports: { 'debit-returned': ['DebitFailed'] } },
  refund: { label: 'Refund', reports: { refunded: ['PaymentRefunded'], 'credit-refunded': ['CreditRefunded'], 'refund-failed': ['RefundFailed'] } },
  reversal: {
    label: 'Payment taken back',
    reports: { reversed: ['PaymentReversed'], disputed: ['PaymentDisputed'], 'dispute-won': ['DisputeWon'], 'dispute-lost': ['DisputeLost'] },
  },
  'amount-changed': { label: 'Amount changed', reports: { 'amount-changed': ['BillAmountChanged', 'BillAdjusted'] }, onlyOnceMailed: true },
  waived: { label: 'Bill waived', reports: { waived: ['BillArchived'] }, onlyOnceMailed: true },
  credit: { label: 'Credit', reports: { 'credit-used': ['CreditApplied'], 'credit-taken-back': ['CreditTakenBack'] }, onlyOnceMailed: true },
} as const satisfies Readonly<Record<string, Mail>>

type Mails = typeof mails
export type Purpose = keyof Mails
type Reports = Extract<Mails[Purpose], { reports: unknown }>['reports']
type KeyOf<Union> = Union extends unknown ? keyof Union : never
type ValueOf<Union> = Union extends Readonly<Record<string, readonly (infer Value)[]>> ? Value : never
export type ChangeKind = KeyOf<Reports>
/** A type of bill event that can change what its payor owes or has paid. */
export type ChangingEvent = ValueOf<Reports>
const inOrder = Object.entries<Mail>(mails) as [Purpose, Mail][]
const reported = inOrder.flatMap(([purpose, { reports = {} }]) =>
  Object.entries(reports).flatMap(([kind, types]) => types.map((type) => ({ purpose, kind: kind as ChangeKind, type: type as ChangingEvent }))),
)

export const purposes = inOrder.map(([purpose]) => purpose)
export const purposeLabels = Object.fromEntries(inOrder.map(([purpose, { label }]) => [purpose, label])) as Readonly<Record<Purpose, string>>
export const onlyOnceMailed: ReadonlySet<Purpose> = new Set(inOrder.flatMap(([purpose, { onlyOnceMailed: only }]) => (only ? [purpose] : [])))
export const changeKinds = [...new Set(reported.map(({ kind }) => kind))]
export const kindsOf = (of: Purpose) => reported.flatMap(({ purpose, kind }) => (purpose === of ? [kind] : []))
export const changingEvents = reported.map(({ type }) => type)
/** The change that an event can cause, and the purpose of the mail that reports it; undefined if none does. */
export const changeBy = (event: Readonly<{ type: string }>) => reported.find(({ type }) => type === event.type) ?? null

/** The reason why mails to an address have stopped: its server has no such mailbox, or its owner has reported spam. */
export const failureReasons = ['unknown', 'complaint'] as const
export type FailureReason = (typeof failureReasons)[number]
export const failureWords: Readonly<Record<FailureReason, string>> = {
  unknown: 'the receiving server knows no such mailbox',
  complaint: 'its owner reported a mail as spam',
}
