import { methodNotEnabled, missing, refused } from '../kernel/errors.ts'
import type { BillId, PaymentId, PayorId, ProfileId, RemittanceId } from '../kernel/ids.ts'
import { type Cents, formatMoney, toDollars } from '../kernel/money.ts'
import type { ProgramStatus } from '../programs/contract.ts'
import { LEAST_BY_STRIPE, MOST_BY_STRIPE, type ObservedIntent } from './contract.ts'
import { balanceOf, isPaid } from './effect.ts'
import { type BillEvent, billFold } from './events.ts'
import {
  type Attempt,
  attemptBy,
  type BillState,
  isDebitUnderWay,
  liveAttempt,
  nextOf,
  payerIn,
  type RecordedPayment,
  refundableOf,
  unappliedOf,
} from './state.ts'

type On = { billId: BillId }

export type StripeCommand =
  /** Opens an attempt to pay the next amount due, the balance, or `most` of it, unless a live attempt already fits. */
  | (On &
      Readonly<{
        type: 'OpenAttempt'
        profileId: ProfileId
        accountId: string
        programStatus: ProgramStatus
        enabled: boolean
        remittanceId?: RemittanceId
        payerId?: PayorId | null
      }> &
      Paying)
  | (On & { type: 'NoteIntent'; attempt: number; intentId: string })
  /** Closes an attempt that can no longer be paid. `intentId`: the intent that the caller knows for it, or null. */
  | (On & { type: 'CloseAttempt'; attempt: number; intentId: string | null })
  /**
   * Records all that is new in Stripe's state of an intent, its refunds and disputes. `receiptTo`: the address entered
   * for the receipt.
   */
  | (On & { type: 'Observe'; observed: ObservedIntent; receiptTo?: string })
  | (On & { type: 'RequestRefund'; refundId: string; paymentId: PaymentId; amount: Cents | null; reason: string })
  | (On & { type: 'NoteRefusedRefund'; refundId: string })

type Bill = NonNullable<BillState>

const notPayable = (message: string) => refused('not-payable', message)
export const debitUnderWay = () => notPayable('A bank debit for this bill is in progress.')

export const refuseUnpayable = (bill: Bill, programStatus: ProgramStatus): void => {
  if (bill.archived) throw notPayable('This bill was archived.')
  if (isPaid(bill)) throw notPayable('This bill is already paid.')
  if (bill.claim) throw notPayable('A payment for this bill is waiting to be confirmed.')
  if (programStatus !== 'Active') throw notPayable('This program is not accepting payments.')
}

type Paying = Readonly<{ whole?: boolean; most?: Cents }>

/** While a payment may be in progress, the amount cannot change. The caller cancels the attempt first. */
export const refuseWhilePaying = (bill: Bill): void => {
  if (isDebitUnderWay(bill))
    throw refused('not-allowed', 'A bank debit of this bill is in progress. Please wait until it has cleared or been returned.')
  if (liveAttempt(bill)) throw refused('payment-under-way', 'This bill is being paid right now. Please try again in a minute.')
}

/** The amount that is paid: the next part of a plan or, with `whole`, the balance; at most `most`. */
export const amountToPay = (bill: Bill, { whole = false, most = Number.POSITIVE_INFINITY }: Paying = {}): Cents =>
  Math.min(whole ? balanceOf(bill) : (nextOf(bill)?.amount ?? 0), most)

/**
 * The attempt to which an intent belongs. If a process crashed before it could record the intent, the attempt is found
 * by its number.
 */
const attemptOf = (bill: Bill, { intentId, accountId, attempt, amount, currency }: ObservedIntent): Attempt => {
  const numbered = attempt === null ? undefined : bill.attempts.get(attempt)
  const mine = attemptBy(bill, intentId) ?? (numbered?.intentId === null ? numbered : undefined)
  if (!mine || mine.accountId !== accountId || mine.amount !== amount || currency !== 'usd')
    throw refused('intent-mismatch', 'This payment does not belong to this assessment.')
  return mine
}

/** Splits an amount that leaves a payment: credit is taken first, then money that settles the bill. */
const takenFrom = (payment: { applied: Cents }, unapplied: Cents, amount: Cents): { applied: Cents; unapplied: Cents } => {
  const fromCredit = Math.min(Math.max(0, unapplied), amount)
  const applied = Math.min(payment.applied, amount - fromCredit)
  // If the credit was used for another bill, the payment's credit becomes negative.
  return { applied, unapplied: amount - applied }
}

