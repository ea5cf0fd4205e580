import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { transaction } from '../modules/platform/database.ts'
import { type EventStore, type Position, START } from '../modules/platform/event-store.ts'
import type { Log } from '../modules/platform/log.ts'
import type { Projection, Transaction } from './projection.ts'

export const PROGRESS_CHANNEL = 'vestry_progress'
const MAX_PAUSE_MS = 5_000

/** The checkpoint is not where it was left: another holder folds this projection, or a rebuild has taken its place. */
class Fenced extends Error {}

/** The log has a hole, which must never happen: better to stand still than to be wrong. */
class Gap extends Error {}

/** Where a projection's tables stand. `schema` is the read schema, or the one that a rebuild fills. */
export const positionOf = async (tx: Transaction, schema: string, name: string): Promise<Position> => {
  const { rows } = await tx.query<{ position: number }>(`select position from ${schema}.checkpoints where name = $1`, [name])
  return rows[0] ? BigInt(rows[0].position) : START
}

/**
 * Takes hold of the checkpoint before anything is folded, and has its schema searched: a rebuild that is about to put new tables in
 * their place makes this wait, and not one that already holds half of the old ones.
 */
const holdCheckpoint = async (tx: Transaction, schema: string, name: string, from: Position) => {
  const hold = async () => {
    const { rows } = await tx.query<{ position: number }>(
      `select position, set_config('search_path', $2, true) from ${schema}.checkpoints where name = $1 for update`,
      [name, `${schema}, public`],
    )
    return rows[0]
  }
  let held = await hold()
  if (held === undefined) {
    await tx.query(`insert into ${schema}.checkpoints (name, position) values ($1, $2) on conflict do nothing`, [name, START])
    held = await hold()
  }
  if (held === undefined || BigInt(held.position) !== from) throw new Fenced()
}

/** Moves the checkpoint, and says so to whoever waits for it once this is committed. */
const moveCheckpoint = async (tx: Transaction, schema: string, name: string, from: Position, to: Position) => {
  const moved = await tx.query(
    `with moved as (update ${schema}.checkpoints set position = $3 where name = $1 and position = $2 returning 1) select pg_notify($4, $5) from moved`,
    [name, from, to, PROGRESS_CHANNEL, `${schema}:${name}:${to}`],
  )
  if (moved.rowCount !== 1) throw new Fenced()
}

export type ProjectorOptions = Readonly<{
  pool: pg.Pool
  store: EventStore
  projection: Projection
  schema: string
  log: Log
  signal: AbortSignal
  /** Called after each committed batch. */
  onMoved?: (position: Position) => void
  /** Called with what stopped it, and with null once it goes on. */
  onStopped?: (problem: string | null) => void
}>

/**
 * Follows the log and folds it, for ever. Each batch and its checkpoint are one transaction, so an event is folded
 * exactly once whatever crashes. An event that cannot be folded stops this projection alone: it is named in the log
 * and in /readyz, and tried again until a release mends it.
 */
export const runProjector = async (options: ProjectorOptions): Promise<void> => {
  const { pool, store, projection, schema, log, signal, onMoved, onStopped } = options
  let failures = 0
  let maxBatch = 2000
  while (!signal.aborted) {
    try {
      let position = await positionOf(pool, schema, projection.name)
      for await (const batch of store.follow({ after: position, categories: projection.categories, maxBatch, signal })) {
        if (batch.previous !== position) throw new Gap(`${projection.name} stands at ${position}, the next batch follows on ${batch.previous}`)
        const from = position
        // What is folded can be folded again from the log, so the disk need not be waited for.
        await transaction(
          pool,
          async (tx) => {
            await holdCheckpoint(tx, schema, projection.name, from)
            if (batch.events.length > 0) await projection.fold(tx, batch.events)
            await moveCheckpoint(tx, schema, projection.name, from, batch.position)
          },
          { asynchronous: true },
        )
        position = batch.position
        if (failures > 0) onStopped?.(null)
        failures = 0
        onMoved?.(position)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Fenced) continue
      failures += 1
      // Event by event, the good ones before it get through and the bad one can be named.
      maxBatch = failures > 1 ? 1 : maxBatch
      if (failures > 2) onStopped?.(error instanceof Error ? error.message : String(error))
      log.error({ err: error, projection: projection.name }, 'projection stopped')
      await setTimeout(Math.min(MAX_PAUSE_MS, 50 * 2 ** failures), undefined, { signal }).catch(() => {})
    }
  }
}
