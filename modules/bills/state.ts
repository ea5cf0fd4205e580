import type { BillId, PaymentId, ProfileId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { Cents } from '../kernel/money.ts'
import type { ManualMethod } from '../kernel/payment-methods.ts'
import type { ReceiptMethod } from './contract.ts'
import { type Effect, endsClaim, type PaymentMoney, paymentAfter, type Standing, standingAfter } from './effect.ts'
import type { BillTerms } from './events.ts'

export type Bill = Standing &
  Readonly<{
    terms: BillTerms
    /** A newer bill has its place. */
    replaced: boolean
    claim: Readonly<{ claimId: string; method: ManualMethod; withdrawHash: string; overdue: boolean; language?: Language }> | null
    refused: boolean
    payments: ReadonlyMap<string, RecordedPayment>
    /** Credit of other bills that settles part of this one. */
    credits: ReadonlyMap<string, Readonly<{ amount: Cents; paymentId: PaymentId; fromBillId: BillId; takenBack: boolean }>>
    /** Credit of this bill's payments that is reserved for other bills. */
    used: ReadonlyMap<string, Readonly<{ amount: Cents; paymentId: PaymentId; toBillId: BillId }>>
    adjustments: ReadonlySet<string>
    refunds: ReadonlySet<string>
    /** Attempts to pay by card or bank debit, by number; only the last one can be live. */
    attempts: ReadonlyMap<number, Attempt>
    stripeRefunds: ReadonlyMap<string, StripeRefund>
    disputes: ReadonlyMap<string, Readonly<{ paymentId: PaymentId; amount: Cents; stage: 'open' | 'won' | 'lost' }>>
  }>
/** null before it is issued. */
export type BillState = Bill | null

type Figures = Readonly<{ amount: Cents; balance: Cents; isPaid: boolean }>
/** A bill before an event (null: the event issued it) and after. */
export type BillAround = Readonly<{ terms: BillTerms; before: Figures | null; after: Figures }>

/** An intent of Stripe's, from before its creation to its end. */
export type Attempt = Readonly<{
  attempt: number
  amount: Cents
  profileId: ProfileId
  accountId: string
  /** null until Stripe has answered. */
  intentId: string | null
  stage: 'open' | 'processing' | 'succeeded' | 'failed' | 'closed'
  /** The address entered for its receipt: one for each payment. */
  receiptTo?: string | null
}>
type StripeRefund = Readonly<{ paymentId: PaymentId; amount: Cents; stage: 'requested' | 'done' | 'failed' }>

export type RecordedPayment = PaymentMoney &
  Readonly<{ method: ReceiptMethod | null; stripe: Readonly<{ intentId: string; accountId: string }> | null; feeNoted: boolean }>

export const issuedAs = (terms: BillTerms): Bill => ({
  ...{ terms, amount: terms.amount, collected: 0, adjusted: 0, credited: 0, unapplied: 0, archived: false, debit: null },
  ...{ replaced: false, claim: null, refused: false, payments: new Map(), credits: new Map(), used: new Map() },
  ...{ adjustments: new Set(), refunds: new Set(), attempts: new Map(), stripeRefunds: new Map(), disputes: new Map() },
})

/** A copy of a map with a changed value, if the key is present. */
export const changed = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, change: Partial<Value> | ((value: Value) => Partial<Value>)) => {
  const value = map.get(key)
  if (value === undefined) return map
  return new Map(map).set(key, { ...value, ...(typeof change === 'function' ? change(value) : change) })
}

/** The bill after an event's effect on its money and its other state. */
export const billAfter = (bill: Bill, { payments = [], ...effect }: Effect, more: Partial<Bill>): Bill => {
  const paid = payments.reduce((map, one) => changed(map, one.paymentId, (payment) => paymentAfter(payment, one)), bill.payments)
  const after = { ...bill, ...standingAfter(bill, effect), payments: paid, ...more }
  return after.claim && endsClaim(after) ? { ...after, claim: null } : after
}

/** The part of a payment that settles no bill and was not paid out: unapplied credit (R72). */
export const unappliedOf = ({ amount, applied, used, refunded, disputed, reversed }: PaymentMoney): Cents =>
  reversed ? 0 : amount - applied - used - refunded - disputed

/** The attempt by which money may come at any moment. */
export const liveAttempt = ({ attempts }: Bill): Attempt | null => {
  const last = attempts.get(attempts.size)
  return last && (last.stage === 'open' || last.stage === 'processing') ? last : null
}
export const isDebitUnderWay = (bill: Bill): boolean => liveAttempt(bill)?.stage === 'processing'

/** The requested refunds of a payment that Stripe has not completed. */
const requestedOf = (bill: Bill, paymentId: PaymentId): Cents =>
  [...bill.stripeRefunds.values()].reduce((sum, one) => sum + (one.paymentId === paymentId && one.stage === 'requested' ? one.amount : 0), 0)

/** The part of a payment that can be refunded through Stripe. */
export const refundableOf = (bill: Bill, paymentId: PaymentId): Cents => {
  const payment = bill.payments.get(paymentId)
  if (!payment?.stripe) return 0
  return Math.max(0, payment.amount - payment.used - payment.refunded - payment.disputed - requestedOf(bill, paymentId))
}

/** The usable part of a payment's credit: a refund in progress takes its money from the credit first. */
export const usableOf = (bill: Bill, paymentId: PaymentId): Cents => {
  const payment = bill.payments.get(paymentId)
  return payment ? Math.max(0, unappliedOf(payment) - requestedOf(bill, paymentId)) : 0
}
