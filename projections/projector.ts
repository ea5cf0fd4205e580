import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Category, categoryOf, type EventStore, type Position, type RecordedEvent, START } from '../modules/platform/event-store/event-store.ts'
import type { Log } from '../modules/platform/log.ts'
import { READ_SCHEMA, transaction } from '../modules/platform/postgres/database.ts'
import { originOf, span } from '../modules/platform/telemetry/telemetry.ts'
import { journal, notedIn } from './audit/journal.ts'
import type { Projection, Transaction } from './projection.ts'
import { rowOf } from './stream-rows.ts'
import { blockedEventOf, forgetUnfolded, isAskedFor, isOfEvent, noteUnfolded } from './unfolded.ts'

/** True if an event is quarantined for a projection. */
const leavesOut = ({ name }: Projection, { quarantined }: RecordedEvent): boolean => quarantined?.projections.includes(name) ?? false

/** The categories whose rows contain the revision of their stream, for optimistic concurrency. */
const REVISED: ReadonlySet<Category> = new Set(['bill', 'program', 'profile', 'member', 'network'])

/** Skips a quarantined event. The journal still records it, and the row's revision still advances. */
const passOver = async (tx: Transaction, projection: Projection, event: RecordedEvent): Promise<void> => {
  const { stream, revision, quarantined } = event
  const category = categoryOf(stream)
  if (!quarantined || !projection.own.includes(category)) return
  await journal.copy(tx, [notedIn(quarantined.networkId, event)])
  const row = REVISED.has(category) ? rowOf(stream) : null
  if (row) await tx.query(`update ${row.table} set revision = $2 where id = $1::${row.type}`, [row.id, revision])
}

/**
 * Folds a batch without the events quarantined for this projection, in the order of the log, so that batch boundaries
 * make no difference.
 */
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

const MAX_PAUSE_MS = 5_000
/** The interval at which a blocked projection checks if its event was quarantined. */
const POLL_MS = 250
const FULL_BATCH = 2_000

/** The checkpoint has moved: another process folds this projection, or a rebuild has replaced it. */
class Fenced extends Error {}

/**
 * An Admin is quarantining the next event. The event must not be folded, so that the log is right about which
 * projections have folded it.
 */
class Asked extends Error {}

/** The log has a gap, a broken invariant: the projection stops rather than show wrong figures. */
class Gap extends Error {}

/** The tables belong to another release, which folds them. */
class OtherRelease extends Error {}

/** A projection's checkpoint. `schema` is the read schema, or the one that a rebuild fills. */
export const positionOf = async (tx: Transaction, schema: string, name: string): Promise<Position> => {
  const { rows } = await tx.query<{ position: number }>(`select position from ${schema}.checkpoints where name = $1`, [name])
  return rows[0] ? BigInt(rows[0].position) : START
}

/** The position of a projection's checkpoint, which is created if it is missing. */
const beginningOf = async (pool: pg.Pool, schema: string, name: string): Promise<Position> => {
  await pool.query(`insert into ${schema}.checkpoints (name, position) values ($1, $2) on conflict do nothing`, [name, START])
  return positionOf(pool, schema, name)
}

/**
 * Locks the checkpoint before the batch is folded, and sets the search path: a rebuild that swaps the tables makes this
 * wait at its start, not in the middle of a batch. Only a statement after the lock sees marks written before it was
 * granted.
 */
const holding = (schema: string, name: string): string =>
  `set local search_path = ${schema}, public; select from ${schema}.checkpoints where name = '${name}' for update;
   select position, obj_description('${schema}'::regnamespace, 'pg_namespace') as release, ${blockedEventOf(name)}
    from ${schema}.checkpoints where name = '${name}'`
type Held = Readonly<{ position: number; release: string | null; asked: readonly string[]; stands: boolean }>

/** Moves the checkpoint, which the transaction has locked. */
const moving = (schema: string, name: string, to: Position): string => `update ${schema}.checkpoints set position = ${to} where name = '${name}'`

