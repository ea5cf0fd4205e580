import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type EventStore, type Position, START } from '../modules/platform/event-store/event-store.ts'
import type { Log } from '../modules/platform/log.ts'
import { READ_SCHEMA, transaction } from '../modules/platform/postgres/database.ts'
import { announceProgress } from './progress.ts'
import type { Projection, Transaction } from './projection.ts'
import { indexesSql, tablesSql } from './projections.ts'
import { positionOf, runProjector } from './projector.ts'
import { analyze } from './statistics.ts'
import { countQuarantined, takeOverUnfolded } from './unfolded.ts'

const NEXT_SCHEMA = 'read_next'
const OLD_SCHEMA = 'read_old'
const DROP_TRIES = 20
const views = readFileSync(path.join(import.meta.dirname, 'as-of.sql'), 'utf8')

/** The views of a schema's tables as of a moment. */
const asOf = (schema: string): string => `${schema}_as_of`

/** The file with a hash of all projectors' code without comments, which the build writes (scripts/build-server.mjs). */
const FOLDS = path.join(import.meta.dirname, '../dist/server/folds.sha256')

let known: string | undefined
/** A hash of the tables' definition and the projectors' code. When it changes, the read models are rebuilt. */
export const fingerprint = (): string => {
  known ??= createHash('sha256')
    .update(readFileSync(FOLDS))
    .update([tablesSql, ...indexesSql, views].join('\n').replaceAll(/--.*$/gm, ''))
    .digest('hex')
  return known
}

export const dropping = (schema: string): string => `drop schema if exists ${asOf(schema)} cascade; drop schema if exists ${schema} cascade`

/** Creates the tables with the indexes that folding needs, and the views as of a moment. */
export const createTables = async (tx: Transaction, schema: string): Promise<void> => {
  await tx.query(`${dropping(schema)}; create schema ${schema}; set local search_path = ${schema}, public`)
  await tx.query(tablesSql)
  await tx.query(`create schema ${asOf(schema)}; set local search_path = ${asOf(schema)}, ${schema}, public`)
  await tx.query(views)
}

/**
 * Creates the indexes that only queries use, one statement at a time, so that none waits for a table while it locks
 * another.
 */
export const createIndexes = async (db: Transaction, schema: string): Promise<void> => {
  for (const statement of indexesSql) await db.query(`set local search_path = ${schema}, public; ${statement}`)
}

/** Records that the tables belong to this release. */
const sign = (tx: Transaction, schema: string) => tx.query(`comment on schema ${schema} is '${fingerprint()}'`)

/**
 * Renames a schema, and the schema with its views of past moments, which the read models of an earlier release may
 * lack.
 */
const renameSchema = async (tx: Transaction, from: string, to: string): Promise<void> => {
  const { rows } = await tx.query<{ name: string }>('select nspname as name from pg_namespace where nspname = any($1)', [[from, asOf(from)]])
  for (const { name } of rows) await tx.query(`alter schema ${name} rename to ${name === from ? to : asOf(to)}`)
}

/** Drops the old schema. Retries, since queries that still run on the old tables may hold locks. */
const dropOld = async (pool: pg.Pool): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await pool.query(dropping(OLD_SCHEMA))
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === DROP_TRIES) throw error
      await setTimeout(50)
    }
  }
}

/** The positions of the live read models; START for missing ones. */
const shownBy = async (db: Transaction, projections: readonly Projection[]): Promise<ReadonlyMap<string, Position>> => {
  const exists = await db.query('select 1 from pg_namespace where nspname = $1', [READ_SCHEMA])
  const shown = new Map<string, Position>()
  for (const { name } of projections) shown.set(name, exists.rowCount ? await positionOf(db, READ_SCHEMA, name) : START)
  return shown
}

type RebuildOptions = Readonly<{
  pool: pg.Pool
  store: EventStore
  projections: readonly Projection[]
  log: Log
  onProgress?: (done: Position, of: Position) => void
  /** Aborts the rebuild; the next rebuild drops its tables. */
  gone?: AbortSignal
}>

const REBUILD_LOCK = 8421

/** Only one process at a time makes tables for the read models. */
const alone = async <Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [REBUILD_LOCK])
    return await work()
  } finally {
    // Closing the connection releases its lock.
    client.release(true)
  }
}

/**
 * The live read models have overtaken the rebuild: an event was quarantined after the rebuild had folded it, or the
 * rebuild is blocked at an event that the live read models have passed.
 */
class Overtaken extends Error {}

/**
 * Rebuilds all read models beside the live ones, then swaps them in one transaction, at a position no older than the
 * live one. Reads and writes continue meanwhile. A projection does not hold up the others if it is blocked at an event
 * that the live projection has not folded either.
 */
export const rebuild = (options: RebuildOptions): Promise<void> => alone(options.pool, () => buildAndSwap(options))

