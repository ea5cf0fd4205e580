import type { BillId, PaymentId, ProfileId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { Cents } from '../kernel/money.ts'
import type { ManualMethod } from '../kernel/payment-methods.ts'
import type { ReceiptMethod } from './contract.ts'
import type { BillEvent, BillTerms } from './events.ts'

export type BillState = Readonly<{
  terms: BillTerms
  amount: Cents
  collected: Cents
  archived: boolean
  /** A newer bill has its place. */
  replaced: boolean
  claim: Readonly<{ claimId: string; method: ManualMethod; withdrawHash: string; overdue: boolean; language?: Language }> | null
  refused: boolean
  payments: ReadonlyMap<string, RecordedPayment>
  /** Credit of other bills that settles some of this one. */
  credits: ReadonlyMap<string, Readonly<{ amount: Cents; paymentId: PaymentId; fromBillId: BillId; takenBack: boolean }>>
  /** Credit of this bill's payments that was set aside for other bills. */
  used: ReadonlyMap<string, Readonly<{ amount: Cents; paymentId: PaymentId; toBillId: BillId }>>
  adjustments: ReadonlySet<string>
  refunds: ReadonlySet<string>
  /** Ways to pay by card or bank debit, by number; the last one alone can be live. */
  attempts: ReadonlyMap<number, Attempt>
  /** The last bank debit came back, and no money has come since. */
  debitFailed: boolean
  stripeRefunds: ReadonlyMap<string, StripeRefund>
  disputes: ReadonlyMap<string, Readonly<{ paymentId: PaymentId; amount: Cents; stage: 'open' | 'won' | 'lost' }>>
}> | null

/** An intent of Stripe's, from before it is made until nothing can come of it. */
export type Attempt = Readonly<{
  attempt: number
  amount: Cents
  profileId: ProfileId
  accountId: string
  /** null until Stripe has answered. */
  intentId: string | null
  stage: 'open' | 'processing' | 'succeeded' | 'failed' | 'closed'
  /** The address that was typed for its receipt: one for each payment. */
  receiptTo?: string | null
}>
type StripeRefund = Readonly<{ paymentId: PaymentId; amount: Cents; stage: 'requested' | 'done' | 'failed' }>

/** `applied` settles the bill, `used` went to other bills, `refunded` back to the payor, and a dispute withholds `disputed`; the rest is unapplied credit (R98). */
export type RecordedPayment = Readonly<{
  amount: Cents
  applied: Cents
  used: Cents
  refunded: Cents
  method: ReceiptMethod | null
  reversed: boolean
  disputed: Cents
  stripe: Readonly<{ intentId: string; accountId: string }> | null
  feeNoted: boolean
}>

export const unappliedOf = ({ amount, applied, used, refunded, disputed, reversed }: RecordedPayment): Cents =>
  reversed ? 0 : amount - applied - used - refunded - disputed

/** What is open; an archived bill's balance is waived (R82, R89). */
export const balanceOf = (bill: NonNullable<BillState>): Cents => (bill.archived ? 0 : bill.amount - bill.collected)

export const isPaid = (bill: NonNullable<BillState>): boolean => !bill.archived && bill.collected >= bill.amount

/** The attempt by which money may come at any moment. */
export const liveAttempt = ({ attempts }: NonNullable<BillState>): Attempt | null => {
  const last = attempts.get(attempts.size)
  return last && (last.stage === 'open' || last.stage === 'processing') ? last : null
}
export const isDebitUnderWay = (bill: NonNullable<BillState>): boolean => liveAttempt(bill)?.stage === 'processing'

/** What Stripe was asked to pay back of a payment, and has not yet. */
const requestedOf = (bill: NonNullable<BillState>, paymentId: PaymentId): Cents =>
  [...bill.stripeRefunds.values()].reduce((sum, one) => sum + (one.paymentId === paymentId && one.stage === 'requested' ? one.amount : 0), 0)

/** What of a payment can be paid back through Stripe. */
export const refundableOf = (bill: NonNullable<BillState>, paymentId: PaymentId): Cents => {
  const payment = bill.payments.get(paymentId)
  if (!payment?.stripe) return 0
  return Math.max(0, payment.amount - payment.used - payment.refunded - payment.disputed - requestedOf(bill, paymentId))
}

/** What of a payment's credit can be used: a refund under way takes its money from there first. */
export const usableOf = (bill: NonNullable<BillState>, paymentId: PaymentId): Cents => {
  const payment = bill.payments.get(paymentId)
  return payment ? Math.max(0, unappliedOf(payment) - requestedOf(bill, paymentId)) : 0
}

const changed = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, change: (value: Value) => Value): ReadonlyMap<Key, Value> => {
  const value = map.get(key)
  return value === undefined ? map : new Map(map).set(key, change(value))
}

