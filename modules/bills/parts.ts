import type { BillId, PaymentId, RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Appended, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { type BillAttempts, unlessUnavailable } from './attempts.ts'
import { billCodec } from './codec.ts'
import { type BillCommand, billDecider } from './decider.ts'
import { billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'
import { liveAttempt } from './state.ts'

type Held = Omit<Extract<BillCommand, { type: 'HoldPayment' }>, 'type'>
type OnPayment = Readonly<{ billId: BillId; paymentId: PaymentId }>
type Dependencies = Readonly<{ store: EventStore; settleRemittance: SettleRemittance; personal: PersonalData; attempts: BillAttempts }>

/** The commands by which a remittance changes its bills. */
export const billParts = ({ store, settleRemittance, personal, attempts }: Dependencies) => {
  // A bill takes and releases parts without waiting for another remittance, which might wait for this one.
  const { load, handle } = commandHandler(store, billDecider, billCodec(personal))
  const settled = billHandler(store, settleRemittance, billCodec(personal))
  return {
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
