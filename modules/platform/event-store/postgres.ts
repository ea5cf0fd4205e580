import pg from 'pg'
import { allSettled } from '../each-in-turn.ts'
import { intArray, textArray, uuidArray } from '../postgres/pg-arrays.ts'
import { isConnectionFault } from '../postgres/postgres-faults.ts'
import { groupCommit } from '../speed/group-commit.ts'
import { loader } from '../speed/loader.ts'
import { checkAppend, type Encoded, encode, encodeChecked, inRounds } from './check.ts'
import {
  type Append,
  type Appended,
  type Category,
  Conflict,
  categoryOf,
  type EventStore,
  type Position,
  START,
  type StreamName,
  Unavailable,
} from './event-store.ts'
import { unavailableAfter } from './patience.ts'
import { followPostgres, type Row, recorded } from './postgres-follow.ts'
import { eventSignals } from './postgres-signals.ts'

export type PostgresEventStoreOptions = Readonly<{
  connectionString: string
  /** A shared pool, which the store does not close. */
  pool?: pg.Pool
}>

type Answer = Appended | Conflict

const GROUP_APPENDS = 500
const GROUP_BYTES = 4_000_000
const SLICE_EVENTS = 500
const SLICES_AT_ONCE = 3
const PATIENCE = 700
const BEFORE_FIRST = -1

/** Reads streams; all reads of one event-loop turn share a query. */
const streamReader = (pool: pg.Pool) =>
  loader<StreamName, Row[]>(async (streams) => {
    const query = {
      name: 'read-streams',
      text: `select position, stream, revision, id, type, data, metadata from events where stream = any($1) and type <> '$buried' order by stream, revision`,
      values: [streams],
      rowMode: 'array' as const,
    }
    const { rows } = await unavailableAfter(PATIENCE, isConnectionFault, () => pool.query<Row>(query))
    const found = new Map<StreamName, Row[]>()
    for (const row of rows) {
      const stream = row[1] as StreamName
      const known = found.get(stream)
      if (known) known.push(row)
      else found.set(stream, [row])
    }
    return found
  })

const headOf = async (pool: pg.Pool, category: Category | undefined, after: Position): Promise<Position> => {
  const { rows } = await unavailableAfter(PATIENCE, isConnectionFault, () =>
    category
      ? pool.query<{ head: string | null }>('select max(position) as head from events where category = $1', [category])
      : pool.query<{ head: string | null }>('select max(position) as head from events'),
  )
  const last = BigInt(rows[0]?.head ?? START)
  return last > after ? last : after
}

/** The log in Postgres, in tables created by the platform's migrations. */
export const postgresEventStore = ({ connectionString, pool: shared }: PostgresEventStoreOptions): EventStore => {
  // The pool uses generic plans: each of the log's few queries uses one index for all parameters.
  const pool =
    shared ??
    new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000, keepAlive: true, options: '-c plan_cache_mode=force_generic_plan' })
  // The pool reports a lost idle connection as an error event, which would end the process if unhandled.
  const ignore = (): void => {}
  pool.on('error', ignore)
  const signals = eventSignals(connectionString)
  const closing = new AbortController()

  const write = async (appends: readonly Encoded[], durable = true): Promise<Answer[]> => {
    const answers = await unavailableAfter(PATIENCE, isConnectionFault, () => appendGroup(pool, appends, durable))
    const last = answers.reduce((max, answer) => (answer instanceof Conflict || answer.position < max ? max : answer.position), START)
    if (last > START) signals.announce(last, new Set(appends.map(({ stream }) => categoryOf(stream))))
    return answers
  }

  const append = groupCommit({
    write: (appends: readonly Encoded[]) => write(appends),
    headOf: headOfAppends,
    failsAll: (error) => error instanceof Unavailable,
  })

  const slices = lanes(SLICES_AT_ONCE)
  /**
   * Each slice commits asynchronously. This synchronous commit makes all of them durable before they are acknowledged.
   */
  const settleOnDisk = () => unavailableAfter(PATIENCE, isConnectionFault, () => pool.query(`select pg_logical_emit_message(true, 'vestry', '')`))

  const read = streamReader(pool)

  return {
    append: async (stream, events, expect) => {
      const answer = await append(encode({ stream, events, expect }))
      if (answer instanceof Conflict) throw answer
      return answer
    },

    appendEach: async (appends) => {
      const answers: Answer[] = new Array(appends.length)
      for (const append of appends) checkAppend(append)
      for (const round of inRounds(appends)) {
        await allSettled(
          slicesOf(round).map((slice) =>
            slices(async () => {
              const written = await write(
                slice.map(({ append }) => encodeChecked(append)),
                false,
              )
              for (const [index, answer] of written.entries()) answers[slice[index]?.index ?? -1] = answer
            }),
          ),
        )
      }
      if (appends.length > 0) await settleOnDisk()
      return answers
    },

    appendInOrder: async (appends) => {
      const answers: Appended[] = []
      for (const append of appends) checkAppend(append)
      for (const slice of slicesOf(appends.map((append) => ({ append })))) {
        const encoded = slice.map(({ append }) => encodeChecked(append))
        for (const answer of await write(encoded, false)) {
          if (answer instanceof Conflict) throw answer
          answers.push(answer)
        }
      }
      if (answers.length > 0) await settleOnDisk()
      return answers
    },

    read: async (stream) => (await read(stream))?.map(recorded) ?? [],

    follow: (options) => followPostgres(pool, signals, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),

    head: (category, after = START) => headOf(pool, category, after),

    bury: async (stream) => {
      await unavailableAfter(PATIENCE, isConnectionFault, () => pool.query('select bury_stream($1)', [stream]))
    },

    buried: async () => {
      const { rows } = await unavailableAfter(PATIENCE, isConnectionFault, () =>
        pool.query<{ stream: StreamName }>('select stream from buried_streams'),
      )
      return rows.map(({ stream }) => stream)
    },

    positionsPerEvent: 1,
    close: async () => {
      closing.abort()
      await signals.close()
      if (shared) pool.off('error', ignore)
      else await pool.end()
    },
  }
}

