import type pg from 'pg'
import type { DomainEvent } from '../modules/kernel/decider.ts'
import { type EventOf, type EventTable, readBy } from '../modules/kernel/events.ts'
import { type Category, categoryOf, type RecordedEvent } from '../modules/platform/event-store/event-store.ts'

export type Transaction = Pick<pg.ClientBase, 'query'>

/**
 * A read model: folds a batch of events into its tables with set-based statements, in the transaction that moves its
 * checkpoint.
 */
export type Projection = Readonly<{
  name: string
  categories: readonly Category[]
  /** The categories whose records this read model keeps. It writes their events into the journal, too. */
  own: readonly Category[]
  fold: (tx: Transaction, events: readonly RecordedEvent[]) => Promise<void>
}>

/**
 * Declares a projection by the events that it folds. The table must list all events of the categories in `own`, in
 * their shapes; of other categories it receives the listed types. `recorded`: all events, as the log has them.
 */
export const projectionOf = <Table extends EventTable>(
  table: Table,
  {
    fold,
    ...projection
  }: Omit<Projection, 'fold'> &
    Readonly<{ fold: (tx: Transaction, events: readonly (RecordedEvent & EventOf<Table>)[], recorded: readonly RecordedEvent[]) => Promise<void> }>,
): Projection => {
  const read = readBy(table)
  const isSeen = ({ type, stream }: RecordedEvent) => Object.hasOwn(table, type) || projection.own.includes(categoryOf(stream))
  return { ...projection, fold: (tx, recorded) => fold(tx, read(recorded.filter(isSeen)), recorded) }
}

export type Recorded<Event extends DomainEvent> = RecordedEvent & Event
