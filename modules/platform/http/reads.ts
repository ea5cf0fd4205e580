import { availableParallelism, constants, setPriority } from 'node:os'
import type { Response } from 'express'
import type pg from 'pg'
import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Instant } from '../../kernel/dates.ts'
import { DomainError } from '../../kernel/errors.ts'
import type { NetworkId } from '../../kernel/ids.ts'
import { AS_OF_SCHEMA, isPrepared, openPlanned, openQueries, type Queries, queriesBy, READ_SCHEMA } from '../postgres/database.ts'
import { isTooLong } from '../postgres/postgres-faults.ts'
import { type Semaphore, semaphore } from '../semaphore.ts'
import { disconnectSignal } from './disconnect.ts'
import { slowDown } from './limits.ts'
import { senderOf, type Visitor } from './visitor.ts'

/**
 * A read that takes longer is cancelled and run again in the slow lane, so that it does not hold up the reads behind
 * it.
 */
const QUICK_MS = 100
/** Per reader: a screen sends several reads at once, and many visitors may share one address. */
const QUICK_AT_ONCE = 32
const QUICK_CONNECTIONS = 4
const LONGEST_MS = 5_000
const LONG_AT_ONCE = 2
const LONG_WAITING = 16
/** A long read keeps a processor busy; one is left for quick reads and this process. */
const LONG_CONNECTIONS = Math.max(2, availableParallelism() - 1)
/** A reader is heavy once their recent long reads took this long. */
const HEAVY_MS = 300
const HALF_LIFE_MS = 30_000
const PATIENCE_MS = 10_000
/**
 * The shortest pause of a file between two pages; it pauses as long as the page took. Pages of files wait longer for a
 * place than other reads, since a file must not break off.
 */
const REST_MS = 10
const PAGE_PATIENCE_MS = 60_000
const MANY_READERS = 1_000

const tooLong = () =>
  new DomainError('unavailable', 'unavailable', 'This takes too long to find. Please narrow the search or the filters, and try again.')
const busy = () => new DomainError('unavailable', 'unavailable', 'Too many long searches are under way. Please try again in a moment.')

const backend = sql.type(z.object({ pid: z.number() }))`select pg_backend_pid() as pid`

const putBehind = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

/**
 * A network at a past moment. A call's first read finds the position of the last event before that moment, so that all
 * reads of the call see one state.
 */
type Past = { readonly network: NetworkId | null; readonly at: Instant; position: number | null }

const Found = z.object({ position: z.number().int() })

/** Shows the read models as of that moment for the rest of the transaction (as-of.sql). */
const lookBack = async (tx: Queries, past: Past): Promise<void> => {
  const { network, at, position } = past
  const found = await tx.one(sql.type(Found)`
    with found as materialized (
      select coalesce(${position}::bigint, (select j.position from ${sql.identifier([READ_SCHEMA, 'journal'])} j
        where j.network_id = ${network}::uuid and j.at <= ${at}::timestamptz order by j.position desc limit 1), -1) as position)
    select position, set_config('search_path', 'public,' || ${AS_OF_SCHEMA} || ',' || ${READ_SCHEMA}, true),
           set_config('vestry.network', ${network ?? ''}, true), set_config('vestry.as_of', position::text, true) from found`)
  past.position = found.position
}

/** The queries of one call, run in the lanes below. */
export type Reads = Queries &
  Readonly<{
    /** Runs a paged read of any length; it counts as one long read all that time. */
    atLength: <Result>(work: (db: Queries) => Promise<Result>) => Promise<Result>
    /** A network as of a moment; by default the visitor's current network. */
    asOf: (at: Instant, network?: NetworkId) => Reads
    /** The present, even if the call asks for the past. */
    present: () => Reads
  }>

type Ask<Result> = (on: Queries) => Promise<Result>

type Reader = {
  quick: Semaphore
  long: Semaphore
  /** Total time of recent long reads, as of `takenAt`. */
  taken: number
  takenAt: number
}

/**
 * A reader's call, about the present (null) or the past. `gone` aborts when the client disconnects; it is created on
 * first use.
 */
