import { z } from 'zod'
import { formatDay, type LocalDate } from '../kernel/dates.ts'
import { cents, type EventOf, foldOf, sealed, sealedFor, sentenceOf, text } from '../kernel/events.ts'
import type { BillId, NetworkId, PaymentId, PayorId, ProfileId, RemittanceId } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { manualMethods } from '../kernel/payment-methods.ts'
import { receiptLabels } from '../kernel/receipt-methods.ts'
import { webhookEvent } from '../webhooks/contract.ts'
import { ReceiptMethod } from './contract.ts'
import { type Effect, receives } from './effect.ts'
import {
  atStripe,
  BillTerms,
  comesBack,
  declare,
  event,
  fromOther,
  language,
  leaves,
  moved,
  noEffect,
  ofBill,
  onAttempt,
  onBill,
  onPayment,
  onRemittance,
  Part,
  Released,
  reason,
  reasonOrNull,
  receivedPayment,
  split,
  withAmount,
} from './event-parts.ts'
import { type BillState, billAfter, changed, issuedAs } from './state.ts'
import { planChoosers } from './values.ts'

const remittanceId = text<RemittanceId>().exactOptional()
/** Present if another payor pays than the bill's own. */
const payerId = text<PayorId>().exactOptional()

export const billStream = (id: BillId) => `bill-${id}` as const