/**
 * The amount that a dispute withholds: never more than is left of the payment after refunds, even if more is asked.
 */
const withheldOf = ({ amount, refunded, disputed }: RecordedPayment, asked: Cents): Cents =>
  Math.min(asked, Math.max(0, amount - refunded - disputed))

/**
 * Splits money that comes back to a payment: it first covers credit that was used for other bills, then settles this
 * bill; the rest becomes credit.
 */
const givenBack = (bill: Bill, payment: RecordedPayment, amount: Cents): { applied: Cents; unapplied: Cents } => {
  const applied = Math.min(Math.max(0, unappliedOf(payment) + amount), amount, balanceOf(bill))
  return { applied, unapplied: amount - applied }
}

const observe = (billId: BillId, observed: ObservedIntent, before: Bill, receiptTo: string | undefined): BillEvent[] => {
  const events: BillEvent[] = []
  let bill = before
  const add = (event: BillEvent): void => {
    events.push(event)
    bill = billFold.evolve(bill, event) as Bill
  }
  const { attempt, stage, intentId: known, accountId, payerId, receiptTo: asked } = attemptOf(bill, observed)
  const { intentId, paymentId, status, received, method, reference } = observed
  const language = observed.language ? { language: observed.language } : {}
  if (known === null) add({ type: 'PaymentIntentCreated', data: { billId, attempt, intentId } })

  if (status === 'processing' && (stage === 'open' || stage === 'closed'))
    add({ type: 'DebitStarted', data: { billId, attempt, amount: observed.amount } })
  // A debit can be returned before its start was recorded. An open intent that was read before its debit began does not
  // mean that the debit was returned.
  const isReturned = status === 'open' && observed.wasProcessing && (stage === 'processing' || stage === 'open')
  if (isReturned || (status === 'canceled' && stage === 'processing'))
    add({ type: 'DebitFailed', data: { billId, attempt, code: observed.failure, ...language } })
  if (status === 'canceled' && stage === 'open') add({ type: 'PaymentAttemptClosed', data: { billId, attempt } })
  // Only the first address entered for a payment counts.
  const wanted = asked === undefined ? receiptTo : undefined
  if (status === 'succeeded' && !bill.payments.has(paymentId)) {
    const applied = Math.min(received, balanceOf(bill))
    const stripe = { intentId, accountId, attempt }
    const to = asked ?? wanted
    const paid = { billId, paymentId, amount: received, applied, method, reference, receivedOn: null, stripe, ...payerIn(bill, payerId), ...language }
    add({ type: 'PaymentRecorded', data: { ...paid, ...(to ? { receiptTo: to } : {}) } })
  } else if (wanted && (status === 'succeeded' || status === 'processing'))
    add({ type: 'ReceiptRequested', data: { billId, attempt, paymentId: status === 'succeeded' ? paymentId : null, receiptTo: wanted, ...language } })

  const paymentNow = () => bill.payments.get(paymentId)
  if (!paymentNow()) return events
  if (observed.fee && !paymentNow()?.feeNoted) add({ type: 'PaymentFeeNoted', data: { billId, paymentId, ...observed.fee } })
  for (const { refundId, amount, failed, reason } of observed.refunds) {
    const payment = paymentNow()
    const refund = bill.stripeRefunds.get(refundId)
    if (!payment) continue
    // The share of a bill in a refund of several bills can grow.
    const more = amount - (refund?.stage === 'done' ? refund.amount : 0)
    if (!failed && refund?.stage !== 'failed' && more > 0)
      add({ type: 'PaymentRefunded', data: { billId, refundId, paymentId, amount: more, ...takenFrom(payment, unappliedOf(payment), more), reason } })
    if (failed && refund?.stage === 'requested') add({ type: 'RefundFailed', data: { billId, refundId, paymentId, applied: 0, unapplied: 0 } })
    if (failed && refund?.stage === 'done')
      add({ type: 'RefundFailed', data: { billId, refundId, paymentId, ...givenBack(bill, payment, refund.amount) } })
  }
  // Won disputes come first, since another dispute may withhold the money that they give back.
  const wonFirst = observed.disputes.toSorted((a, b) => Number(b.outcome === 'won') - Number(a.outcome === 'won'))
  for (const { disputeId, amount: asked, outcome } of wonFirst) {
    const payment = paymentNow()
    const dispute = bill.disputes.get(disputeId)
    if (!payment) continue
    if (outcome !== 'won' && dispute?.stage !== 'won') {
      const amount = withheldOf(payment, asked - (dispute?.amount ?? 0))
      if (!dispute || amount > 0)
        add({ type: 'PaymentDisputed', data: { billId, disputeId, paymentId, amount, ...takenFrom(payment, unappliedOf(payment), amount) } })
    }
    if (outcome === 'lost' && dispute?.stage !== 'lost') add({ type: 'DisputeLost', data: { billId, disputeId, paymentId } })
    // A lost dispute can be won later: by an appeal, or if the payor's bank withdraws it.
    if (outcome === 'won' && dispute && dispute.stage !== 'won')
      add({ type: 'DisputeWon', data: { billId, disputeId, paymentId, ...givenBack(bill, payment, dispute.amount) } })
  }
  return events
}

