import type { BillId, PaymentId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { BillStatus } from './contract.ts'

/** A bill's money in cents, and the other inputs of its status: the same in decisions and in the ledger. */
export type Standing = Readonly<{
  amount: Cents
  collected: Cents
  /** The part of `amount` by adjustments, and the part of `collected` by other bills' credit. */
  adjusted: Cents
  credited: Cents
  /** Money received beyond the amount. */
  unapplied: Cents
  archived: boolean
  /** State of the last bank debit, until other money arrives. */
  debit: 'under way' | 'failed' | null
}>

/**
 * `applied` settles the bill, `used` went to other bills, `refunded` to the payor, and disputes withhold `disputed`.
 */
export type PaymentMoney = Readonly<{ amount: Cents; applied: Cents; used: Cents; refunded: Cents; disputed: Cents; reversed: boolean }>

/** The change of a payment by an event. */
type PaymentEffect = Readonly<{ paymentId: PaymentId; applied?: Cents; used?: Cents; refunded?: Cents; disputed?: Cents; reversed?: true }> &
  /** Stripe's fee and the net amount. */
  Partial<Readonly<{ fee: Cents; net: Cents }>>

/** The change of a bill and its payments by an event, in cents. */
export type Effect = Readonly<{
  /** The new amount. */
  amountIs?: Cents
  adjusted?: Cents
  collected?: Cents
  credited?: Cents
  unapplied?: Cents
  payments?: readonly PaymentEffect[]
  /** Unapplied credit that another bill gives or gets back. */
  other?: Readonly<{ billId: BillId; unapplied: Cents }>
  archived?: boolean
  debit?: Standing['debit']
  /** Money came in: an earlier failed debit no longer matters. */
  received?: true
}>

export const standingAfter = (bill: Standing, effect: Effect): Standing => {
  const { amountIs, adjusted = 0, collected = 0, credited = 0, unapplied = 0, archived, debit, received } = effect
  const keptDebit = received && bill.debit === 'failed' ? null : bill.debit
  return {
    amount: (amountIs ?? bill.amount) + adjusted,
    collected: bill.collected + collected,
    adjusted: bill.adjusted + adjusted,
    credited: bill.credited + credited,
    unapplied: bill.unapplied + unapplied,
    archived: archived ?? bill.archived,
    debit: debit === undefined ? keptDebit : debit,
  }
}

export const paymentAfter = (
  payment: PaymentMoney,
  { applied = 0, used = 0, refunded = 0, disputed = 0, reversed }: PaymentEffect,
): PaymentMoney => ({
  amount: payment.amount,
  applied: payment.applied + applied,
  used: payment.used + used,
  refunded: payment.refunded + refunded,
  disputed: payment.disputed + disputed,
  reversed: reversed ?? payment.reversed,
})

type Money = Pick<Standing, 'amount' | 'collected' | 'archived'>

/** The balance; an archived bill's is waived (R62, R67). */
export const balanceOf = ({ amount, collected, archived }: Money): Cents => (archived ? 0 : amount - collected)

export const isPaid = ({ amount, collected, archived }: Money): boolean => !archived && collected >= amount

/** A settled or archived bill ends its claim. */
export const endsClaim = ({ amount, collected, archived }: Money): boolean => archived || collected >= amount

/** A bill's status (R60). `isLate`: its due day has ended in the network's zone. */
export const statusOf = (bill: Money & Pick<Standing, 'debit'>, isClaimed: boolean, isLate: boolean): BillStatus => {
  if (bill.archived) return 'Archived'
  if (isPaid(bill)) return 'Paid'
  if (isClaimed || bill.debit === 'under way') return 'PendingConfirmation'
  if (bill.debit === 'failed') return 'Failed'
  if (isLate) return 'Overdue'
  return bill.collected > 0 ? 'Partial' : 'Unpaid'
}
