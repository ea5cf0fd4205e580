import type { LocalDate } from '../kernel/dates.ts'
import type { BillId, PaymentId, PayorId, ProfileId, RemittanceId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { Cents } from '../kernel/money.ts'
import type { ManualMethod } from '../kernel/payment-methods.ts'
import type { ReceiptMethod } from './contract.ts'
import { balanceOf, type Effect, endsClaim, type PaymentMoney, paymentAfter, type Standing, standingAfter } from './effect.ts'
import type { BillTerms } from './events.ts'
import { nextDueOf } from './plan.ts'

type Claim = Readonly<{
  claimId: string
  method: ManualMethod
  withdrawHash: string
  overdue: boolean
  /** Present if a part of the balance was sent. */
  amount?: Cents
  /** All bills of a claim for several. */
  together?: readonly BillId[]
  /** Present if another payor sent it than the bill's own. */
  payerId?: PayorId
  language?: Language
}>

export type Bill = Standing &
  Readonly<{
    terms: BillTerms
    /** True if a newer bill has replaced this one. */
    replaced: boolean
    claim: Claim | null
    refused: boolean
    payments: ReadonlyMap<string, RecordedPayment>
    /** Credit from other bills that settles part of this one, by its id. */
    credits: ReadonlyMap<string, Readonly<{ amount: Cents; paymentId: PaymentId; fromBillId: BillId; takenBack: boolean }>>
    /** Credit of this bill's payments that is reserved for other bills, by its id. */
    used: ReadonlyMap<string, Readonly<{ amount: Cents; paymentId: PaymentId; toBillId: BillId }>>
    adjustments: ReadonlySet<string>
    refunds: ReadonlySet<string>
    /** Attempts to pay by card or bank debit, by number. Only the last one can be live. */
    attempts: ReadonlyMap<number, Attempt>
    stripeRefunds: ReadonlyMap<string, StripeRefund>
    disputes: ReadonlyMap<string, Readonly<{ paymentId: PaymentId; amount: Cents; stage: 'open' | 'won' | 'lost' }>>
    /** The remittances whose payments are the bill's last events: perhaps they are not recorded yet. */
    holds: ReadonlySet<RemittanceId>
  }>
/** null before it is issued. */
export type BillState = Bill | null

type Figures = Readonly<{ amount: Cents; balance: Cents; isPaid: boolean }>
/** A bill before and after an event. `before` is null if the event issued the bill. */
export type BillAround = Readonly<{ terms: BillTerms; before: Figures | null; after: Figures }>

/** One try to pay by card or bank debit, from before its intent exists until its end. */
export type Attempt = Readonly<{
  attempt: number
  amount: Cents
  profileId: ProfileId
  accountId: string
  /** Present if one intent pays several bills. */
  remittanceId?: RemittanceId
  /** Present if another payor pays than the bill's own. */
  payerId?: PayorId
  /** Null until Stripe has answered with the intent. */
  intentId: string | null
  stage: 'open' | 'processing' | 'succeeded' | 'failed' | 'closed'
  /** Stripe's reason, if the debit was returned. */
  code?: string | null
  /** The address entered for the receipt; at most one for each payment. */
  receiptTo?: string | null
}>
type StripeRefund = Readonly<{ paymentId: PaymentId; amount: Cents; stage: 'requested' | 'done' | 'failed' }>

export type RecordedPayment = PaymentMoney &
  Readonly<{ method: ReceiptMethod | null; stripe: Readonly<{ intentId: string; accountId: string }> | null; feeNoted: boolean }>

const NONE: ReadonlySet<RemittanceId> = new Set()

export const issuedAs = (terms: BillTerms): Bill => ({
  ...{ terms, amount: terms.amount, collected: 0, adjusted: 0, credited: 0, unapplied: 0, archived: false, debit: null, plan: null },
  ...{ replaced: false, claim: null, refused: false, payments: new Map(), credits: new Map(), used: new Map() },
  ...{ adjustments: new Set(), refunds: new Set(), attempts: new Map(), stripeRefunds: new Map(), disputes: new Map() },
  holds: NONE,
})

/** Copies a map with one value changed; without the key the map is returned as it is. */
export const changed = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, change: Partial<Value> | ((value: Value) => Partial<Value>)) => {
  const value = map.get(key)
  if (value === undefined) return map
  return new Map(map).set(key, { ...value, ...(typeof change === 'function' ? change(value) : change) })
}

/** The bill after an event: `effect` changes its money, `more` the rest of its state. */
export const billAfter = (bill: Bill, { payments = [], ...effect }: Effect, more: Partial<Bill>): Bill => {
  const paid = payments.reduce((map, one) => changed(map, one.paymentId, (payment) => paymentAfter(payment, one)), bill.payments)
  const after = { ...bill, ...standingAfter(bill, effect), payments: paid, holds: NONE, ...more }
  return after.claim && endsClaim(after) ? { ...after, claim: null } : after
}

/** The payer, as events name it: only if it is another payor than the bill's own. */
export const payerIn = ({ terms }: Bill, payerId: PayorId | null | undefined) => (payerId && payerId !== terms.payorId ? { payerId } : {})

/** The next amount that a bill owes, and its due date; null if the bill is settled. */
export const nextOf = (bill: Bill) => nextDueOf({ balance: balanceOf(bill), dueDate: bill.terms.dueDate, plan: bill.plan })
/** True if the next due day has passed. */
export const isLate = (bill: Bill, today: LocalDate): boolean => (nextOf(bill)?.dueDate ?? bill.terms.dueDate) < today

/** The part of a payment that settles no bill and is still here: unapplied credit (R72). */
export const unappliedOf = ({ amount, applied, used, refunded, disputed, reversed }: PaymentMoney): Cents =>
  reversed ? 0 : amount - applied - used - refunded - disputed

/** The attempt by which money may arrive at any moment; null if no attempt is live. */
export const liveAttempt = ({ attempts }: Bill): Attempt | null => {
  const last = attempts.get(attempts.size)
  return last && (last.stage === 'open' || last.stage === 'processing') ? last : null
}
/** The attempt with this intent; undefined if there is none. */
export const attemptBy = (bill: BillState, intentId: string): Attempt | undefined =>
  [...(bill?.attempts.values() ?? [])].find((one) => one.intentId === intentId)
export const isDebitUnderWay = (bill: Bill): boolean => liveAttempt(bill)?.stage === 'processing'

/** The sum of a payment's refunds that are requested but not completed by Stripe. */
const requestedOf = (bill: Bill, paymentId: PaymentId): Cents =>
  [...bill.stripeRefunds.values()].reduce((sum, one) => sum + (one.paymentId === paymentId && one.stage === 'requested' ? one.amount : 0), 0)

/** The part of a payment that can be refunded through Stripe. */
export const refundableOf = (bill: Bill, paymentId: PaymentId): Cents => {
  const payment = bill.payments.get(paymentId)
  if (!payment?.stripe) return 0
  return Math.max(0, payment.amount - payment.used - payment.refunded - payment.disputed - requestedOf(bill, paymentId))
}

/** The part of a payment's credit that can be used. A refund in progress takes its money from the credit first. */
export const usableOf = (bill: Bill, paymentId: PaymentId): Cents => {
  const payment = bill.payments.get(paymentId)
  return payment ? Math.max(0, unappliedOf(payment) - requestedOf(bill, paymentId)) : 0
}