/**
 * Decides on payments through Stripe. Only Stripe's state counts, never the browser's word; a repeated state records
 * nothing.
 */
export const decideStripe = (command: StripeCommand, bill: Bill): BillEvent[] => {
  const { billId } = command
  switch (command.type) {
    case 'OpenAttempt': {
      const { profileId, accountId, remittanceId, payerId } = command
      const amount = amountToPay(bill, command)
      refuseUnpayable(bill, command.programStatus)
      if (!command.enabled || amount > MOST_BY_STRIPE) throw methodNotEnabled()
      // Together with other bills a smaller amount can be paid.
      if (amount < LEAST_BY_STRIPE && !remittanceId) throw refused('amount-too-small', 'The minimum for cards and bank debits is $0.50.')
      const live = liveAttempt(bill)
      if (live?.stage === 'processing') throw debitUnderWay()
      if (live?.amount === amount && live.accountId === accountId && live.remittanceId === remittanceId) return []
      if (live) throw refused('payment-under-way', 'This bill is being paid right now. Please try again in a minute.')
      return [
        {
          type: 'PaymentAttemptOpened',
          data: {
            ...{ billId, attempt: bill.attempts.size + 1, amount, profileId, accountId },
            ...(remittanceId && { remittanceId }),
            ...payerIn(bill, payerId),
          },
        },
      ]
    }

    case 'NoteIntent': {
      const { attempt, intentId } = command
      return bill.attempts.get(attempt)?.intentId === null ? [{ type: 'PaymentIntentCreated', data: { billId, attempt, intentId } }] : []
    }

    case 'CloseAttempt': {
      const { attempt } = command
      const { stage, intentId } = bill.attempts.get(attempt) ?? {}
      return stage === 'open' && intentId === command.intentId ? [{ type: 'PaymentAttemptClosed', data: { billId, attempt } }] : []
    }

    case 'Observe':
      return observe(billId, command.observed, bill, command.receiptTo)

    case 'RequestRefund': {
      const { refundId, paymentId, reason } = command
      if (bill.stripeRefunds.has(refundId)) return []
      const payment = bill.payments.get(paymentId)
      if (!payment) throw missing('Payment')
      if (!payment.stripe) throw refused('not-refundable', 'Only payments by card or bank debit can be refunded. Reverse this payment instead.')
      const refundable = refundableOf(bill, paymentId)
      const amount = command.amount ?? refundable
      if (refundable <= 0) throw refused('not-refundable', 'This payment has nothing left to refund.')
      if (amount <= 0 || amount > refundable) throw refused('not-refundable', `Only ${formatMoney(toDollars(refundable))} can be refunded.`)
      return [{ type: 'RefundRequested', data: { billId, refundId, paymentId, amount, reason } }]
    }

    case 'NoteRefusedRefund': {
      const refund = bill.stripeRefunds.get(command.refundId)
      if (refund?.stage !== 'requested') return []
      return [{ type: 'RefundFailed', data: { billId, refundId: command.refundId, paymentId: refund.paymentId, applied: 0, unapplied: 0 } }]
    }
  }
}
