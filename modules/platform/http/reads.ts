import { availableParallelism, constants, setPriority } from 'node:os'
import type { Response } from 'express'
import type pg from 'pg'
import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import { DomainError } from '../../kernel/errors.ts'
import { type Places, places } from '../places.ts'
import { isKept, openPlanned, openQueries, type Queries, queriesBy } from '../postgres/database.ts'
import { isTooLong } from '../postgres/postgres-faults.ts'
import { goneSignal } from './gone.ts'
import { slowDown } from './limits.ts'
import type { Visitor } from './visitor.ts'

/** A read that takes longer is cut off and run again among the long ones: those behind it would wait. */
const QUICK_MS = 100
/** Of one reader: a screen asks for some at once, and a crowd behind one address for more. */
const QUICK_AT_ONCE = 32
const QUICK_CONNECTIONS = 4
const LONGEST_MS = 5_000
const LONG_AT_ONCE = 2
const LONG_WAITING = 16
/** What takes long keeps a processor busy; quick reads and this process need one, too. */
const LONG_CONNECTIONS = Math.max(2, availableParallelism() - 1)
/** A reader whose reads were long for so much of late is heavy. */
const HEAVY_MS = 300
const HALF_LIFE_MS = 30_000
const PATIENCE_MS = 10_000
/** Between two pages of files others go first; and a file that has begun waits for its next page rather than break off. */
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

/** The queries of one call. */
export type Reads = Queries &
  Readonly<{
    /** For what reads as long as it likes, page by page: it counts as one long read for all that time. */
    atLength: <Result>(work: (db: Queries) => Promise<Result>) => Promise<Result>
  }>

type Ask<Result> = (on: Queries) => Promise<Result>

type Reader = {
  quick: Places
  long: Places
  /** How long their long reads took, by then. */
  taken: number
  takenAt: number
}

/** A reader's call; `gone` tells when they wait for it no more, and is made when that is first asked. */
type Caller = Readonly<{ reader: Reader; res: Response; gone: () => AbortSignal }>
type Waiting = Readonly<{ patience?: number; gone?: AbortSignal; rank?: () => number }>

/** How long a reader's long reads took of late: half as much counts with each half minute. */
const takenBy = ({ taken, takenAt }: Reader, now = performance.now()): number => taken * 2 ** ((takenAt - now) / HALF_LIFE_MS)

const take = (reader: Reader, took: number): void => {
  const now = performance.now()
  reader.taken = takenBy(reader, now) + took
  reader.takenAt = now
}

const isHeavy = (reader: Reader): boolean => takenBy(reader) > HEAVY_MS

/**
 * What people read. A read begins among the quick ones; one that is not quick is cut off and run again in the lane for long reads, where
 * every reader has two places, and ends after five seconds or when nobody waits for it any more. While a reader reads at length, and for
 * some time after they have done so for long, all their reads go through that lane; who has done so for long never takes its last
 * connection. Whoever took least goes first, here and there. So those who read much, or make the database think, take neither connections
 * nor time from others. `isLocal`: the database's processes are of this machine and ours, so that the system can be told which of them may
 * wait.
 */