/** The events of a bill. They are kept forever: add optional fields only, or a new event. */
export const billEvents = {
  BillIssued: {
    ...declare(BillTerms, {
      icon: 'bill',
      says: ({ amount, dueDate }) => `Bill of ${money(amount)} issued, due ${formatDay(dueDate)}`,
      evolve: (_, terms) => issuedAs(terms),
      webhook: ({ dueDate }, around) => webhookEvent('bill.issued', { ...withAmount(around), dueDate }),
    }),
    effect: noEffect,
  },
  BillAmountChanged: event(z.object({ ...onBill, amount: cents, byReprice: z.literal(true).exactOptional() }), {
    icon: 'difference',
    repeatable: true,
    says: ({ amount }) => `Amount changed to ${money(amount)}`,
    effect: ({ amount }) => ({ amountIs: amount }),
    webhook: (_, around) => webhookEvent('bill.amount_changed', withAmount(around)),
  }),
  PaymentClaimed: event(
    z.object({
      ...onBill,
      claimId: z.string(),
      method: z.enum(manualMethods),
      withdrawHash: z.string(),
      /** Present if the payor sent a part of a plan, not the balance. */
      amount: cents.exactOptional(),
      /** All bills of the claim, if the payor sent one payment for several. */
      together: z.array(text<BillId>()).readonly().exactOptional(),
      payerId,
      language,
    }),
    {
      icon: 'clock',
      says: ({ method, amount, payerId }) =>
        `${payerId ? 'Another payor' : 'Payor'} says that they sent ${amount === undefined ? 'the payment' : money(amount)} (${receiptLabels[method]})`,
      changes: (_, { billId: __, ...claim }) => ({ claim: { ...claim, overdue: false }, refused: false }),
      webhook: ({ claimId, method }, around) => webhookEvent('payment.claimed', { ...ofBill(around), claimId, method }),
    },
  ),
  /** The claim has waited for a week, and the Admins are mailed (R65). */
  PaymentClaimOverdue: event(z.object({ ...onBill, networkId: text<NetworkId>(), claimId: z.string() }), {
    icon: 'bell',
    says: 'The claim has waited for a week',
    changes: ({ claim }) => ({ claim: claim && { ...claim, overdue: true } }),
    webhook: null,
  }),
  PaymentClaimWithdrawn: event(z.object({ ...onBill, claimId: z.string() }), {
    icon: 'undo',
    says: 'Claim withdrawn',
    changes: () => ({ claim: null }),
    webhook: ({ claimId }, around) => webhookEvent('payment.claim_withdrawn', { ...ofBill(around), claimId }),
  }),
  PaymentNotReceived: event(z.object({ ...onBill, claimId: z.string(), ...reason }), {
    icon: 'undo',
    says: 'Claimed payment was not received',
    changes: () => ({ claim: null, refused: true }),
    webhook: ({ claimId }, around) => webhookEvent('payment.not_received', { ...ofBill(around), claimId }),
  }),
  PaymentRecorded: event(
    z.object({
      ...onPayment,
      /** The whole payment. `applied` of it settles this bill; the rest is unapplied credit. */
      amount: cents,
      applied: cents,
      method: ReceiptMethod.nullable(),
      reference: sealed(z.string().nullable()),
      receivedOn: text<LocalDate>().nullable(),
      /** Present if the money came through Stripe. */
      stripe: atStripe,
      /** Present if the payment confirms a claim of a part of a plan, which it ends. */
      claimId: z.string().exactOptional(),
      payerId,
      language,
      /** A second address for the receipt, entered with the payment. Null once the payor is forgotten. */
      receiptTo: sealed(z.string().nullable().exactOptional()),
      ...sealedFor,
    }),
    {
      icon: 'hand-coins',
      says: ({ amount, method, payerId }) =>
        `Payment of ${money(amount)}${payerId ? ' by another payor' : ''} recorded${method ? ` (${receiptLabels[method]})` : ''}`,
      // A payment by hand does not end a debit in progress.
      effect: ({ stripe, ...money }) => ({ ...receives(money), ...(stripe && { debit: null }) }),
      changes: ({ payments, attempts }, { paymentId, amount, applied, method, stripe = null, claimId, receiptTo }) => ({
        payments: new Map(payments).set(paymentId, receivedPayment({ amount, applied, method, stripe })),
        attempts: stripe ? changed(attempts, stripe.attempt, { stage: 'succeeded', ...(receiptTo !== undefined && { receiptTo }) }) : attempts,
        ...(claimId !== undefined && { claim: null }),
      }),
      webhook: ({ paymentId, amount, applied, method, receivedOn }, around) =>
        webhookEvent('payment.recorded', { ...moved({ paymentId, applied, unapplied: amount - applied }, around), method, receivedOn }),
    },
  ),
  /**
   * A part of a remittance for this bill, which decides how much of it is applied. It counts for the bill's decisions
   * from now on, and for everybody else once the remittance is recorded, with all its allocations at one moment.
   */
  PaymentHeld: {
    ...declare(
      z.object({
        ...onRemittance,
        amount: cents,
        applied: cents,
        method: ReceiptMethod,
        reference: sealed(z.string().nullable()),
        receivedOn: text<LocalDate>().nullable(),
        stripe: atStripe,
        ...sealedFor,
      }),
      {
        icon: 'hand-coins',
        says: ({ amount, method }) => `Payment of ${money(amount)} recorded (${receiptLabels[method]}), as part of a remittance`,
        evolve: (bill, { paymentId, remittanceId, amount, applied, method, stripe = null }) =>
          bill &&
          billAfter(
            bill,
            { ...receives({ amount, applied }), ...(stripe && { debit: null }) },
            {
              payments: new Map(bill.payments).set(paymentId, receivedPayment({ amount, applied, method, stripe })),
              attempts: stripe ? changed(bill.attempts, stripe.attempt, { stage: 'succeeded' }) : bill.attempts,
              holds: new Set(bill.holds).add(remittanceId),
            },
          ),
        webhook: null,
      },
    ),
    effect: noEffect,
  },
  /** The remittance was not recorded, since another of its bills refused its part. Nobody has seen the payment. */
  HeldPaymentReleased: {
    ...declare(z.object({ ...onRemittance, ...split }), {
      icon: 'undo',
      says: ({ applied, unapplied }) => `Payment of ${money(applied + unapplied)} not recorded after all, as another bill of it refused its part`,
      evolve: (bill, { paymentId, remittanceId, applied, unapplied }) =>
        bill &&
        billAfter(
          bill,
          { collected: -applied, unapplied: -unapplied, payments: [{ paymentId, applied: -applied, reversed: true }] },
          { holds: new Set([...bill.holds].filter((id) => id !== remittanceId)) },
        ),
      webhook: null,
    }),
    effect: noEffect,
  },
  /**
   * A positive amount raises the bill, a negative one lowers it. If payments exceed the new amount, `released` of them
   * becomes unapplied credit.
   */
  BillAdjusted: event(z.object({ ...onBill, adjustmentId: z.string(), amount: cents, ...reason, released: z.array(Released).readonly() }), {
    icon: 'difference',
    repeatable: true,
    says: ({ amount }) => (amount > 0 ? `${money(amount)} more is owed` : `${money(-amount)} less is owed`),
    effect: ({ amount, released }) => {
      const freed = released.reduce((sum, one) => sum + one.amount, 0)
      const payments = released.map((one) => ({ paymentId: one.paymentId, applied: -one.amount }))
      return { adjusted: amount, collected: -freed, unapplied: freed, payments }
    },
    changes: ({ adjustments }, { adjustmentId }) => ({ adjustments: new Set(adjustments).add(adjustmentId) }),
    webhook: (_, around) => webhookEvent('bill.amount_changed', withAmount(around)),
  }),
  /** An Admin undid a payment by hand, because it was recorded wrongly or has bounced. */
  PaymentReversed: event(z.object({ ...onPayment, ...split, ...reason }), {
    icon: 'undo',
    says: ({ applied, unapplied }) => `Payment of ${money(applied + unapplied)} reversed`,
    effect: ({ paymentId, applied, unapplied }) => ({
      collected: -applied,
      unapplied: -unapplied,
      payments: [{ paymentId, applied: -applied, reversed: true }],
    }),
    webhook: (data, around) => webhookEvent('payment.reversed', moved(data, around)),
  }),
  /**
   * Unapplied credit of a payment on this bill is reserved for another bill of the payor. The event CreditApplied of
   * the other bill then uses the credit.
   */
  CreditUsed: event(z.object({ ...onPayment, creditId: text<PaymentId>(), amount: cents, toBillId: text<BillId>(), ...reason }), {
    icon: 'coins',
    repeatable: true,
    says: ({ amount }) => `${money(amount)} of credit set aside for another bill`,
    effect: ({ paymentId, amount }) => ({ payments: [{ paymentId, used: amount }] }),
    changes: ({ used }, { creditId, amount, paymentId, toBillId }) => ({ used: new Map(used).set(creditId, { amount, paymentId, toBillId }) }),
    webhook: null,
  }),
  /** Reserved credit came back, because the other bill did not need it or has given it back. */
  CreditReturned: event(z.object({ ...onPayment, creditId: text<PaymentId>(), amount: cents }), {
    icon: 'coins',
    says: ({ amount }) => `${money(amount)} of credit came back`,
    effect: ({ paymentId, amount }) => ({ payments: [{ paymentId, used: -amount }] }),
    changes: (bill, { creditId, amount }) => ({ used: changed(bill.used, creditId, (used) => ({ amount: used.amount - amount })) }),
    webhook: null,
  }),
  /** Credit from another bill of the payor settles part of this one. */
  CreditApplied: event(z.object({ ...onPayment, creditId: text<PaymentId>(), fromBillId: text<BillId>(), amount: cents, ...reason }), {
    icon: 'coins',
    says: ({ amount }) => (amount > 0 ? `${money(amount)} of credit applied` : 'Credit was not needed'),
    effect: ({ amount, fromBillId }) => fromOther(amount, fromBillId),
    changes: ({ credits }, { creditId, amount, paymentId, fromBillId }) => ({
      credits: new Map(credits).set(creditId, { amount, paymentId, fromBillId, takenBack: false }),
    }),
    webhook: ({ paymentId, fromBillId, amount }, around) =>
      amount === 0 ? [] : webhookEvent('credit.applied', { ...ofBill(around), paymentId, fromBillId, amountCents: amount }),
  }),
  CreditTakenBack: event(z.object({ ...onPayment, creditId: text<PaymentId>(), fromBillId: text<BillId>(), amount: cents, ...reason }), {
    icon: 'undo',
    says: ({ amount }) => `${money(amount)} of credit taken back`,
    effect: ({ amount, fromBillId }) => fromOther(-amount, fromBillId),
    changes: ({ credits }, { creditId }) => ({ credits: changed(credits, creditId, { takenBack: true }) }),
    webhook: ({ paymentId, fromBillId, amount }, around) =>
      webhookEvent('credit.taken_back', { ...ofBill(around), paymentId, fromBillId, amountCents: amount }),
  }),
  /** Unapplied credit was refunded to the payor, perhaps in parts. */
  CreditRefunded: event(z.object({ ...onPayment, refundId: z.string(), amount: cents, ...reason }), {
    icon: 'coins',
    repeatable: true,
    says: ({ amount }) => `${money(amount)} of credit paid back`,
    effect: ({ paymentId, amount }) => ({ unapplied: -amount, payments: [{ paymentId, refunded: amount }] }),
    changes: ({ refunds }, { refundId }) => ({ refunds: new Set(refunds).add(refundId) }),
    webhook: ({ paymentId, refundId, amount }, around) =>
      webhookEvent('credit.refunded', { ...ofBill(around), paymentId, refundId, amountCents: amount }),
  }),
  BillArchived: event(z.object({ ...onBill, ...reasonOrNull, waived: cents }), {
    icon: 'archive',
    says: 'Archived',
    effect: () => ({ archived: true }),
    webhook: ({ waived }, around) => webhookEvent('bill.archived', { ...withAmount(around), waivedCents: waived }),
  }),
  BillUnarchived: event(z.object(onBill), {
    icon: 'restore',
    says: 'Brought back from the archive',
    effect: () => ({ archived: false }),
    webhook: (_, around) => webhookEvent('bill.restored', withAmount(around)),
  }),
  /** A new bill has replaced this archived one, which can therefore never be active again (R58). */
  BillReplaced: event(z.object({ ...onBill, newBillId: text<BillId>() }), {
    icon: 'replace',
    says: 'A new bill took its place',
    changes: () => ({ replaced: true }),
    webhook: null,
  }),
  /** The bill's balance is due in monthly parts (R138). A plan that is chosen later takes its place. */
  PlanChosen: event(z.object({ ...onBill, planId: z.string(), count: z.int(), parts: z.array(Part).readonly(), chosenBy: z.enum(planChoosers) }), {
    icon: 'schedule',
    repeatable: true,
    says: ({ count, parts: [first] }) => `Payment plan of ${count} monthly parts chosen${first ? `, the first due ${formatDay(first.dueDate)}` : ''}`,
    effect: ({ planId, chosenBy, parts }) => ({ plan: { planId, chosenBy, parts } }),
    webhook: ({ count, parts, chosenBy }, around) =>
      webhookEvent('plan.chosen', {
        ...ofBill(around),
        count,
        parts: parts.map(({ amount, dueDate }) => ({ amountCents: amount, dueDate })),
        chosenBy,
      }),
  }),
  PlanCancelled: event(z.object(onBill), {
    icon: 'undo',
    repeatable: true,
    says: 'Payment plan cancelled',
    effect: () => ({ plan: null }),
    webhook: (_, around) => webhookEvent('plan.cancelled', ofBill(around)),
  }),
  /**
   * A payor begins to pay by card or bank debit. Stripe is then asked for an intent of this amount, with an idempotency
   * key made of the bill and the attempt. `remittanceId`: the payor pays several bills by one intent.
   */
  PaymentAttemptOpened: event(z.object({ ...onAttempt, amount: cents, profileId: text<ProfileId>(), accountId: z.string(), remittanceId, payerId }), {
    icon: 'card',
    says: ({ amount, remittanceId }) =>
      `Payment of ${money(amount)} by card or bank debit begun${remittanceId === undefined ? '' : ', together with other bills'}`,
    changes: ({ attempts }, { billId: _, ...attempt }) => ({
      attempts: new Map(attempts).set(attempt.attempt, { ...attempt, intentId: null, stage: 'open' }),
    }),
    webhook: null,
  }),
  PaymentIntentCreated: event(z.object({ ...onAttempt, intentId: z.string() }), {
    icon: 'card',
    says: 'Stripe is ready for the payment',
    changes: ({ attempts }, { attempt, intentId }) => ({ attempts: changed(attempts, attempt, { intentId }) }),
    webhook: null,
  }),
  /** The attempt's intent was cancelled or never created, so nobody can pay by it. */
  PaymentAttemptClosed: event(z.object(onAttempt), {
    icon: 'undo',
    says: 'Payment by card or bank debit given up',
    changes: ({ attempts }, { attempt }) => ({ attempts: changed(attempts, attempt, { stage: 'closed' }) }),
    webhook: null,
  }),
  /** A bank debit is in progress. Within days it clears or is returned. */
  DebitStarted: event(z.object({ ...onAttempt, amount: cents }), {
    icon: 'clock',
    says: ({ amount }) => `Bank debit of ${money(amount)} is under way`,
    effect: () => ({ debit: 'under way' }),
    changes: ({ attempts }, { attempt }) => ({ attempts: changed(attempts, attempt, { stage: 'processing' }) }),
    webhook: ({ amount }, around) => webhookEvent('payment.debit_started', { ...ofBill(around), amountCents: amount }),
  }),
  DebitFailed: event(z.object({ ...onAttempt, code: z.string().nullable(), language }), {
    icon: 'cross',
    says: 'Bank debit came back',
    effect: () => ({ debit: 'failed' }),
    changes: ({ attempts }, { attempt, code }) => ({ attempts: changed(attempts, attempt, { stage: 'failed', code }) }),
    webhook: (_, around) => webhookEvent('payment.debit_failed', ofBill(around)),
  }),
  /**
   * The payor entered an address for the receipt with a card payment or bank debit. `paymentId`: null while a bank
   * debit is in progress, whose later PaymentRecorded repeats the address; else the payment, which is recorded already.
   */
  ReceiptRequested: event(
    z.object({ ...onAttempt, paymentId: text<PaymentId>().nullable(), receiptTo: sealed(z.string().nullable()), language, ...sealedFor }),
    {
      icon: 'mail',
      says: 'A receipt is to go to another e-mail address, too',
      changes: ({ attempts }, { attempt, receiptTo }) => ({ attempts: changed(attempts, attempt, { receiptTo }) }),
      webhook: null,
    },
  ),
  /** Stripe's fee for a payment. */
  PaymentFeeNoted: event(z.object({ ...onPayment, fee: cents, net: cents }), {
    icon: 'coins',
    says: ({ fee, net }) => `Stripe kept ${money(fee)}, ${money(net)} is left`,
    effect: ({ paymentId, fee, net }) => ({ payments: [{ paymentId, fee, net }] }),
    changes: ({ payments }, { paymentId }) => ({ payments: changed(payments, paymentId, { feeNoted: true }) }),
    webhook: ({ paymentId, fee, net }, around) => webhookEvent('payment.fee_noted', { ...ofBill(around), paymentId, feeCents: fee, netCents: net }),
  }),
  RefundRequested: event(z.object({ ...onPayment, refundId: z.string(), amount: cents, ...reason }), {
    icon: 'clock',
    repeatable: true,
    says: ({ amount }) => `Refund of ${money(amount)} asked of Stripe`,
    changes: ({ stripeRefunds }, { refundId, paymentId, amount }) => ({
      stripeRefunds: new Map(stripeRefunds).set(refundId, { paymentId, amount, stage: 'requested' }),
    }),
    webhook: null,
  }),
  /**
   * Stripe refunds this amount. `applied` of it had settled this bill; `unapplied` was credit. Recorded again if a
   * refund of several bills takes more from this one.
   */
  PaymentRefunded: event(z.object({ ...onPayment, refundId: z.string(), amount: cents, ...split, ...reasonOrNull }), {
    icon: 'undo',
    says: ({ amount }) => `${money(amount)} refunded`,
    effect: (data) => leaves(data, 'refunded', data.amount),
    changes: ({ stripeRefunds }, { refundId, paymentId, amount }) => {
      const known = stripeRefunds.get(refundId)
      const before = known?.stage === 'done' ? known.amount : 0
      return { stripeRefunds: new Map(stripeRefunds).set(refundId, { paymentId, amount: before + amount, stage: 'done' }) }
    },
    webhook: (data, around) => webhookEvent('payment.refunded', { ...moved(data, around), refundId: data.refundId }),
  }),
  /** The refund failed, so its money is back on the payment; `applied` of it settles this bill again. */
  RefundFailed: event(z.object({ ...onPayment, refundId: z.string(), ...split }), {
    icon: 'cross',
    says: 'Refund failed',
    effect: (data) => comesBack(data, 'refunded'),
    changes: ({ stripeRefunds }, { refundId }) => ({ stripeRefunds: changed(stripeRefunds, refundId, { stage: 'failed' }) }),
    webhook: (data, around) => webhookEvent('payment.refund_failed', { ...moved(data, around), refundId: data.refundId }),
  }),
  /**
   * The payor's bank withholds this money until the dispute is decided. Recorded again if the payment regains money
   * that it lacked at first, and the bank then withholds more.
   */
  PaymentDisputed: event(z.object({ ...onPayment, disputeId: z.string(), amount: cents, ...split }), {
    icon: 'alert',
    says: ({ amount }) =>
      amount === 0 ? 'Disputed, though it was paid back before' : `${money(amount)} disputed: the bank has taken it back for now`,
    effect: (data) => leaves(data, 'disputed', data.amount),
    changes: ({ disputes }, { disputeId, paymentId, amount }) => {
      const known = disputes.get(disputeId)
      const dispute = { paymentId, amount: (known?.amount ?? 0) + amount, stage: known?.stage ?? 'open' }
      return { disputes: new Map(disputes).set(disputeId, dispute) }
    },
    webhook: (data, around) => webhookEvent('payment.disputed', { ...moved(data, around), disputeId: data.disputeId }),
  }),
  DisputeWon: event(z.object({ ...onPayment, disputeId: z.string(), ...split }), {
    icon: 'hand-coins',
    says: ({ applied, unapplied }) => `Dispute won: ${money(applied + unapplied)} came back`,
    effect: (data) => comesBack(data, 'disputed'),
    changes: ({ disputes }, { disputeId }) => ({ disputes: changed(disputes, disputeId, { stage: 'won' }) }),
    webhook: (data, around) => webhookEvent('payment.dispute_won', { ...moved(data, around), disputeId: data.disputeId }),
  }),
  DisputeLost: event(z.object({ ...onPayment, disputeId: z.string() }), {
    icon: 'cross',
    says: 'Dispute lost',
    changes: ({ disputes }, { disputeId }) => ({ disputes: changed(disputes, disputeId, { stage: 'lost' }) }),
    webhook: ({ paymentId, disputeId }, around) => webhookEvent('payment.dispute_lost', { ...ofBill(around), paymentId, disputeId }),
  }),
}

export type { BillTerms, Released } from './event-parts.ts'
export { moved, withAmount } from './event-parts.ts'
export type { BillAround } from './state.ts'
export type BillEvent = EventOf<typeof billEvents>
export const billFold = foldOf<BillState, typeof billEvents>(billEvents)
export const moneyEvents = (Object.keys(billEvents) as BillEvent['type'][]).filter((type) => billEvents[type].effect !== noEffect)
/** The change that an event makes to a bill and its payments. */
export const effectOf = ({ type, data }: BillEvent): Effect => (billEvents[type].effect as (data: object) => Effect)(data)
export const billSentence = sentenceOf(billEvents)
