import { expect } from 'vitest'
import type { IntentPort, ObservedIntent } from '../../modules/bills/contract.ts'
import { DomainError, methodNotEnabled, refused } from '../../modules/kernel/errors.ts'
import type { BillId, PaymentId } from '../../modules/kernel/ids.ts'
import { uuidV5 } from '../../modules/platform/uuid-v5.ts'

/** An intent of a bill's attempt or, for several bills, of a remittance. */
export type Intent = {
  intentId: string
  owner: string
  billId: BillId | null
  remittanceId: string | null
  attempt: number | null
  amount: number
  status: ObservedIntent['status']
  refunds: { refundId: string; billId: string | null; amount: number; failed: boolean; reason: null }[]
  disputes: { disputeId: string; amount: number; outcome: 'open' | 'won' | 'lost' }[]
}

/** Stripe in memory. It answers late or never, or acts without an answer. */
export const stripeInMemory = (random: () => number, isCalm: () => boolean) => {
  const intents = new Map<string, Intent>()
  const inbox: string[] = []
  const idle = async (): Promise<void> => {
    for (let ticks = Math.floor(random() * 4); ticks > 0; ticks -= 1) await null
  }
  const outage = () => new DomainError('unavailable', 'unavailable', 'Stripe is not responding right now.')
  const unreliably = async <Answer>(work: () => Answer): Promise<Answer> => {
    await idle()
    if (!isCalm() && random() < 0.08) throw outage()
    const answer = work()
    await idle()
    if (!isCalm() && random() < 0.08) throw outage()
    return answer
  }
  const found = (intentId: string): Intent => intents.get(intentId) ?? expect.fail(intentId)
  const changed = (intent: Intent): void => {
    // Webhooks come twice, in any order, or never.
    for (let copies = Math.floor(random() * 3); copies > 0; copies -= 1) inbox.push(intent.intentId)
  }
  const port: IntentPort = {
    create: ({ subject, amount, accountId, owner }) =>
      unreliably(() => {
        const of = { billId: null, remittanceId: null, attempt: null, ...subject }
        if (!isCalm() && random() < 0.02) throw methodNotEnabled()
        const intentId = `pi_${of.billId ?? of.remittanceId}_${of.attempt}`
        if (!intents.has(intentId)) intents.set(intentId, { ...of, intentId, owner, amount, status: 'open', refunds: [], disputes: [] })
        return intents.get(intentId)?.owner === owner ? { intentId, accountId, clientSecret: 'secret', amount } : null
      }),
    offer: () => unreliably(() => {}),
    charge: (_, intentId) =>
      unreliably(() => {
        const intent = found(intentId)
        if (intent.status !== 'open') return { code: 'payment_intent_unexpected_state', decline: null }
        if (random() < 0.3) return { code: 'card_declined', decline: 'insufficient_funds' }
        intent.status = random() < 0.7 ? 'succeeded' : 'processing'
        changed(intent)
        return null
      }),
    observe: (accountId, intentId, whole) =>
      unreliably(() => {
        const { billId, remittanceId, owner, attempt, amount, status, refunds, disputes } = found(intentId)
        const received = status === 'succeeded' ? amount : 0
        const after =
          received > 0 && (whole || disputes.length > 0 || refunds.some(({ failed }) => !failed))
            ? { refunds: structuredClone(refunds), disputes: structuredClone(disputes) }
            : { refunds: [], disputes: [] }
        const observed: ObservedIntent = {
          ...{
            intentId,
            accountId,
            attempt,
            status,
            amount,
            received,
            currency: 'usd',
            method: 'credit',
            wasProcessing: false,
            reference: null,
            failure: null,
          },
          paymentId: uuidV5(intentId) as PaymentId,
          fee: received > 0 ? { fee: 320, net: received - 320 } : null,
          ...after,
        }
        return { billId, remittanceId, clientSecret: 'secret', observed, owner, challenge: null }
      }),
    cancel: (_, intentId) =>
      unreliably(() => {
        const intent = found(intentId)
        if (intent.status !== 'open') return
        intent.status = 'canceled'
        changed(intent)
      }),
    refund: ({ billId, refundId, intentId, amount }) =>
      unreliably(() => {
        const intent = found(intentId)
        if (intent.refunds.some((one) => one.refundId === refundId)) return
        const gone = [...intent.refunds, ...intent.disputes.filter(({ outcome }) => outcome !== 'won')].reduce((sum, one) => sum + one.amount, 0)
        if (gone + amount > intent.amount) throw refused('refund-refused', 'Stripe refused the refund.')
        intent.refunds.push({ refundId, billId, amount, failed: false, reason: null })
        changed(intent)
      }),
  }
  return { intents, inbox, port, changed }
}
