import { availableParallelism } from 'node:os'
import { createPgDriverFactory } from '@slonik/pg-driver'
import pg from 'pg'
import {
  type CommonQueryMethods,
  createPool,
  createTypeParserPreset,
  type DatabasePool,
  type DriverClient,
  type DriverFactory,
  type FragmentSqlToken,
  type QuerySqlToken,
  sql,
} from 'slonik'
import { semaphore } from '../semaphore.ts'
import { isOn } from '../speed/pieces.ts'
import { pipelined } from '../speed/pipelined.ts'
import { preparedQueries } from '../speed/prepared.ts'
import { camelCase, parseRows, readAs } from './rows.ts'

/** Calls a client's `destroy` listeners even if destroying it fails. */
const leavingAlways = (client: DriverClient): DriverClient => {
  const leave = new Set<() => void>()
  client.on('error', () => {
    client.destroy().catch(() => {
      for (const go of [...leave]) go()
    })
  })
  const on = (event: 'destroy', listener: () => void) => {
    if (event === 'destroy') leave.add(listener)
    return client.on(event, listener)
  }
  const removeListener = (event: 'destroy', listener: () => void) => {
    if (event === 'destroy') leave.delete(listener)
    return client.removeListener(event, listener)
  }
  return { ...client, on: on as DriverClient['on'], removeListener: removeListener as DriverClient['removeListener'] }
}

/**
 * slonik's driver on node-postgres. In slonik 47 a connection that breaks during a query keeps its place in the pool
 * for ever, since the query's error interrupts the connection's destruction; in the end no place is left. Slonik 49 has
 * fixed that, but needs Node 24.
 */
const pooledDriver: DriverFactory = async (configuration) => {
  const driver = await createPgDriverFactory()(configuration)
  return { createClient: async () => leavingAlways(await driver.createClient()) }
}

/** The schema of the read models, which a rebuild replaces (projections/rebuild.ts). */
export const READ_SCHEMA = 'read'
/** The schema of the same tables as of a moment (projections/as-of.sql). */
export const AS_OF_SCHEMA = `${READ_SCHEMA}_as_of`

/** int8 as a number: every bigint of ours (cents, positions, counts) stays far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
/** Calendar days stay text: a Date would move them by the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Queries = Pick<CommonQueryMethods, 'any' | 'anyFirst' | 'maybeOne' | 'maybeOneFirst' | 'one' | 'oneFirst'>

const PREPARED = '/* prepared */'

/**
 * Marks a query, at its start, as a prepared statement with a generic plan: for frequent queries with many joins and
 * few rows, whose planning takes longer than running. Their texts should be few.
 */
export const prepared: FragmentSqlToken = sql.fragment`/* prepared */`
export const isPrepared = (text: string): boolean => text.startsWith(PREPARED)

/** A number as a literal in a query's text, so that a generic plan knows it, for a LIMIT. */
export const literal = (count: number): FragmentSqlToken => sql.literalValue(String(count))

const CONNECT_WITHIN_MS = 1_500
/** Idle connections are kept longer than the interval of the calendar check: a new one costs more than its queries. */
const KEPT_MS = 60_000
/** The longest wait in ms for a connection, when all are in use. */
const PATIENCE_MS = 5_000
const LONGEST_MS = 60_000

type Settings = Readonly<{ plans?: 'auto' | 'force_generic_plan'; timeoutMs?: number }>

/**
 * Adds our settings to a URL: both schemas are searched, and JIT is off, since compiling our short queries takes longer
 * than running them.
 */
const withOptions = (url: string, { plans = 'auto', timeoutMs = 0 }: Settings = {}): string => {
  const whole = new URL(url)
  whole.searchParams.set(
    'options',
    `-c search_path=public,${READ_SCHEMA} -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=${plans} -c statement_timeout=${timeoutMs}`,
  )
  return whole.href
}

/**
 * The number of connections that can run at the same time, since more would only take turns. One processor is left to
 * this process: a connection that shares it falls behind, and delays the queries sent on it.
 */
const PIPELINED_CONNECTIONS = Math.max(1, Math.min(8, availableParallelism() - 1))

