import { replay } from '../kernel/decider.ts'
import type { BillId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { type ChangingEvent, changeBy } from '../messages/values.ts'
import { type EventStore, isQuarantined, type Revision } from '../platform/event-store/event-store.ts'
import type { PositionChange } from './contract.ts'
import { type BillEvent, billFold, billStream } from './events.ts'
import type { Bill, BillState } from './state.ts'

type Change = Omit<PositionChange, 'kind'>
type Around = Readonly<{ before: Bill; after: Bill; now: Bill }>
type Data<Type extends BillEvent['type']> = Extract<BillEvent, { type: Type }>['data']

const whole = ({ applied, unapplied }: Readonly<{ applied: Cents; unapplied: Cents }>) => ({ amount: applied + unapplied })
const asMuch = ({ amount }: Readonly<{ amount: Cents }>) => ({ amount })
/** Null if the amount has changed again since then: the later change gets its own mail. */
const amountBetween = ({ before, after, now }: Around) =>
  now.amount !== after.amount || before.amount === after.amount || now.archived ? null : { amount: after.amount, before: before.amount }

/** For each event: the change to tell the payor about. Null if no money moved, or another mail will report it. */
const changes: { readonly [Type in ChangingEvent]: (data: Data<Type>, around: Around) => Change | null } = {
  DebitFailed: ({ attempt, code }, { before }) => ({ amount: before.attempts.get(attempt)?.amount ?? 0, code }),
  PaymentRefunded: asMuch,
  CreditRefunded: asMuch,
  RefundFailed: whole,
  PaymentReversed: whole,
  // Once a dispute is decided, only the mail about its outcome goes out.
  PaymentDisputed: ({ disputeId, amount }, { now }) => (now.disputes.get(disputeId)?.stage === 'open' ? { amount } : null),
  DisputeWon: whole,
  DisputeLost: ({ disputeId }, { now }) => {
    const { stage, amount = 0 } = now.disputes.get(disputeId) ?? {}
    return stage === 'lost' ? { amount } : null
  },
  BillAmountChanged: (_, around) => amountBetween(around),
  BillAdjusted: ({ released }, around) => {
    const credit = released.reduce((sum, { amount }) => sum + amount, 0)
    const change = amountBetween(around)
    return change && credit > 0 ? { ...change, credit } : change
  },
  BillArchived: ({ waived }, { now }) => (now.archived ? { amount: waived } : null),
  CreditApplied: asMuch,
  CreditTakenBack: asMuch,
}

export const changeBetween = (event: BillEvent, around: Around): PositionChange | null => {
  const { kind, type } = changeBy(event) ?? {}
  const change = type && (changes[type] as (data: BillEvent['data'], around: Around) => Change | null)(event.data, around)
  return kind && change ? { kind, ...change } : null
}

/** The change that the event at a revision of a bill's stream made for its payor. */
export const positionChangeOf =
  (store: Pick<EventStore, 'read'>) =>
  async (billId: BillId, revision: Revision): Promise<PositionChange | null> => {
    const events = billFold.read((await store.read(billStream(billId))).filter((event) => !isQuarantined(event)))
    const at = events.findIndex((event) => event.revision === revision)
    const event = events[at]
    if (!event) return null
    const billOf = (history: readonly BillEvent[]) => replay<BillState, BillEvent>({ initial: null, ...billFold }, history)
    const [before, after, now] = [billOf(events.slice(0, at)), billOf(events.slice(0, at + 1)), billOf(events)]
    const change = before && after && now ? changeBetween(event, { before, after, now }) : null
    // A dispute of money that was already refunded moves nothing.
    return change && change.amount > 0 ? change : null
  }