type Caller = Readonly<{ reader: Reader; res: Response; past: Past | null; gone: () => AbortSignal }>
type Waiting = Readonly<{ patience?: number; gone?: AbortSignal; rank?: () => number }>

const takenBy = ({ taken, takenAt }: Reader, now = performance.now()): number => taken * 2 ** ((takenAt - now) / HALF_LIFE_MS)

const take = (reader: Reader, took: number): void => {
  const now = performance.now()
  reader.taken = takenBy(reader, now) + took
  reader.takenAt = now
}

const isHeavy = (reader: Reader): boolean => takenBy(reader) > HEAVY_MS

const openReaders = () => {
  const readers = new Map<string, Reader>()

  const readerOf = (visitor: Visitor): Reader => {
    const id = senderOf(visitor) ?? visitor.address
    const known = readers.get(id)
    if (known) return known
    if (readers.size >= MANY_READERS) for (const [other, { quick: q, long: l }] of readers) if (q.isIdle() && l.isIdle()) readers.delete(other)
    const reader: Reader = { quick: semaphore(() => QUICK_AT_ONCE), long: semaphore(() => LONG_AT_ONCE), taken: 0, takenAt: 0 }
    readers.set(id, reader)
    return reader
  }
  return readerOf
}

const enter = async (way: Semaphore, refusal: () => DomainError, { patience = PATIENCE_MS, gone, rank }: Waiting): Promise<void> => {
  const has = await way.take(patience, gone, rank)
  if (has && gone?.aborted) way.leave()
  gone?.throwIfAborted()
  if (!has) throw refusal()
}

type LongOn = Readonly<{ long: Awaited<ReturnType<typeof openPlanned>>; pool: pg.Pool; isLocal: boolean }>
/** Runs a query on a separate connection, and cancels it in the database when its client disconnects. */
const longOn =
  ({ long, pool, isLocal }: LongOn) =>
  <Result>(ask: Ask<Result>, gone: AbortSignal, past: Past | null): Promise<Result> =>
    long.connect(async (connection) => {
      const pid = await connection.oneFirst(backend)
      if (isLocal) putBehind(pid)
      const cancel = () => void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
      gone.throwIfAborted()
      gone.addEventListener('abort', cancel)
      try {
        const result = await (past
          ? connection.transaction(async (tx) => {
              await lookBack(tx, past)
              return ask(tx)
            })
          : ask(connection))
        // A late cancellation would hit the connection's next query, so throwing here closes the connection.
        gone.throwIfAborted()
        return result
      } finally {
        gone.removeEventListener('abort', cancel)
      }
    })