/** All query methods, through one function that chooses where a query runs. */
export const queriesBy = (run: <Result>(query: QuerySqlToken, ask: (on: Queries) => Promise<Result>) => Promise<Result>): Queries => ({
  any: (query) => run(query, (on) => on.any(query)),
  anyFirst: (query) => run(query, (on) => on.anyFirst(query)),
  maybeOne: (query) => run(query, (on) => on.maybeOne(query)),
  maybeOneFirst: (query) => run(query, (on) => on.maybeOneFirst(query)),
  one: (query) => run(query, (on) => on.one(query)),
  oneFirst: (query) => run(query, (on) => on.oneFirst(query)),
})

/** Queries with validated rows, planned each time. Queries are queued when all connections are in use. */
export const openPlanned = async (url: string, size: number, timeoutMs: number): Promise<DatabasePool> => {
  const pool = await createPool(withOptions(url), {
    captureStackTrace: false,
    driverFactory: pooledDriver,
    maximumPoolSize: size,
    connectionTimeout: CONNECT_WITHIN_MS,
    connectionRetryLimit: 0,
    idleTimeout: 'DISABLE_TIMEOUT',
    statementTimeout: timeoutMs,
    // No query changes its session, so nothing needs a reset.
    resetConnection: async () => {},
    interceptors: [camelCase, parseRows],
    typeParsers: [
      ...createTypeParserPreset().filter(({ name }) => !(name in readAs) && name !== 'timestamp'),
      ...Object.entries(readAs).map(([name, parse]) => ({ name, parse })),
    ],
  })
  // The pool re-emits every query's error; unhandled, it would end the process.
  pool.on('error', () => {})
  return pool
}

/** Limits the wait for a connection; slonik's own queue would wait for ever. */
const queuedIn = (pool: DatabasePool, size: number): Queries => {
  const places = semaphore(() => size)
  return queriesBy(async (_, ask) => {
    if (!(await places.take(PATIENCE_MS))) throw new Error('timeout exceeded when trying to connect')
    try {
      return await ask(pool)
    } finally {
      places.leave()
    }
  })
}

/** Queries with validated rows, composed and checked by slonik, which also runs all queries except prepared ones. */
export const openQueries = async (url: string, { size = 10, timeoutMs = LONGEST_MS } = {}): Promise<Queries & { end: () => Promise<void> }> => {
  const settings = { plans: 'force_generic_plan', timeoutMs } as const
  const connections = pipelined(withOptions(url, settings), Math.min(size, PIPELINED_CONNECTIONS))
  const pool = await openPlanned(url, size, timeoutMs)
  const planned = queuedIn(pool, size)
  const ofPrepared = isOn('prepared') ? preparedQueries(connections) : planned
  return {
    ...queriesBy((query, ask) => ask(isPrepared(query.sql) ? ofPrepared : planned)),
    end: async () => void (await Promise.all([pool.end(), connections.end()])),
  }
}

/** The pg pool for transactions with set-based writes, COPY, LISTEN and advisory locks. */
export const openPool = (url: string, size = 12, plans: 'auto' | 'force_generic_plan' = 'auto'): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: withOptions(url, { plans }),
    max: size,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEPT_MS,
  })
  // A lost connection fails its query; unhandled as an event, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type TransactionOptions = Readonly<{
  /** Commits asynchronously, for changes that can be folded again from the log after a crash. */
  asynchronous?: boolean
  /** SQL that is sent together with `begin`; `work` gets the rows of its last statement. */
  withBegin?: string
  /** SQL that is sent together with `commit`. */
  withCommit?: string
  /** Lifts the limit on idle time between its statements. */
  patient?: boolean
}>

/** A process that is stopped during a transaction makes others wait for at most this long. */
const IDLE_MS = 5_000

export const transaction = async <Result, Row extends pg.QueryResultRow = never>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, rows: readonly Row[]) => Promise<Result>,
  { asynchronous = false, withBegin, withCommit, patient = false }: TransactionOptions = {},
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begin = [
      'begin',
      ...(patient ? [] : [`set local idle_in_transaction_session_timeout = ${IDLE_MS}`]),
      ...(asynchronous ? ['set local synchronous_commit = off'] : []),
      ...(withBegin ? [withBegin] : []),
    ]
    // Several statements return a list of results.
    const begun: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await client.query<Row>(begin.join('; '))
    const result = await work(client, [begun].flat().at(-1)?.rows ?? [])
    await client.query(withCommit ? `${withCommit}; commit` : 'commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
