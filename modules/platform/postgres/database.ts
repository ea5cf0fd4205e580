import { availableParallelism } from 'node:os'
import pg from 'pg'
import {
  type CommonQueryMethods,
  createPool,
  createTypeParserPreset,
  type DatabasePool,
  type FragmentSqlToken,
  type QuerySqlToken,
  sql,
} from 'slonik'
import { isOn } from '../speed/pieces.ts'
import { pipelined } from '../speed/pipelined.ts'
import { preparedQueries } from '../speed/prepared.ts'
import { camelCase, parseRows, readAs } from './rows.ts'

/** The schema that holds the read models; a rebuild puts a new one in its place (projections/rebuild.ts). */
export const READ_SCHEMA = 'read'

/** int8 as a number: every bigint of ours (cents, positions, counts) stays far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
/** Calendar days stay text: a Date would move them by the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Queries = Pick<CommonQueryMethods, 'any' | 'anyFirst' | 'maybeOne' | 'maybeOneFirst' | 'one' | 'oneFirst'>

const KEPT = '/* kept */'

/**
 * What a query begins with of which a connection keeps the plan, made once for all values: one that is asked often, joins much and
 * reads little, for which planning takes longer than running. Texts should be few.
 */
export const kept: FragmentSqlToken = sql.fragment`/* kept */`
export const isKept = (text: string): boolean => text.startsWith(KEPT)

/** A number that stands in the text of a query, so that a kept plan knows it: how many rows are asked for. */
export const literal = (count: number): FragmentSqlToken => sql.literalValue(String(count))

/** What nobody has bounded otherwise. */
const LONGEST_MS = 60_000

type Settings = Readonly<{ plans?: 'auto' | 'force_generic_plan'; timeoutMs?: number }>

/** Both schemas are searched; compiling our short queries would take longer than running them. */
const withOptions = (url: string, { plans = 'auto', timeoutMs = 0 }: Settings = {}): string => {
  const whole = new URL(url)
  whole.searchParams.set(
    'options',
    `-c search_path=public,${READ_SCHEMA} -c jit=off -c max_parallel_workers_per_gather=0 -c plan_cache_mode=${plans} -c statement_timeout=${timeoutMs}`,
  )
  return whole.href
}

/**
 * What takes less than a millisecond is done sooner by as many connections as can work at a time than by more that take turns. One
 * processor is this process's own: a connection that has to share it falls behind, and whatever was sent on it is late.
 */
const KEPT_CONNECTIONS = Math.max(1, Math.min(8, availableParallelism() - 1))

/** All ways to ask, by one function that has a query asked where it should be. */
export const queriesBy = (run: <Result>(query: QuerySqlToken, ask: (on: Queries) => Promise<Result>) => Promise<Result>): Queries => ({
  any: (query) => run(query, (on) => on.any(query)),
  anyFirst: (query) => run(query, (on) => on.anyFirst(query)),
  maybeOne: (query) => run(query, (on) => on.maybeOne(query)),
  maybeOneFirst: (query) => run(query, (on) => on.maybeOneFirst(query)),
  one: (query) => run(query, (on) => on.one(query)),
  oneFirst: (query) => run(query, (on) => on.oneFirst(query)),
})

/** Queries with validated rows, each planned by itself. What is sent to it when all its connections are taken waits. */
export const openPlanned = async (url: string, size: number, timeoutMs: number): Promise<DatabasePool> => {
  const pool = await createPool(withOptions(url), {
    captureStackTrace: false,
    maximumPoolSize: size,
    connectionTimeout: 1_500,
    connectionRetryLimit: 0,
    idleTimeout: 'DISABLE_TIMEOUT',
    statementTimeout: timeoutMs,
    // No query leaves anything behind in its session, so there is nothing to discard between two of them.
    resetConnection: async () => {},
    interceptors: [camelCase, parseRows],
    typeParsers: [
      ...createTypeParserPreset().filter(({ name }) => !(name in readAs) && name !== 'timestamp'),
      ...Object.entries(readAs).map(([name, parse]) => ({ name, parse })),
    ],
  })
  // The pool re-emits every query's error; unheard, it would end the process.
  pool.on('error', () => {})
  return pool
}

/** Queries with validated rows: composed and checked by slonik, and run by it but for those whose plans are kept. */
export const openQueries = async (url: string, { size = 10, timeoutMs = LONGEST_MS } = {}): Promise<Queries & { end: () => Promise<void> }> => {
  const settings = { plans: 'force_generic_plan', timeoutMs } as const
  const connections = pipelined(withOptions(url, settings), Math.min(size, KEPT_CONNECTIONS))
  const pool = await openPlanned(url, size, timeoutMs)
  const ofKept = isOn('prepared') ? preparedQueries(connections) : pool
  return {
    ...queriesBy((query, ask) => ask(isKept(query.sql) ? ofKept : pool)),
    end: async () => void (await Promise.all([pool.end(), connections.end()])),
  }
}

/** The pool for what queries cannot do: transactions with set-based writes, COPY, LISTEN, advisory locks (pg). */
export const openPool = (url: string, size = 12, plans: 'auto' | 'force_generic_plan' = 'auto'): pg.Pool => {
  const pool = new pg.Pool({ connectionString: withOptions(url, { plans }), max: size, connectionTimeoutMillis: 1_500 })
  // A lost connection is an error of the query that it breaks; unheard as an event, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type TransactionOptions = Readonly<{
  /** For what can be folded again from the log after a crash. */
  asynchronous?: boolean
  /** SQL that travels with the begin; `work` gets the rows of its last statement. */
  withBegin?: string
  /** SQL that travels with the commit. */
  withCommit?: string
}>

/** Runs in one transaction. */
export const transaction = async <Result, Row extends pg.QueryResultRow = never>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, rows: readonly Row[]) => Promise<Result>,
  { asynchronous = false, withBegin, withCommit }: TransactionOptions = {},
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begin = ['begin', ...(asynchronous ? ['set local synchronous_commit = off'] : []), ...(withBegin ? [withBegin] : [])]
    // Several statements are answered by a list.
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
