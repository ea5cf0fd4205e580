import { categoryOf, type RecordedEvent } from '../modules/platform/event-store/event-store.ts'
import { copyNoted, notedIn } from './audit/journal.ts'
import type { Projection, Transaction } from './projection.ts'

/** Whether an event was set aside for a projection. */
export const leavesOut = ({ name }: Projection, { setAside }: RecordedEvent): boolean => setAside?.projections.includes(name) ?? false

/**
 * Folds a batch without what was set aside for this projection. Whoever keeps the thing still notes the event in the journal, since it was
 * recorded, as one of the network that set it aside.
 */
export const foldBatch = async (tx: Transaction, projection: Projection, events: readonly RecordedEvent[]): Promise<void> => {
  const left = events.filter((event) => leavesOut(projection, event))
  const rest = left.length === 0 ? events : events.filter((event) => !leavesOut(projection, event))
  if (rest.length > 0) await projection.fold(tx, rest)
  await copyNoted(
    tx,
    left.flatMap((event) =>
      event.setAside && projection.own.includes(categoryOf(event.stream)) ? [notedIn(event.setAside.networkId, event)] : [],
    ),
  )
}