export const openReads = async (url: string, pool: pg.Pool, { isLocal }: Readonly<{ isLocal: boolean }>) => {
  const quick = await openQueries(url, { size: QUICK_CONNECTIONS, timeoutMs: QUICK_MS })
  const long = await openPlanned(url, LONG_CONNECTIONS, LONGEST_MS)
  /** Prepared reads share connections and need no turn. */
  const turns = places(() => QUICK_CONNECTIONS)
  const pages = places(() => 1)
  const lane = places(() => LONG_CONNECTIONS)
  const laneOfHeavy = places(() => LONG_CONNECTIONS - 1)
  const readers = new Map<string, Reader>()

  const readerOf = ({ user, address }: Visitor): Reader => {
    const id = user?.id ?? address
    const known = readers.get(id)
    if (known) return known
    if (readers.size >= MANY_READERS) for (const [other, { quick: q, long: l }] of readers) if (q.isIdle() && l.isIdle()) readers.delete(other)
    const reader: Reader = { quick: places(() => QUICK_AT_ONCE), long: places(() => LONG_AT_ONCE), taken: 0, takenAt: 0 }
    readers.set(id, reader)
    return reader
  }

  /** Waits for a place; `refusal` says why there was none. */
  const enter = async (way: Places, refusal: () => DomainError, { patience = PATIENCE_MS, gone, rank }: Waiting): Promise<void> => {
    const has = await way.take(patience, gone, rank)
    if (has && gone?.aborted) way.leave()
    gone?.throwIfAborted()
    if (!has) throw refusal()
  }

  /** Runs a query on a connection of its own, and cancels it in the database when its reader goes away. */
  const onLong = <Result>(ask: Ask<Result>, gone: AbortSignal): Promise<Result> =>
    long.connect(async (connection) => {
      const pid = await connection.oneFirst(backend)
      if (isLocal) putBehind(pid)
      const cancel = () => void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
      gone.throwIfAborted()
      gone.addEventListener('abort', cancel)
      try {
        const result = await ask(connection)
        // The cancellation may be on its way still, and would meet the next query: what throws here closes the connection.
        gone.throwIfAborted()
        return result
      } finally {
        gone.removeEventListener('abort', cancel)
      }
    })

  /** Runs a long query in its turn. */
  const inLane = async <Result>({ reader, gone }: Caller, ask: Ask<Result>): Promise<Result> => {
    // Before anybody has taken anything, whoever asks for less goes first.
    const rank = () => takenBy(reader) + reader.long.wanted()
    const entered: Places[] = []
    let began = Number.POSITIVE_INFINITY
    try {
      for (const way of isHeavy(reader) ? [laneOfHeavy, lane] : [lane]) {
        await enter(way, busy, { gone: gone(), rank })
        entered.push(way)
      }
      began = performance.now()
      return await onLong(ask, gone())
    } catch (error) {
      gone().throwIfAborted()
      throw isTooLong(error) ? tooLong() : error
    } finally {
      for (const way of entered) way.leave()
      take(reader, Math.max(0, performance.now() - began))
    }
  }

  /** Takes one of the reader's places for long reads. */
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

  /** The answer, or null when the read is no quick one, or its reader reads at length. */
  const quickly = async <Result>({ reader, res, gone }: Caller, query: QuerySqlToken, ask: Ask<Result>): Promise<{ result: Result } | null> => {
    if (readsAtLength(reader)) return null
    if (!reader.quick.tryToTake()) await enter(reader.quick, () => slowDown(res, PATIENCE_MS), { gone: gone() })
    const entered = [reader.quick]
    try {
      if (!isKept(query.sql)) {
        await enter(turns, busy, { rank: () => takenBy(reader) })
        entered.push(turns)
      }
      // Another of their reads may have been long meanwhile.
      return readsAtLength(reader) ? null : { result: await ask(quick) }
    } catch (error) {
      if (!isTooLong(error)) throw error
      return null
    } finally {
      for (const way of entered) way.leave()
    }
  }

  /** What comes in pages comes one page at a time, whoever asks: to read and write the rows of one keeps this process busy for some milliseconds. */
  const nextPage = async <Result>(caller: Caller, ask: Ask<Result>): Promise<Result> => {
    await enter(pages, busy, { patience: PAGE_PATIENCE_MS, gone: caller.gone(), rank: () => takenBy(caller.reader) })
    try {
      return await inLane(caller, ask)
    } finally {
      setTimeout(pages.leave, REST_MS)
    }
  }

  return {
    of: (visitor: Visitor, res: Response): Reads => {
      let leaving: AbortSignal | undefined
      const gone = () => {
        leaving ??= goneSignal(res)
        return leaving
      }
      const caller: Caller = { reader: readerOf(visitor), res, gone }
      const read = async <Result>(query: QuerySqlToken, ask: Ask<Result>): Promise<Result> => {
        const answer = await quickly(caller, query, ask)
        return answer ? answer.result : atLength(caller, () => inLane(caller, ask))
      }
      return {
        ...queriesBy(read),
        atLength: (work) => atLength(caller, () => work(queriesBy((_, ask) => nextPage(caller, ask)))),
      }
    },
    end: async (): Promise<void> => {
      await Promise.all([quick.end(), long.end()])
    },
  }
}
export type OpenReads = Awaited<ReturnType<typeof openReads>>
