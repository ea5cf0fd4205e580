import { type Category, categoryOf, type RecordedEvent } from '../modules/platform/event-store/event-store.ts'
import { notedIn } from './audit/journal.ts'
import { journal } from './audit/tables.ts'
import type { Projection, Transaction } from './projection.ts'
import { rowOf } from './stream-rows.ts'

/** True if an event is quarantined for a projection. */
export const leavesOut = ({ name }: Projection, { quarantined }: RecordedEvent): boolean => quarantined?.projections.includes(name) ?? false

/** The categories whose rows hold the revision of their stream, for optimistic concurrency. */
const REVISED: ReadonlySet<Category> = new Set(['bill', 'program', 'profile', 'member', 'network'])

/** Skips a quarantined event: the journal still records it, and the thing's revision advances. */
const passOver = async (tx: Transaction, projection: Projection, event: RecordedEvent): Promise<void> => {
  const { stream, revision, quarantined } = event
  const category = categoryOf(stream)
  if (!quarantined || !projection.own.includes(category)) return
  await journal.copy(tx, [notedIn(quarantined.networkId, event)])
  const row = REVISED.has(category) ? rowOf(stream) : null
  if (row) await tx.query(`update ${row.table} set revision = $2 where id = $1::${row.type}`, [row.id, revision])
}

/** Folds a batch without the events quarantined for this projection, in the order of the log, so that batch boundaries make no difference. */
export const foldBatch = async (tx: Transaction, projection: Projection, events: readonly RecordedEvent[]): Promise<void> => {
  let from = 0
  for (const [at, event] of events.entries()) {
    if (!leavesOut(projection, event)) continue
    if (at > from) await projection.fold(tx, events.slice(from, at))
    await passOver(tx, projection, event)
    from = at + 1
  }
  if (from < events.length) await projection.fold(tx, from === 0 ? events : events.slice(from))
}