export type ProjectorOptions = Readonly<{
  pool: pg.Pool
  store: EventStore
  projection: Projection
  schema: string
  /** The release that the tables must belong to (projections/rebuild.ts); another release folds its tables itself. */
  release?: string
  log: Log
  signal: AbortSignal
  /** Called with the first position, and after each committed batch. */
  onMoved?: (position: Position) => void
  /**
   * Called with the problem that blocks the projection, and the position if an event is the cause; called with null
   * once it continues.
   */
  onStopped?: (problem: string | null, at?: Position | null) => void
}>

/** Waits for `ms` before the next try, or until the blocked event is quarantined. */
const rest = async ({ pool, projection, signal }: ProjectorOptions, event: RecordedEvent | null, ms: number): Promise<void> => {
  for (let left = ms; left > 0 && !signal.aborted; left -= POLL_MS) {
    await setTimeout(Math.min(left, event ? POLL_MS : left), undefined, { signal }).catch(() => {})
    if (!event) return
    if (await isAskedFor(pool, projection.name, event).catch(() => false)) return
  }
}

/**
 * Follows the log and folds it, for ever. Each batch and its checkpoint are one transaction, so an event is folded
 * exactly once despite crashes. An event that cannot be folded blocks this projection alone: it is named in the log, in
 * /readyz and to its network's Admins and Auditors, and retried until a release fixes it (R110) or an Admin quarantines
 * it (R111).
 */
export const runProjector = async (options: ProjectorOptions): Promise<void> => {
  const { pool, store, projection, schema, release, log, signal, onMoved, onStopped } = options
  const isLive = schema === READ_SCHEMA
  let failures = 0
  let maxBatch = FULL_BATCH
  while (!signal.aborted) {
    let folding: readonly RecordedEvent[] = []
    try {
      let position = await beginningOf(pool, schema, projection.name)
      onMoved?.(position)
      for await (const batch of store.follow({ after: position, categories: projection.categories, maxBatch, signal })) {
        if (batch.previous !== position) throw new Gap(`${projection.name} stands at ${position}, the next batch follows on ${batch.previous}`)
        const from = position
        // Asynchronous commit: after a crash a batch is folded again from the log.
        const fold = () =>
          transaction(
            pool,
            async (tx, [held]: readonly Held[]) => {
              if (release !== undefined && held?.release !== release) throw new OtherRelease()
              if (held === undefined || BigInt(held.position) !== from) throw new Fenced()
              if (batch.events.some((event) => held.asked.includes(event.id) && !leavesOut(projection, event)))
                throw new Asked(`${projection.name} waits`)
              folding = batch.events
              if (batch.events.length > 0) await foldBatch(tx, projection, batch.events)
              folding = []
              if (held.stands && isLive) await forgetUnfolded(tx, projection.name, batch.position)
            },
            { asynchronous: true, withBegin: holding(schema, projection.name), withCommit: moving(schema, projection.name, batch.position) },
          )
        // The events of a rebuild are not traced, since they were traced when they were new.
        if (batch.events.length > 0 && isLive)
          await span(`project ${projection.name}`, { 'vestry.events': batch.events.length }, fold, {
            origin: originOf(batch.events),
          })
        else await fold()
        position = batch.position
        if (failures > 0) onStopped?.(null)
        failures = 0
        onMoved?.(position)
        // Once the failed event is folded, batches grow again to full size.
        if (maxBatch < FULL_BATCH) {
          maxBatch = Math.min(FULL_BATCH, 2 * maxBatch)
          break
        }
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Fenced) continue
      if (error instanceof OtherRelease) {
        log.warn({ projection: projection.name }, 'the read models are those of another release, which folds them')
        await setTimeout(MAX_PAUSE_MS, undefined, { signal }).catch(() => {})
        continue
      }
      failures += 1
      const [event = null] = folding.length === 1 && isOfEvent(error) ? folding : []
      // Folded one by one, the events before the bad event succeed, and the bad event can be named.
      maxBatch = failures > 1 ? 1 : maxBatch
      if (failures > 2) onStopped?.(error instanceof Error ? error.message : String(error), event?.position ?? null)
      log.error({ err: error, projection: projection.name }, 'projection stopped')
      if (failures > 2 && event && isLive)
        await noteUnfolded(options, event, error).catch((err) => log.error({ err, projection: projection.name }, 'not noted'))
      await rest(options, event, error instanceof Asked ? POLL_MS : Math.min(MAX_PAUSE_MS, 50 * 2 ** failures))
    }
  }
}
