import { formatMoney, sumDollars, toCents, toDollars } from '../../../modules/kernel/money.ts'
import type { Payout, PayoutPart, PayoutStatus, Reconciliation } from '../../../modules/payments/contract.ts'
import { count } from '../campaign/campaign-words.ts'

export const payoutPage = (id: string): string => `/payouts/${encodeURIComponent(id)}`

export const countPayments = (payments: number): string => count(payments, 'payment', 'payments')

export type Sums = Record<'gross' | 'fee' | 'net', number>

/** Sums of a payout's lines in dollars, added in cents. */
export const sumsOf = (parts: readonly PayoutPart[]): Sums => {
  const sum = (of: keyof Sums) => sumDollars(parts.map((part) => part[of]))
  return { gross: sum('gross'), fee: sum('fee'), net: sum('net') }
}

const whereItIs: Record<PayoutStatus, string> = {
  pending: 'that is on its way to your bank',
  in_transit: 'that is on its way to your bank',
  paid: 'that arrived at your bank',
  failed: 'that did not arrive at your bank',
  canceled: 'that was canceled before it arrived',
}

/** Compares a payout's lines with its amount; `text` is for the reader. */
export const agreement = ({ amount, status }: Pick<Payout, 'amount' | 'status'>, { net }: Sums): { agrees: boolean; text: string } => {
  const off = toCents(amount) - toCents(net)
  if (off === 0) return { agrees: true, text: `Adds up to the amount ${amount < 0 ? 'that Stripe takes from your bank' : whereItIs[status]}.` }
  const words = `${formatMoney(Math.abs(toDollars(off)))} ${off > 0 ? 'less' : 'more'} than the payout`
  return { agrees: false, text: `These lines add up to ${formatMoney(net)}, ${words}. Stripe may not have reported everything in it yet.` }
}

type Difference = Reconciliation['differences'][number]

const recordedWords = (recorded: number | null): string => (recorded === null ? 'none is recorded here' : `${formatMoney(recorded)} is recorded here`)

/** A difference between Stripe's records and ours. */
export const differenceWords = ({ what, stripe, recorded }: Difference): string => {
  switch (what) {
    case 'missing':
      return `Missing: Stripe took ${formatMoney(stripe)} that could not be recorded here.`
    case 'amount':
      return `Amount: Stripe took ${formatMoney(stripe)}, but ${recordedWords(recorded)}.`
    case 'fee':
      return `Fee: Stripe kept ${formatMoney(stripe)}, but ${recordedWords(recorded)}.`
    case 'refunded':
      return `Refunded: Stripe refunded ${formatMoney(stripe)}, but ${recordedWords(recorded)}.`
  }
}

/** The result of comparing all profiles. */
export const comparedWords = (compared: readonly Reconciliation[]): string => {
  const differences = compared.reduce((total, one) => total + one.differences.length, 0)
  const settled = compared.reduce((total, one) => total + one.settled, 0)
  const found = differences === 0 ? 'Everything agrees with Stripe.' : `${count(differences, 'difference', 'differences')} found.`
  return settled === 0 ? found : `${found} ${count(settled, 'missing payment was', 'missing payments were')} recorded.`
}

const eventLabels: Readonly<Record<string, string>> = {
  'payment_intent.created': 'Payment begun',
  'payment_intent.succeeded': 'Payment succeeded',
  'payment_intent.requires_action': 'Payor asked to confirm',
  'payment_intent.processing': 'Bank debit under way',
  'payment_intent.payment_failed': 'Payment failed',
  'payment_intent.canceled': 'Payment canceled',
  'charge.succeeded': 'Charge succeeded',
  'charge.failed': 'Charge failed',
  'charge.pending': 'Charge under way',
  'charge.updated': 'Charge changed',
  'charge.refunded': 'Payment refunded',
  'refund.created': 'Refund begun',
  'refund.updated': 'Refund changed',
  'refund.failed': 'Refund failed',
  'charge.dispute.created': 'Payment disputed',
  'charge.dispute.funds_withdrawn': 'Disputed money withdrawn',
  'charge.dispute.funds_reinstated': 'Disputed money given back',
  'charge.dispute.updated': 'Dispute changed',
  'charge.dispute.closed': 'Dispute closed',
  'account.updated': 'Account changed',
  'account.application.deauthorized': 'Account disconnected',
  'payout.created': 'Payout created',
  'payout.updated': 'Payout changed',
  'payout.paid': 'Payout arrived',
  'payout.failed': 'Payout failed',
  'payout.canceled': 'Payout canceled',
  'payout.reconciliation_completed': 'Payout settled',
}

/** An event's label; Stripe's own name for an unknown event. */
export const eventLabel = (type: string): string => eventLabels[type] ?? (type.startsWith('v2.core.account') ? 'Account changed' : type)

const subjectLabels: readonly (readonly [prefix: string, label: string])[] = [
  ['pi_', 'Payment'],
  ['po_', 'Payout'],
  ['acct_', 'Account'],
]

/** The kind of thing that an event is about. */
export const subjectLabel = (subject: string): string => subjectLabels.find(([prefix]) => subject.startsWith(prefix))?.[1] ?? 'Something else'