/** The bill after an event; null before it was issued. */
export const evolve = (bill: BillState, { type, data }: BillEvent): BillState => {
  if (type === 'BillIssued')
    return {
      terms: data,
      amount: data.amount,
      collected: 0,
      archived: false,
      replaced: false,
      claim: null,
      refused: false,
      payments: new Map(),
      credits: new Map(),
      used: new Map(),
      adjustments: new Set(),
      refunds: new Set(),
      attempts: new Map(),
      debitFailed: false,
      stripeRefunds: new Map(),
      disputes: new Map(),
    }
  if (!bill) return null
  /** A bill that is settled has nothing left to claim. */
  const settled = (after: NonNullable<BillState>): BillState => (after.collected >= after.amount ? { ...after, claim: null } : after)
  const { payments } = bill
  switch (type) {
    case 'BillAmountChanged':
      return { ...bill, amount: data.amount }
    case 'PaymentClaimed': {
      const { claimId, method, withdrawHash, language } = data
      return { ...bill, claim: { claimId, method, withdrawHash, overdue: false, ...(language && { language }) }, refused: false }
    }
    case 'PaymentClaimOverdue':
      return { ...bill, claim: bill.claim && { ...bill.claim, overdue: true } }
    case 'PaymentClaimWithdrawn':
      return { ...bill, claim: null }
    case 'PaymentNotReceived':
      return { ...bill, claim: null, refused: true }
    case 'PaymentRecorded': {
      const { paymentId, amount, applied, method, stripe = null, receiptTo } = data
      const payment = { amount, applied, used: 0, refunded: 0, method, reversed: false, disputed: 0, stripe, feeNoted: false }
      const asked = receiptTo === undefined ? {} : { receiptTo }
      const attempts = stripe ? changed(bill.attempts, stripe.attempt, (one) => ({ ...one, stage: 'succeeded' as const, ...asked })) : bill.attempts
      return settled({
        ...bill,
        collected: bill.collected + applied,
        payments: new Map(payments).set(paymentId, payment),
        attempts,
        debitFailed: false,
      })
    }
    case 'BillAdjusted': {
      const released = data.released.reduce((sum, { amount }) => sum + amount, 0)
      const after = data.released.reduce(
        (map, { paymentId, amount }) => changed(map, paymentId, (payment) => ({ ...payment, applied: payment.applied - amount })),
        payments,
      )
      const adjustments = new Set(bill.adjustments).add(data.adjustmentId)
      return settled({ ...bill, amount: bill.amount + data.amount, collected: bill.collected - released, payments: after, adjustments })
    }
    case 'PaymentReversed':
      return {
        ...bill,
        collected: bill.collected - data.applied,
        payments: changed(payments, data.paymentId, (payment) => ({ ...payment, applied: 0, reversed: true })),
      }
    case 'CreditUsed': {
      const { creditId, paymentId, amount, toBillId } = data
      return {
        ...bill,
        used: new Map(bill.used).set(creditId, { amount, paymentId, toBillId }),
        payments: changed(payments, paymentId, (payment) => ({ ...payment, used: payment.used + amount })),
      }
    }
    case 'CreditReturned':
      return {
        ...bill,
        used: changed(bill.used, data.creditId, (used) => ({ ...used, amount: used.amount - data.amount })),
        payments: changed(payments, data.paymentId, (payment) => ({ ...payment, used: payment.used - data.amount })),
      }
    case 'CreditApplied': {
      const { creditId, paymentId, fromBillId, amount } = data
      const credits = new Map(bill.credits).set(creditId, { amount, paymentId, fromBillId, takenBack: false })
      return settled({ ...bill, collected: bill.collected + amount, credits })
    }
    case 'CreditTakenBack':
      return {
        ...bill,
        collected: bill.collected - data.amount,
        credits: changed(bill.credits, data.creditId, (credit) => ({ ...credit, takenBack: true })),
      }
    case 'CreditRefunded':
      return {
        ...bill,
        refunds: new Set(bill.refunds).add(data.refundId),
        payments: changed(payments, data.paymentId, (payment) => ({ ...payment, refunded: payment.refunded + data.amount })),
      }
    case 'BillArchived':
      return { ...bill, archived: true, claim: null }
    case 'BillUnarchived':
      return { ...bill, archived: false }
    case 'BillReplaced':
      return { ...bill, replaced: true }
    case 'PaymentAttemptOpened': {
      const { billId: _, ...attempt } = data
      return { ...bill, attempts: new Map(bill.attempts).set(attempt.attempt, { ...attempt, intentId: null, stage: 'open' }) }
    }
    case 'PaymentIntentCreated':
      return { ...bill, attempts: changed(bill.attempts, data.attempt, (one) => ({ ...one, intentId: data.intentId })) }
    case 'PaymentAttemptClosed':
      return { ...bill, attempts: changed(bill.attempts, data.attempt, (one) => ({ ...one, stage: 'closed' })) }
    case 'DebitStarted':
      return { ...bill, attempts: changed(bill.attempts, data.attempt, (one) => ({ ...one, stage: 'processing' })), debitFailed: false }
    case 'DebitFailed':
      return { ...bill, attempts: changed(bill.attempts, data.attempt, (one) => ({ ...one, stage: 'failed' })), debitFailed: true }
    case 'ReceiptRequested':
      return { ...bill, attempts: changed(bill.attempts, data.attempt, (one) => ({ ...one, receiptTo: data.receiptTo })) }
    case 'PaymentFeeNoted':
      return { ...bill, payments: changed(payments, data.paymentId, (payment) => ({ ...payment, feeNoted: true })) }
    case 'RefundRequested': {
      const { refundId, paymentId, amount } = data
      return { ...bill, stripeRefunds: new Map(bill.stripeRefunds).set(refundId, { paymentId, amount, stage: 'requested' }) }
    }
    case 'PaymentRefunded': {
      const { refundId, paymentId, amount, applied } = data
      return {
        ...bill,
        collected: bill.collected - applied,
        stripeRefunds: new Map(bill.stripeRefunds).set(refundId, { paymentId, amount, stage: 'done' }),
        payments: changed(payments, paymentId, (one) => ({ ...one, applied: one.applied - applied, refunded: one.refunded + amount })),
      }
    }
    case 'RefundFailed': {
      const { refundId, paymentId, applied, unapplied } = data
      const back = applied + unapplied
      return settled({
        ...bill,
        collected: bill.collected + applied,
        stripeRefunds: changed(bill.stripeRefunds, refundId, (one) => ({ ...one, stage: 'failed' })),
        payments: changed(payments, paymentId, (one) => ({ ...one, applied: one.applied + applied, refunded: one.refunded - back })),
      })
    }
    case 'PaymentDisputed': {
      const { disputeId, paymentId, amount, applied } = data
      // What it could not take at first it takes once money has come back.
      const known = bill.disputes.get(disputeId)
      const dispute = { paymentId, amount: (known?.amount ?? 0) + amount, stage: known?.stage ?? 'open' }
      return {
        ...bill,
        collected: bill.collected - applied,
        disputes: new Map(bill.disputes).set(disputeId, dispute),
        payments: changed(payments, paymentId, (one) => ({ ...one, applied: one.applied - applied, disputed: one.disputed + amount })),
      }
    }
    case 'DisputeWon': {
      const { disputeId, paymentId, applied, unapplied } = data
      return settled({
        ...bill,
        collected: bill.collected + applied,
        disputes: changed(bill.disputes, disputeId, (one) => ({ ...one, stage: 'won' })),
        payments: changed(payments, paymentId, (one) => ({ ...one, applied: one.applied + applied, disputed: one.disputed - applied - unapplied })),
      })
    }
    case 'DisputeLost':
      return { ...bill, disputes: changed(bill.disputes, data.disputeId, (one) => ({ ...one, stage: 'lost' })) }
  }
}