/** The next batch of the queue: at most one append per stream, since a later one may build on an earlier one. */
const headOfAppends = (queue: readonly Encoded[], underWay: ReadonlySet<Encoded>): ReadonlySet<Encoded> => {
  const head = new Set<Encoded>()
  const streams = new Set<string>([...underWay].map(({ stream }) => stream))
  let bytes = 0
  for (const append of queue) {
    const fits = head.size === 0 || (head.size < GROUP_APPENDS && bytes + append.size <= GROUP_BYTES)
    if (fits && !streams.has(append.stream)) {
      head.add(append)
      bytes += append.size
    }
    streams.add(append.stream)
  }
  return head
}

/** Runs at most `width` jobs at the same time: the second one is sent and parsed while the first commits. */
const lanes = (width: number) => {
  let free = width
  const waiting: (() => void)[] = []
  return async (job: () => Promise<void>): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/**
 * Slices in order, with each stream at most once per slice, and small enough that an interactive append hardly waits
 * for an import.
 */
const slicesOf = <Item extends { append: Append }>(items: readonly Item[]): Item[][] => {
  const slices: Item[][] = []
  let current: Item[] = []
  let events = 0
  const streams = new Set<StreamName>()
  for (const item of items) {
    const { append } = item
    events += append.events.length
    if (current.length > 0 && (events > SLICE_EVENTS || streams.has(append.stream))) {
      slices.push(current)
      current = []
      events = append.events.length
      streams.clear()
    }
    current.push(item)
    streams.add(append.stream)
  }
  if (current.length > 0) slices.push(current)
  return slices
}

const appendGroup = async (pool: pg.Pool, appends: readonly Encoded[], durable: boolean): Promise<Answer[]> => {
  const group = columnsOf(appends)
  return (await appendAsExpected(pool, appends, group, durable)) ?? (await appendOneByOne(pool, appends, group, durable))
}

type Columns = ReturnType<typeof columnsOf>

/** Parameters of both append functions. Metadata shared by several events is sent once. */
const columnsOf = (appends: readonly Encoded[]) => {
  const events = appends.flatMap((append) => append.events)
  const texts = appends.flatMap((append) => append.texts)
  const placeOf = new Map([...new Set(texts.map(({ metadata }) => metadata))].map((metadata, i) => [metadata, i + 1]))
  return {
    streams: textArray(appends.map(({ stream }) => stream)),
    expected: intArray(appends.map(expectedRevision)),
    events: [
      uuidArray(events.map(({ id }) => id)),
      textArray(events.map(({ type }) => type)),
      textArray(texts.map(({ data }) => data)),
      intArray(texts.map(({ metadata }) => placeOf.get(metadata) ?? 0)),
      textArray([...placeOf.keys()]),
      [...new Set(appends.map(({ stream }) => categoryOf(stream)))].join(','),
    ],
  }
}

const expectedRevision = ({ expect }: Append): number => (expect === 'none' ? BEFORE_FIRST : expect)

/** Appends all, or returns null if any stream is not at its expected revision. */
const appendAsExpected = async (pool: pg.Pool, appends: readonly Encoded[], group: Columns, durable: boolean): Promise<Appended[] | null> => {
  const { rows } = await pool.query<[string | null]>({
    name: 'append-as-expected',
    text: 'select append_as_expected($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    rowMode: 'array',
    values: [
      group.streams,
      group.expected,
      textArray(appends.flatMap(({ stream, events }) => events.map(() => stream))),
      intArray(appends.flatMap((append) => append.events.map((_, n) => expectedRevision(append) + 1 + n))),
      ...group.events,
      durable,
    ],
  })
  const last = rows[0]?.[0] ?? null
  if (last === null) return null
  let position = BigInt(last) - BigInt(appends.reduce((sum, { events }) => sum + events.length, 0))
  return appends.map((append) => {
    position += BigInt(append.events.length)
    return { stream: append.stream, revision: expectedRevision(append) + append.events.length, position }
  })
}

/** Appends each by itself, so that a conflict or repetition does not affect the others. */
const appendOneByOne = async (pool: pg.Pool, appends: readonly Encoded[], group: Columns, durable: boolean): Promise<Answer[]> => {
  const { rows } = await pool.query<[string, number, string | null]>({
    name: 'append-events',
    text: 'select outcome, revision, position from append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    rowMode: 'array',
    values: [
      group.streams,
      group.expected,
      intArray(appends.map(({ events }) => events.length)),
      intArray(appends.flatMap(({ events }, index) => events.map(() => index + 1))),
      ...group.events,
      durable,
    ],
  })
  return appends.map(({ stream, expect }, index) => {
    const [outcome, revision, position] = rows[index] as [string, number, string | null]
    if (outcome === 'buried') return new Conflict(stream, expect, null)
    if (position === null) return new Conflict(stream, expect, revision === BEFORE_FIRST ? 'none' : revision)
    return { stream, revision, position: BigInt(position) }
  })
}
