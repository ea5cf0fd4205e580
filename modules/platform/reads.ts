import { availableParallelism, constants, setPriority } from 'node:os'
import type { Response } from 'express'
import type pg from 'pg'
import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import { DomainError } from '../kernel/errors.ts'
import { isKept, openPlanned, openQueries, type Queries, queriesBy } from './database.ts'
import { goneSignal } from './gone.ts'
import { slowDown } from './limits.ts'
import { type Places, places } from './places.ts'
import { isTooLong } from './postgres-faults.ts'
import type { Visitor } from './visitor.ts'

/** A read that takes longer is cut off and run again among the long ones: those behind it would wait. */
const QUICK_MS = 100
/** A reader begins with one quick read at a time, and may have one more with each that proves quick. */
const QUICK_AT_ONCE = 4
const QUICK_CONNECTIONS = 4
const LONGEST_MS = 5_000
const LONG_AT_ONCE = 2
const LONG_WAITING = 8
/** What takes long keeps a processor busy; quick reads and this process need one, too. */
const LONG_CONNECTIONS = Math.max(2, availableParallelism() - 1)
/** Who has read at length for so long of late leaves one of the connections to others, of either kind. */
const HEAVY_MS = 1_000
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
type Kind = 'kept' | 'planned'
const kindOf = (query: QuerySqlToken): Kind => (isKept(query.sql) ? 'kept' : 'planned')

type Reader = {
  quick: Places
  long: Places
  /** How many quick reads may be under way. */
  width: number
  /** Of which kinds the last query was no quick one. */
  slow: Set<Kind>
  /** How long long reads took, by then, and those that were cut off. */
  taken: number
  takenAt: number
  /** When their last quick read began. */
  servedAt: number
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
 * What people read. All begin as quick reads, which share their connections; one that is not quick is run again on connections for long
 * ones, where every reader has two places, and who took least of late goes first. So whoever reads much, or makes the database think,
 * takes neither connections nor time from others. A long read ends after five seconds, or when nobody waits for it any more. `isLocal`:
 * the database's processes are of this machine and ours, so that the system can be told which of them may wait.
 */
export const openReads = async (url: string, pool: pg.Pool, { isLocal }: Readonly<{ isLocal: boolean }>) => {
  const quick = await openQueries(url, { size: QUICK_CONNECTIONS, timeoutMs: QUICK_MS })
  const long = await openPlanned(url, LONG_CONNECTIONS, LONGEST_MS)
  const turns = places(() => QUICK_CONNECTIONS)
  const turnsOfHeavy = places(() => QUICK_CONNECTIONS - 1)
  const keptOfHeavy = places(() => 1)
  const pages = places(() => 1)
  const lane = places(() => LONG_CONNECTIONS)
  const laneOfHeavy = places(() => LONG_CONNECTIONS - 1)
  const readers = new Map<string, Reader>()

  const readerOf = ({ user, address }: Visitor): Reader => {
    const id = user?.id ?? address
    const known = readers.get(id)
    if (known) return known
    if (readers.size >= MANY_READERS) for (const [other, { quick: q, long: l }] of readers) if (q.isIdle() && l.isIdle()) readers.delete(other)
    const reader: Reader = {
      quick: places(() => reader.width),
      long: places(() => LONG_AT_ONCE),
      width: 1,
      slow: new Set(),
      taken: 0,
      takenAt: 0,
      servedAt: 0,
    }
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
  const inLane = async <Result>({ reader, gone }: Caller, query: QuerySqlToken, ask: Ask<Result>): Promise<Result> => {
    const rank = () => takenBy(reader)
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
      const took = Math.max(0, performance.now() - began)
      if (took < QUICK_MS) reader.slow.delete(kindOf(query))
      take(reader, took)
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

  /** While a reader reads at length, other queries of a kind that was not quick wait for it rather than for a try among the quick ones. */
  const isSlow = (reader: Reader, kind: Kind): boolean => reader.slow.has(kind) && !reader.long.isIdle()

  /** What a query needs a place of: those that are planned anew have a connection each; the others share theirs, one after the other. */
  const waysOf = (reader: Reader, kind: Kind): readonly Places[] => {
    if (kind === 'kept') return isHeavy(reader) || reader.slow.has(kind) ? [keptOfHeavy] : []
    return isHeavy(reader) ? [turnsOfHeavy, turns] : [turns]
  }

  /** Whoever was served longest ago goes first, so that all are. */
  const inTurn = async <Result>(reader: Reader, kind: Kind, ask: Ask<Result>): Promise<Result> => {
    const entered: Places[] = []
    try {
      for (const way of waysOf(reader, kind)) {
        await enter(way, busy, { rank: () => reader.servedAt })
        entered.push(way)
      }
      reader.servedAt = performance.now()
      return await ask(quick)
    } finally {
      for (const way of entered) way.leave()
    }
  }

  /** The answer, or null when the query is no quick one. */
  const quickly = async <Result>({ reader, res, gone }: Caller, query: QuerySqlToken, ask: Ask<Result>): Promise<{ result: Result } | null> => {
    const kind = kindOf(query)
    if (isSlow(reader, kind)) return null
    if (!reader.quick.tryToTake()) await enter(reader.quick, () => slowDown(res, PATIENCE_MS), { gone: gone() })
    try {
      if (isSlow(reader, kind)) return null
      const result = await inTurn(reader, kind, ask)
      reader.width = Math.min(QUICK_AT_ONCE, reader.width + 1)
      reader.slow.delete(kind)
      return { result }
    } catch (error) {
      if (!isTooLong(error)) throw error
      reader.width = 1
      reader.slow.add(kind)
      take(reader, QUICK_MS)
      return null
    } finally {
      reader.quick.leave()
    }
  }

  /** What comes in pages comes one page at a time, whoever asks: to read and write the rows of one keeps this process busy for some milliseconds. */
  const nextPage = async <Result>(caller: Caller, query: QuerySqlToken, ask: Ask<Result>): Promise<Result> => {
    await enter(pages, busy, { patience: PAGE_PATIENCE_MS, gone: caller.gone(), rank: () => takenBy(caller.reader) })
    try {
      const answer = await quickly(caller, query, ask)
      if (answer) return answer.result
    } finally {
      setTimeout(pages.leave, REST_MS)
    }
    return inLane(caller, query, ask)
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
        return answer ? answer.result : atLength(caller, () => inLane(caller, query, ask))
      }
      return {
        ...queriesBy(read),
        atLength: (work) => atLength(caller, () => work(queriesBy((query, ask) => nextPage(caller, query, ask)))),
      }
    },
    end: async (): Promise<void> => {
      await Promise.all([quick.end(), long.end()])
    },
  }
}
export type OpenReads = Awaited<ReturnType<typeof openReads>>
