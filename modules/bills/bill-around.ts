import { replay } from '../kernel/decider.ts'
import type { Cents } from '../kernel/money.ts'
import { type EventStore, isSetAside, type Revision, type StreamName } from '../platform/event-store/event-store.ts'
import type { BillEvent, BillTerms } from './events.ts'
import { type BillState, balanceOf, evolve, isPaid } from './state.ts'

export type BillFigures = Readonly<{ amount: Cents; balance: Cents; isPaid: boolean }>
/** A bill before an event of it (null: it was issued by it) and after. Texts about the payor are as the log has them, sealed. */
export type BillAround = Readonly<{ event: BillEvent; terms: BillTerms; before: BillFigures | null; after: BillFigures }>

const figures = (bill: BillState): BillFigures | null => bill && { amount: bill.amount, balance: balanceOf(bill), isPaid: isPaid(bill) }

/**
 * Null for an event that is not there, or was set aside.
 * @throws Error for one that stands unread, or comes after such a one
 */
export const billAround =
  (store: Pick<EventStore, 'read'>) =>
  async (stream: StreamName, revision: Revision): Promise<BillAround | null> => {
    const events = (await store.read(stream)).slice(0, revision + 1)
    const told = events[revision]
    if (events.some(({ unfolded }) => unfolded)) throw new Error('an event of the bill cannot be read yet')
    if (!told || isSetAside(told)) return null
    const history = events.filter((event) => !isSetAside(event)) as unknown as readonly BillEvent[]
    const decider = { initial: null, evolve }
    const bill = replay<BillState, BillEvent>(decider, history)
    const after = figures(bill)
    if (!bill || !after) return null
    return {
      event: told as unknown as BillEvent,
      terms: bill.terms,
      before: figures(replay<BillState, BillEvent>(decider, history.slice(0, -1))),
      after,
    }
  }
