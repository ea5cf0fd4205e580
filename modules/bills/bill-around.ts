import { replay } from '../kernel/decider.ts'
import { type EventStore, isQuarantined, type Revision, type StreamName } from '../platform/event-store/event-store.ts'
import { balanceOf, isPaid } from './effect.ts'
import { type BillEvent, billFold } from './events.ts'
import type { BillAround, BillState } from './state.ts'

const figuresOf = (bill: BillState): BillAround['before'] => bill && { amount: bill.amount, balance: balanceOf(bill), isPaid: isPaid(bill) }

/**
 * The event at a revision of a bill's stream, with the bill before and after it; null for a missing or quarantined
 * event. Texts about the payor stay encrypted, as in the log.
 * @throws Error if this event or an earlier one cannot be read
 */
export const billAround =
  (store: Pick<EventStore, 'read'>) =>
  async (stream: StreamName, revision: Revision): Promise<(BillAround & Readonly<{ event: BillEvent }>) | null> => {
    const recorded = (await store.read(stream)).slice(0, revision + 1)
    const last = recorded[revision]
    if (recorded.some(({ unfolded }) => unfolded)) throw new Error('an event of the bill cannot be read yet')
    if (!last || isQuarantined(last)) return null
    const events = billFold.read(recorded.filter((event) => !isQuarantined(event)))
    const bill = (history: readonly BillEvent[]) => replay<BillState, BillEvent>({ initial: null, ...billFold }, history)
    const [event, before, now] = [events.at(-1), bill(events.slice(0, -1)), bill(events)]
    const after = figuresOf(now)
    return event && now && after ? { event, terms: now.terms, before: figuresOf(before), after } : null
  }
