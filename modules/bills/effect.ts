import type { BillId, PaymentId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { BillStatus } from './contract.ts'
import { type Plan, planAfter } from './plan.ts'

/**
 * A bill's money in cents, and all else that decides its status. The decider and the ledger compute it in the same way.
 */
export type Standing = Readonly<{
  amount: Cents
  collected: Cents
  /**
   * `adjusted`: the part of `amount` that adjustments added. `credited`: the part of `collected` that is other bills'
   * credit.
   */
  adjusted: Cents
  credited: Cents
  /** Money received above the bill's amount. */
  unapplied: Cents
  archived: boolean
  /** The state of the last bank debit; null once other money has arrived. */
  debit: 'under way' | 'failed' | null
  plan: Plan | null
}>

/**
 * The parts of a payment: `applied` settles this bill, `used` settles other bills, `refunded` went back to the payor,
 * `disputed` is withheld by a bank.
 */
export type PaymentMoney = Readonly<{ amount: Cents; applied: Cents; used: Cents; refunded: Cents; disputed: Cents; reversed: boolean }>

/** The change that an event makes to a payment. */
type PaymentEffect = Readonly<{ paymentId: PaymentId; applied?: Cents; used?: Cents; refunded?: Cents; disputed?: Cents; reversed?: true }> &
  /** Stripe's fee and the amount after it. */
  Partial<Readonly<{ fee: Cents; net: Cents }>>

/** The change that an event makes to a bill and its payments, in cents. */
export type Effect = Readonly<{
  /** The new amount. */
  amountIs?: Cents
  adjusted?: Cents
  collected?: Cents
  credited?: Cents
  unapplied?: Cents
  payments?: readonly PaymentEffect[]
  /** The bill whose unapplied credit is used here, and the change of that credit. */
  other?: Readonly<{ billId: BillId; unapplied: Cents }>
  archived?: boolean
  debit?: Standing['debit']
  /** Money arrived, so an earlier failed debit no longer matters. */
  received?: true
  /** The new plan; null cancels the plan. */
  plan?: Plan | null
}>

export const standingAfter = (bill: Standing, effect: Effect): Standing => {
  const { amountIs, adjusted = 0, collected = 0, credited = 0, unapplied = 0, archived, debit, received, plan = bill.plan } = effect
  const keptDebit = received && bill.debit === 'failed' ? null : bill.debit
  const after = {
    amount: (amountIs ?? bill.amount) + adjusted,
    collected: bill.collected + collected,
    adjusted: bill.adjusted + adjusted,
    credited: bill.credited + credited,
    unapplied: bill.unapplied + unapplied,
    archived: archived ?? bill.archived,
    debit: debit === undefined ? keptDebit : debit,
    plan,
  }
  const isAmountChanged = plan !== null && after.amount !== bill.amount
  return isAmountChanged ? { ...after, plan: planAfter(plan, balanceOf(bill), balanceOf(after)) } : after
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

/** The effect of a payment. `applied` of it settles this bill; the rest is unapplied credit. */
export const receives = ({ amount, applied }: Readonly<{ amount: Cents; applied: Cents }>): Effect => ({
  collected: applied,
  unapplied: amount - applied,
  received: true,
})

type Money = Pick<Standing, 'amount' | 'collected' | 'archived'>

/** The balance. Archiving a bill waives its balance (R62, R67). */
export const balanceOf = ({ amount, collected, archived }: Money): Cents => (archived ? 0 : amount - collected)

export const isPaid = ({ amount, collected, archived }: Money): boolean => !archived && collected >= amount

/** True if the bill is settled or archived, which ends its claim. */
export const endsClaim = ({ amount, collected, archived }: Money): boolean => archived || collected >= amount

/** A bill's status (R60). `isLate`: the next due day has ended in the network's time zone. */
export const statusOf = (bill: Money & Pick<Standing, 'debit'>, isClaimed: boolean, isLate: boolean): BillStatus => {
  if (bill.archived) return 'Archived'
  if (isPaid(bill)) return 'Paid'
  if (isClaimed || bill.debit === 'under way') return 'PendingConfirmation'
  if (bill.debit === 'failed') return 'Failed'
  if (isLate) return 'Overdue'
  return bill.collected > 0 ? 'Partial' : 'Unpaid'
}
