import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionFault } from '../postgres/postgres-faults.ts'
import { beyondTheEnd } from './check.ts'
import type { Batch, Category, FollowOptions, Metadata, Position, RecordedEvent, StreamName } from './event-store.ts'
import type { EventSignals } from './postgres-signals.ts'

const MAX_BATCH = 2_000
/**
 * Followers poll at this interval in ms, in case an announcement is lost; normally announcements and new connections
 * wake them.
 */
const SAFETY_POLL = 10_000
const BACKOFF = 2_000
/**
 * The bytes of a page, which bound the memory: twelve followers may each hold a page of events of nearly a megabyte.
 */
const PAGE_BYTES = 2_000_000
/** The size of the first page. Pages grow while they are full of small events. */
const FIRST_PAGE = 256

const COLUMNS = 'e.position, e.stream, e.revision, e.id, e.type, e.data, e.metadata'

export type Row = [position: string, stream: string, revision: number, id: string, type: string, data: string, metadata: string]

export const recorded = ([position, stream, revision, id, type, data, metadata]: Row): RecordedEvent => ({
  id,
  type,
  data: JSON.parse(data) as Record<string, unknown>,
  metadata: JSON.parse(metadata) as Metadata,
  stream: stream as StreamName,
  revision,
  position: BigInt(position),
})

type Page = Readonly<{ batch: Batch; full: boolean; bytes: number; seen: number }>

/** Pages through the log by position, then waits for more. The next page is prefetched meanwhile. */
export async function* followPostgres(
  pool: pg.Pool,
  signals: EventSignals,
  { after, categories, maxBatch = MAX_BATCH, signal }: FollowOptions,
): AsyncGenerator<Batch, void, undefined> {
  const max = Math.max(1, Math.trunc(maxBatch))
  let position = after
  let limit = Math.min(max, FIRST_PAGE)
  let ahead: Promise<Page | undefined> | undefined
  await persistent(() => assertReached(pool, after), signal)
  const fetch = (): Promise<Page | undefined> =>
    persistent(async () => ({ seen: signals.connections(), ...(await page(pool, position, categories, limit)) }), signal)

  while (!signal.aborted) {
    const got = await (ahead ?? fetch())
    ahead = undefined
    if (!got || signal.aborted) return
    const { batch, full, bytes, seen } = got
    position = batch.position
    if (bytes > PAGE_BYTES) limit = Math.max(1, limit >> 2)
    else if (full) limit = Math.min(max, limit * 2)
    if (full) {
      ahead = fetch()
      // A failed prefetch is reported where it is awaited.
      ahead.catch(() => {})
    }
    if (batch.position > batch.previous) yield batch
    if (!full) await signals.next(position, categories, SAFETY_POLL, signal, seen)
  }
}

/** Retries without limit while Postgres is down; undefined after an abort. */
const persistent = async <Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result | undefined> => {
  for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, BACKOFF)) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted) return undefined
      if (!isConnectionFault(error)) throw error
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }
  return undefined
}

const page = async (pool: pg.Pool, after: Position, categories: readonly Category[] | undefined, limit: number): Promise<Omit<Page, 'seen'>> => {
  // The limit is a literal so that the planner knows it; it takes only a few values.
  const { rows } = categories
    ? await pool.query<[head: string, ...Row] | [head: string, null]>({
        name: `page-of-categories-${limit}`,
        rowMode: 'array',
        values: [after, categories],
        text: `select h.head, ${COLUMNS} from (select coalesce(max(position), -1) as head from events) h
          left join lateral (
            select * from events where position = any(array(
              select p.position from unnest($2::text[]) as c cross join lateral (
                select position from events where category = c and position > $1 order by position limit ${limit}
              ) p order by p.position limit ${limit}
            ))
          ) e on true order by e.position`,
      })
    : await pool.query<[head: string, ...Row] | [head: string, null]>({
        name: `page-${limit}`,
        rowMode: 'array',
        values: [after],
        text: `select e.position, ${COLUMNS} from events e where position > $1 order by position limit ${limit}`,
      })
  const found = rows.filter((row): row is [string, ...Row] => row[1] !== null).map(([, ...row]) => row)
  if (!categories) assertDense(after, found)
  const full = found.length === limit
  const last = BigInt(found.at(-1)?.[0] ?? after)
  const head = categories && !full ? BigInt(rows[0]?.[0] ?? after) : last
  return {
    batch: { events: found.filter(([, , , , type]) => type !== '$buried').map(recorded), previous: after, position: head > last ? head : last },
    full,
    bytes: found.reduce((sum, row) => sum + row[5].length + row[6].length, 0),
  }
}

const assertReached = async (pool: pg.Pool, after: Position): Promise<void> => {
  const { rows } = await pool.query<{ head: string }>('select coalesce(max(position), -1) as head from events')
  const head = BigInt(rows[0]?.head ?? -1)
  if (after > head) throw beyondTheEnd(after, head)
}

const assertDense = (after: Position, rows: readonly Row[]): void => {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return
  if (BigInt(first[0]) !== after + 1n || BigInt(last[0]) !== after + BigInt(rows.length)) {
    throw new Error(`The event log has a gap after position ${after}: the next events are ${first[0]} to ${last[0]}.`)
  }
}
