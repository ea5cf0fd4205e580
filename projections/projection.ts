import type pg from 'pg'
import type { DomainEvent } from '../modules/kernel/decider.ts'
import type { Category, RecordedEvent } from '../modules/platform/event-store/event-store.ts'

export type Transaction = Pick<pg.ClientBase, 'query'>

/** A read model: folds a batch of events into its tables with set-based statements, in the transaction that moves its checkpoint. */
export type Projection = Readonly<{
  name: string
  categories: readonly Category[]
  /** Those whose things it keeps itself, with their part of the journal. */
  own: readonly Category[]
  fold: (tx: Transaction, events: readonly RecordedEvent[]) => Promise<void>
}>

/** A module's event with its stream, revision and position. */
export type Recorded<Event extends DomainEvent> = RecordedEvent & Event