const buildAndSwap = async (options: RebuildOptions): Promise<void> => {
  for (;;) {
    try {
      return await rebuildOnce(options)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
}

const rebuildOnce = async ({ pool, store, projections, log, onProgress, gone }: RebuildOptions): Promise<void> => {
  await dropOld(pool)
  await transaction(pool, async (tx) => {
    await createTables(tx, NEXT_SCHEMA)
    await sign(tx, NEXT_SCHEMA)
  })
  const quarantined = await countQuarantined(pool)
  const stop = new AbortController()
  const positions = new Map<string, Position>(projections.map(({ name }) => [name, -1n]))
  /** The positions of blocked projections. */
  const blocked = new Map<string, Position>()
  const least = () => [...positions.values()].reduce((a, b) => (a < b ? a : b))
  const running = projections.map((projection) =>
    runProjector({
      pool,
      store,
      projection,
      schema: NEXT_SCHEMA,
      log,
      signal: stop.signal,
      onMoved: (position) => positions.set(projection.name, position),
      onStopped: (problem, at) => void (problem !== null && at != null ? blocked.set(projection.name, at) : blocked.delete(projection.name)),
    }),
  )
  const isAt = ([name, target]: readonly [string, Position]): boolean => (positions.get(name) ?? -1n) >= target
  const arriveAt = async (targets: ReadonlyMap<string, Position>) => {
    while (![...targets].every(isAt)) {
      if ([...targets].some(([name, target]) => (blocked.get(name) ?? target + 1n) <= target)) throw new Overtaken()
      if ([...targets].every((one) => isAt(one) || blocked.has(one[0]))) return
      await setTimeout(5, undefined, { signal: gone })
    }
  }
  /**
   * True if each projection has reached the head, or is blocked at an event that the live one has not folded either.
   */
  const isBuilt = async (head: Position): Promise<boolean> => {
    const behind = projections.filter(({ name }) => !isAt([name, head]))
    if (behind.length === 0) return true
    if (behind.some(({ name }) => !blocked.has(name))) return false
    const live = await shownBy(pool, projections)
    return behind.every(({ name }) => (live.get(name) ?? START) < (blocked.get(name) ?? START))
  }
  const arriveAtHead = async () => {
    const head = await store.head()
    while (!(await isBuilt(head))) {
      await setTimeout(50, undefined, { signal: gone })
      onProgress?.(least(), head)
    }
  }
  try {
    await arriveAtHead()
    await createIndexes(pool, NEXT_SCHEMA)
    // Events after this head are folded under the lock below.
    await arriveAtHead()
    // Analyzes, so that the first queries are not planned for empty tables.
    await analyze(pool, NEXT_SCHEMA)
    await transaction(
      pool,
      async (tx) => {
        const exists = await tx.query(`select 1 from pg_namespace where nspname = $1`, [READ_SCHEMA])
        if (exists.rowCount) {
          // Stops the live projectors until the new tables have reached their positions.
          await tx.query(`lock table ${READ_SCHEMA}.checkpoints in exclusive mode`)
          await arriveAt(await shownBy(tx, projections))
        }
        stop.abort()
        await Promise.all(running)
        // The rebuild may have folded an event that was quarantined meanwhile.
        if ((await countQuarantined(tx)) !== quarantined || !(await takeOverUnfolded(tx, positions))) throw new Overtaken()
        if (exists.rowCount) await renameSchema(tx, READ_SCHEMA, OLD_SCHEMA)
        await renameSchema(tx, NEXT_SCHEMA, READ_SCHEMA)
        await announceProgress(tx, positions)
      },
      { patient: true },
    )
  } finally {
    stop.abort()
    await Promise.all(running)
  }
  await dropOld(pool)
}

/**
 * Makes sure that the read schema is this release's: creates it, rebuilds it or keeps it. If several processes start,
 * one of them does it.
 */
export const prepareReadModels = async (options: RebuildOptions): Promise<'kept' | 'created' | 'rebuilt'> => {
  const { pool } = options
  /** The fingerprint of the read schema; null if the schema does not exist. */
  const present = async (): Promise<{ fingerprint: string | null } | null> => {
    const { rows } = await pool.query<{ fingerprint: string | null }>(
      `select obj_description(oid, 'pg_namespace') as fingerprint from pg_namespace where nspname = $1`,
      [READ_SCHEMA],
    )
    return rows[0] ?? null
  }
  const isOurs = async () => (await present())?.fingerprint === fingerprint()
  if (await isOurs()) return 'kept'
  return alone(pool, async () => {
    if (await isOurs()) return 'kept'
    if (!(await present())) {
      await transaction(pool, async (tx) => {
        await createTables(tx, READ_SCHEMA)
        await createIndexes(tx, READ_SCHEMA)
        await sign(tx, READ_SCHEMA)
      })
      return 'created'
    }
    await buildAndSwap(options)
    return 'rebuilt'
  })
}
