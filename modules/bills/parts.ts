import type { BillId, PaymentId, RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { type BillAttempts, hasDebitBy, hasReturns, unlessUnavailable } from './attempts.ts'
import { billCodec } from './codec.ts'
import type { ObservedIntent } from './contract.ts'
import { type BillCommand, billDecider } from './decider.ts'
import { billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { attemptBy, type BillState, liveAttempt } from './state.ts'
import { amountToPay } from './stripe-decider.ts'

type Held = Omit<Extract<BillCommand, { type: 'HoldPayment' }>, 'type'>
type Opened = Omit<Extract<BillCommand, { type: 'OpenAttempt' }>, 'type'>
type OnAttempt = Readonly<{ billId: BillId; attempt: number }>
type OnPayment = Readonly<{ billId: BillId; paymentId: PaymentId }>
type Dependencies = Readonly<{ store: EventStore; settleRemittance: SettleRemittance; personal: PersonalData; attempts: BillAttempts }>

/** The parts of bills in a payment by card or bank debit. */
const openJointParts = (attempts: BillAttempts, { load, handle }: ReturnType<typeof billHandler>) => {
  const liveIn = (bill: BillState) => {
    const live = bill && liveAttempt(bill)
    return (
      live && {
        attempt: live.attempt,
        amount: live.amount,
        accountId: live.accountId,
        remittanceId: live.remittanceId ?? null,
        intentId: live.intentId,
      }
    )
  }
  return {
    /** The bill as of now, for paying it together with others; null if it does not exist. `amount`: what is paid. */
    jointBill: async (billId: BillId, whole: boolean) => {
      const { state } = await load(billStream(billId))
      if (!state) return null
      const { networkId, programId, payorId, dueDate } = state.terms
      return {
        billId,
        networkId,
        programId,
        payorId,
        dueDate,
        amount: amountToPay(state, { whole }),
        attempts: state.attempts.size,
        live: liveIn(state),
      }
    },
    /**
     * Cancels the bill's live attempt for another payment.
     * @throws DomainError 409 `payment-under-way` during a 3-D Secure challenge
     */
    giveWay: async (billId: BillId, circumstances: Circumstances): Promise<void> => {
      const { state } = await load(billStream(billId))
      if (state && liveAttempt(state)) await attempts.giveWay(billId, state, circumstances)
    },
    /**
     * Opens the bill's attempt.
     * @throws DomainError 409 `not-payable`, `method-not-enabled`, `payment-under-way`
     */
    openPart: async (part: Opened, circumstances: Circumstances): Promise<OnAttempt & Readonly<{ amount: Cents }>> => {
      const { state } = await handle(billStream(part.billId), { type: 'OpenAttempt', ...part }, circumstances)
      const { attempt, amount } = liveIn(state) as NonNullable<ReturnType<typeof liveIn>>
      return { billId: part.billId, attempt, amount }
    },
    /** Records the intent of the bill's attempt. False if the attempt is over. */
    notePart: async ({ billId, attempt, intentId }: OnAttempt & Readonly<{ intentId: string }>, circumstances: Circumstances): Promise<boolean> => {
      const { state } = await handle(billStream(billId), { type: 'NoteIntent', billId, attempt, intentId }, circumstances)
      const live = liveIn(state)
      return live?.attempt === attempt && live.intentId === intentId
    },
    closePart: async ({ billId, attempt }: OnAttempt, circumstances: Circumstances): Promise<void> => {
      await handle(billStream(billId), { type: 'CloseAttempt', billId, attempt, intentId: null }, circumstances)
    },
    /** The bill's part as of now. It is read before its intent, which may change meanwhile. */
    partNow: async (billId: BillId, intentId: string) => {
      const { state, revision } = await load(billStream(billId))
      const paid = [...(state?.payments ?? [])].find(([, { stripe }]) => stripe?.intentId === intentId)
      const [paymentId, payment] = paid ?? [null, null]
      const ofPart = <Of extends Readonly<{ paymentId: PaymentId }>>(all: ReadonlyMap<string, Of> = new Map()) =>
        new Map([...all].filter(([, one]) => one.paymentId === paymentId))
      const refunds = ofPart(state?.stripeRefunds)
      const requested = [...refunds.values()].reduce((sum, one) => sum + (one.stage === 'requested' ? one.amount : 0), 0)
      return {
        ...{ revision, hasReturns: hasReturns(state), wasProcessing: hasDebitBy(state, intentId), receiptTo: attemptBy(state, intentId)?.receiptTo },
        kept: payment ? payment.amount - payment.refunded - payment.disputed - requested : 0,
        refunds,
        disputes: ofPart(state?.disputes),
      }
    },
    /** Records the state of the bill's part. `isLive`: the intent may still be paid. */
    observePart: async (billId: BillId, observed: ObservedIntent, receiptTo: string | undefined, circumstances: Circumstances) => {
      const asked = receiptTo === undefined ? {} : { receiptTo }
      const { state, shown, appended } = await handle(billStream(billId), { type: 'Observe', billId, observed, ...asked }, circumstances)
      if (appended.length > 0 && state) await attempts.closeLater(state)
      return { shown, isLive: liveIn(state)?.intentId === observed.intentId }
    },
  }
}

/** The commands by which a remittance changes its bills. */
export const billParts = ({ store, settleRemittance, personal, attempts }: Dependencies) => {
  // A bill takes and releases parts without waiting for another remittance, which might wait for this one.
  const { load, handle } = commandHandler(store, billDecider, billCodec(personal))
  const settled = billHandler(store, settleRemittance, billCodec(personal))
  return {
    ...openJointParts(attempts, settled),
    /** Cancels the bill's live attempt to pay by card, if Stripe answers. */
    releaseAttempt: async (billId: BillId, circumstances: Circumstances): Promise<void> => {
      const { state } = await load(billStream(billId))
      if (state && liveAttempt(state)) await attempts.releaseIfPossible(billId, state, circumstances)
    },
    /**
     * The part of the amount that the bill applied, and its revision by then.
     * @throws DomainError 409 `not-allowed` for an archived bill
     */
    hold: async (part: Held, circumstances: Circumstances): Promise<Readonly<{ applied: Cents; revision: number }>> => {
      const { state, revision } = await handle(billStream(part.billId), { type: 'HoldPayment', ...part }, circumstances)
      if (state) await attempts.closeLater(state)
      return { applied: state?.payments.get(part.paymentId)?.applied ?? 0, revision }
    },
    release: async (
      { billId, paymentId, remittanceId }: OnPayment & Readonly<{ remittanceId: RemittanceId }>,
      circumstances: Circumstances,
    ): Promise<void> => {
      const { state } = await load(billStream(billId))
      if (state?.payments.has(paymentId)) await handle(billStream(billId), { type: 'ReleaseHeld', billId, paymentId, remittanceId }, circumstances)
    },
    /** Throws the refusal that `reverse` would meet; changes nothing. */
    checkReversal: async ({ billId, paymentId }: OnPayment): Promise<void> => {
      const { state } = await load(billStream(billId))
      billDecider.decide({ type: 'Reverse', billId, paymentId, reason: '' }, state && { ...state, holds: new Set() })
    },
    isReversed: async ({ billId, paymentId }: OnPayment): Promise<boolean> =>
      (await load(billStream(billId))).state?.payments.get(paymentId)?.reversed ?? false,
    reverse: async ({ billId, paymentId, reason }: OnPayment & Readonly<{ reason: string }>, circumstances: Circumstances) => {
      const { state, shown } = await settled.handle(billStream(billId), { type: 'Reverse', billId, paymentId, reason }, circumstances)
      if (state) await attempts.closeLater(state)
      return shown
    },
    /** Requests a refund from Stripe. If Stripe does not answer in time, `refundWhatWasRequested` completes it. */
    refund: async (
      { refundId, ...refund }: OnPayment & Readonly<{ refundId: string; amount: Cents | null; reason: string }>,
      circumstances: Circumstances,
    ): Promise<readonly Appended[]> => {
      const { billId } = refund
      const requested = await settled.handle(billStream(billId), { type: 'RequestRefund', refundId, ...refund }, circumstances)
      const made = await attempts.refund(billId, refundId, circumstances).catch(unlessUnavailable)
      return (made ?? requested).shown
    },
  }
}