const openLanes = async (url: string, pool: pg.Pool, isLocal: boolean) => {
  const quick = await openQueries(url, { size: QUICK_CONNECTIONS, timeoutMs: QUICK_MS })
  const long = await openPlanned(url, LONG_CONNECTIONS, LONGEST_MS)
  /** Limits quick reads. Prepared statements need no place, since they share pipelined connections. */
  const turns = semaphore(() => QUICK_CONNECTIONS)
  const pages = semaphore(() => 1)
  const lane = semaphore(() => LONG_CONNECTIONS)
  const laneOfHeavy = semaphore(() => LONG_CONNECTIONS - 1)
  const onLong = longOn({ long, pool, isLocal })

  const inLane = async <Result>({ reader, past, gone }: Caller, ask: Ask<Result>): Promise<Result> => {
    // Among readers without recent use, the one with fewer waiting reads goes first.
    const rank = () => takenBy(reader) + reader.long.wanted()
    const entered: Semaphore[] = []
    let began = Number.POSITIVE_INFINITY
    try {
      for (const way of isHeavy(reader) ? [laneOfHeavy, lane] : [lane]) {
        await enter(way, busy, { gone: gone(), rank })
        entered.push(way)
      }
      began = performance.now()
      return await onLong(ask, gone(), past)
    } catch (error) {
      gone().throwIfAborted()
      throw isTooLong(error) ? tooLong() : error
    } finally {
      for (const way of entered) way.leave()
      take(reader, Math.max(0, performance.now() - began))
    }
  }

  /** Takes one of the reader's places in the slow lane. */
  const atLength = async <Result>({ reader, res, gone }: Caller, work: () => Promise<Result>): Promise<Result> => {
    const refusal = () => slowDown(res, PATIENCE_MS)
    if (reader.long.waiting() >= LONG_WAITING) throw refusal()
    await enter(reader.long, refusal, { gone: gone() })
    try {
      return await work()
    } finally {
      reader.long.leave()
    }
  }

  const readsAtLength = (reader: Reader): boolean => isHeavy(reader) || !reader.long.isIdle()

  /** The fast lane: returns the answer, or null if the read is too slow or its reader belongs in the slow lane. */
  const quickly = async <Result>({ reader, res, past, gone }: Caller, query: QuerySqlToken, ask: Ask<Result>): Promise<{ result: Result } | null> => {
    if (past || readsAtLength(reader)) return null
    if (!reader.quick.tryToTake()) await enter(reader.quick, () => slowDown(res, PATIENCE_MS), { gone: gone() })
    const entered = [reader.quick]
    try {
      if (!isPrepared(query.sql)) {
        await enter(turns, busy, { rank: () => takenBy(reader) })
        entered.push(turns)
      }
      // Another read may have moved this reader to the slow lane meanwhile.
      return readsAtLength(reader) ? null : { result: await ask(quick) }
    } catch (error) {
      if (!isTooLong(error)) throw error
      return null
    } finally {
      for (const way of entered) way.leave()
    }
  }

  /** Reads one page of a file at a time, since the rows of a page keep this process busy for some milliseconds. */
  const nextPage = async <Result>(caller: Caller, ask: Ask<Result>): Promise<Result> => {
    await enter(pages, busy, { patience: PAGE_PATIENCE_MS, gone: caller.gone(), rank: () => takenBy(caller.reader) })
    const began = performance.now()
    try {
      return await inLane(caller, ask)
    } finally {
      setTimeout(pages.leave, Math.max(REST_MS, performance.now() - began))
    }
  }

  const end = async (): Promise<void> => {
    await Promise.all([quick.end(), long.end()])
  }
  return { quickly, atLength, inLane, nextPage, end }
}

/**
 * Schedules reads in a fast and a slow lane, so that heavy readers take neither connections nor time from others. A
 * read that exceeds QUICK_MS is cancelled and run again in the slow lane: two places per reader, a timeout of five
 * seconds. During and for some time after heavy use, all of a reader's reads go there, and never take the last
 * connection. Reads of the past are long from the start. The reader with the least recent use goes first. `isLocal`:
 * the database runs here under our account, so that slow queries can get a lower priority (nice).
 */
export const openReads = async (url: string, pool: pg.Pool, { isLocal }: Readonly<{ isLocal: boolean }>) => {
  const { quickly, atLength, inLane, nextPage, end } = await openLanes(url, pool, isLocal)
  const readerOf = openReaders()

  const readsOf = (visitor: Visitor, res: Response, gone: () => AbortSignal, asOf: Instant | null, network = visitor.network): Reads => {
    const past = asOf && { network, at: asOf, position: null }
    const caller: Caller = { reader: readerOf(visitor), res, past, gone }
    const read = async <Result>(query: QuerySqlToken, ask: Ask<Result>): Promise<Result> => {
      const answer = await quickly(caller, query, ask)
      return answer ? answer.result : atLength(caller, () => inLane(caller, ask))
    }
    return {
      atLength: (work) => atLength(caller, () => work(queriesBy((_, ask) => nextPage(caller, ask)))),
      asOf: (at, ofNetwork) => readsOf(visitor, res, gone, at, ofNetwork),
      present: () => readsOf(visitor, res, gone, null),
      ...queriesBy(read),
    }
  }

  return {
    of: (visitor: Visitor, res: Response, asOf: Instant | null = null): Reads => {
      let leaving: AbortSignal | undefined
      const gone = () => {
        leaving ??= disconnectSignal(res)
        return leaving
      }
      return readsOf(visitor, res, gone, asOf)
    },
    end,
  }
}
export type OpenReads = Awaited<ReturnType<typeof openReads>>
