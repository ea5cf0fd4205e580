import type { BillId, PaymentId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { BillStatus } from './contract.ts'

/** A bill's money in cents, and what its status follows from besides: the same in decisions and in the ledger. */
export type Standing = Readonly<{
  amount: Cents
  collected: Cents
  /** The part of `amount` by adjustments, and that of `collected` from other bills' credit. */
  adjusted: Cents
  credited: Cents
  /** Money received beyond the amount owed. */
  unapplied: Cents
  archived: boolean
  /** State of the last bank debit, until other money arrives. */
  debit: 'under way' | 'failed' | null
}>

/** `applied` of a payment settles the bill, `used` went to other bills, `refunded` to the payor, and disputes withhold `disputed`. */
export type PaymentMoney = Readonly<{ amount: Cents; applied: Cents; used: Cents; refunded: Cents; disputed: Cents; reversed: boolean }>

/** By how much an event changes a payment. */
type PaymentEffect = Readonly<{ paymentId: PaymentId; applied?: Cents; used?: Cents; refunded?: Cents; disputed?: Cents; reversed?: true }> &
  /** Stripe's fee and the rest. */
  Partial<Readonly<{ fee: Cents; net: Cents }>>

/** By how much an event changes its bill and the bill's payments, in cents. */
export type Effect = Readonly<{
  /** The new amount owed. */
  amountIs?: Cents
  adjusted?: Cents
  collected?: Cents
  credited?: Cents
  unapplied?: Cents
  payments?: readonly PaymentEffect[]
  /** Unapplied credit that another bill gives, or gets back. */
  other?: Readonly<{ billId: BillId; unapplied: Cents }>
  archived?: boolean
  debit?: Standing['debit']
  /** Money came in: a debit that failed before no longer matters. */
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

/** The open amount; an archived bill's balance is waived (R62, R67). */
export const balanceOf = ({ amount, collected, archived }: Money): Cents => (archived ? 0 : amount - collected)

export const isPaid = ({ amount, collected, archived }: Money): boolean => !archived && collected >= amount

/** A claim ends with its bill: nothing is left to claim. */
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
