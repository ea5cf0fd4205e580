import type pg from 'pg'
import type { DomainEvent } from '../modules/kernel/decider.ts'
import { type EventOf, type EventTable, readBy } from '../modules/kernel/events.ts'
import { type Category, categoryOf, type RecordedEvent } from '../modules/platform/event-store/event-store.ts'

export type Transaction = Pick<pg.ClientBase, 'query'>

/** A read model: folds a batch of events into its tables with set-based statements, in the transaction that moves its checkpoint. */
export type Projection = Readonly<{
  name: string
  categories: readonly Category[]
  /** Those whose things it keeps itself, with their part of the journal. */
  own: readonly Category[]
  fold: (tx: Transaction, events: readonly RecordedEvent[]) => Promise<void>
}>

/**
 * Declares a projection by the events that it folds. Those of its own categories must all be in the table and have its shapes; of other
 * categories it sees the types that the table names. `recorded`: all events, as the log has them.
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

/** A module's event with its stream, revision and position. */
export type Recorded<Event extends DomainEvent> = RecordedEvent & Event
