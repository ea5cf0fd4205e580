import { replay } from '../kernel/decider.ts'
import type { BillId } from '../kernel/ids.ts'
import { type EventStore, isQuarantined, type Revision } from '../platform/event-store/event-store.ts'
import type { PositionChange } from './contract.ts'
import { type BillEvent, billFold, billStream } from './events.ts'
import type { Bill, BillState } from './state.ts'

/** What a payor is told of an event between two states of a bill; null where something later says it better, or nothing moved. */
export const changeBetween = ({ type, data }: BillEvent, before: Bill, after: Bill, now: Bill): PositionChange | null => {
  switch (type) {
    case 'DebitFailed':
      return { kind: 'debit-returned', amount: before.attempts.get(data.attempt)?.amount ?? 0, code: data.code }
    case 'BillAmountChanged':
    case 'BillAdjusted': {
      const credit = type === 'BillAdjusted' ? data.released.reduce((sum, { amount }) => sum + amount, 0) : 0
      // A later change has a mail of its own.
      if (now.amount !== after.amount || before.amount === after.amount || now.archived) return null
      return { kind: 'amount-changed', amount: after.amount, before: before.amount, ...(credit > 0 ? { credit } : {}) }
    }
    case 'BillArchived':
      return now.archived ? { kind: 'waived', amount: data.waived } : null
    case 'PaymentReversed':
      return { kind: 'reversed', amount: data.applied + data.unapplied }
    case 'PaymentRefunded':
      return { kind: 'refunded', amount: data.amount }
    case 'CreditRefunded':
      return { kind: 'credit-refunded', amount: data.amount }
    case 'RefundFailed':
      return { kind: 'refund-failed', amount: data.applied + data.unapplied }
    case 'PaymentDisputed':
      // A dispute that is decided already is told by its outcome.
      return now.disputes.get(data.disputeId)?.stage === 'open' ? { kind: 'disputed', amount: data.amount } : null
    case 'DisputeWon':
      return { kind: 'dispute-won', amount: data.applied + data.unapplied }
    case 'DisputeLost': {
      const { stage, amount = 0 } = now.disputes.get(data.disputeId) ?? {}
      return stage === 'lost' ? { kind: 'dispute-lost', amount } : null
    }
    case 'CreditApplied':
      return { kind: 'credit-used', amount: data.amount }
    case 'CreditTakenBack':
      return { kind: 'credit-taken-back', amount: data.amount }
    default:
      return null
  }
}

/** What the event at a revision of a bill's stream changed for its payor. */
export const positionChangeOf =
  (store: Pick<EventStore, 'read'>) =>
  async (billId: BillId, revision: Revision): Promise<PositionChange | null> => {
    const events = billFold.read((await store.read(billStream(billId))).filter((event) => !isQuarantined(event)))
    const at = events.findIndex((event) => event.revision === revision)
    const event = events[at]
    if (!event) return null
    const billOf = (history: readonly BillEvent[]) => replay<BillState, BillEvent>({ initial: null, ...billFold }, history)
    const [before, after, now] = [billOf(events.slice(0, at)), billOf(events.slice(0, at + 1)), billOf(events)]
    const change = before && after && now ? changeBetween(event, before, after, now) : null
    // What a bank takes back of money that was paid back before moves nothing.
    return change && change.amount > 0 ? change : null
  }
