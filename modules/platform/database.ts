import { createHash } from 'node:crypto'
import pg from 'pg'
import {
  type CommonQueryMethods,
  createPool,
  createTypeParserPreset,
  type DatabasePool,
  type FragmentSqlToken,
  type Interceptor,
  SchemaValidationError,
  sql,
} from 'slonik'
import type { ZodType } from 'zod'

/** The schema that holds the read models; a rebuild puts a new one in its place (projections/rebuild.ts). */
export const READ_SCHEMA = 'read'

/** int8 as a number: every bigint of ours (cents, positions, counts) stays far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
/** Calendar days stay text: a Date would move them by the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Queries = CommonQueryMethods

const camelNames = new Map<string, string>()
const camel = (name: string): string => {
  let known = camelNames.get(name)
  if (!known) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}

type Fields = readonly Readonly<{ name: string }>[]

/** All rows of an answer share their fields. */
const camelFields = new WeakMap<Fields, readonly (readonly [name: string, shown: string])[]>()

const camelCase: Interceptor = {
  name: 'camel-case',
  transformRow: (_context, _query, row, fields) => {
    let pairs = camelFields.get(fields)
    if (!pairs) {
      pairs = fields.map(({ name }) => [name, camel(name)] as const)
      camelFields.set(fields, pairs)
    }
    const shown: Record<string, unknown> = {}
    for (const [name, as] of pairs) shown[as] = row[name]
    return shown as typeof row
  },
}

/** Every row is parsed by the schema its query names; a drifted table fails loudly, at the query. */
const parseRows: Interceptor = {
  name: 'parse-rows',
  transformRow: (context, query, row) => {
    const parser = context.resultParser as unknown as ZodType | undefined
    if (!parser) return row
    const parsed = parser.safeParse(row)
    if (!parsed.success) throw new SchemaValidationError(query, row, parsed.error.issues as never)
    return parsed.data as typeof row
  },
}

const KEPT = '/* kept */'

/**
 * What a query begins with of which a connection keeps the plan: one that is asked often, joins much and reads little, for which
 * planning takes longer than running. Its text must not vary without bound.
 */
export const kept: FragmentSqlToken = sql.fragment`/* kept */`

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let known = names.get(text)
  if (!known) {
    known = createHash('sha256').update(text).digest('base64url').slice(0, 32)
    names.set(text, known)
  }
  return known
}

/** slonik hands on to pg what stands in `sql`, and pg takes a name with a text: a prepared statement. */
const keepPlans: Interceptor = {
  name: 'keep-plans',
  transformQuery: (_context, query) =>
    query.sql.trimStart().startsWith(KEPT) ? { ...query, sql: { name: nameOf(query.sql), text: query.sql } as unknown as string } : query,
}

/** A number that stands in the text of a query, so that a kept plan knows it: how many rows are asked for. */
export const literal = (count: number): FragmentSqlToken => sql.literalValue(String(count))

/** Both schemas are searched; compiling our short queries would take longer than running them. */
const withOptions = (url: string): string => {
  const whole = new URL(url)
  whole.searchParams.set('options', `-c search_path=public,${READ_SCHEMA} -c jit=off`)
  return whole.href
}

/** The pool for queries with validated rows (slonik). */
export const openQueries = async (url: string, size = 10): Promise<DatabasePool> => {
  const pool = await createPool(withOptions(url), {
    captureStackTrace: false,
    maximumPoolSize: size,
    connectionTimeout: 1_500,
    connectionRetryLimit: 0,
    idleTimeout: 'DISABLE_TIMEOUT',
    // No query leaves anything behind in its session, so there is nothing to discard between two of them.
    resetConnection: async () => {},
    interceptors: [keepPlans, camelCase, parseRows],
    typeParsers: [
      ...createTypeParserPreset().filter(({ name }) => !['numeric', 'timestamptz', 'timestamp', 'int8', 'date'].includes(name)),
      { name: 'int8', parse: Number },
      { name: 'numeric', parse: Number },
      { name: 'date', parse: (text: string) => text },
      { name: 'timestamptz', parse: (text: string) => new Date(text).toISOString() },
    ],
  })
  // The pool re-emits every query's error; unheard, it would end the process.
  pool.on('error', () => {})
  return pool
}

/** The pool for what queries cannot do: transactions with set-based writes, COPY, LISTEN, advisory locks (pg). */
export const openPool = (url: string, size = 12): pg.Pool => {
  const pool = new pg.Pool({ connectionString: withOptions(url), max: size, connectionTimeoutMillis: 1_500 })
  // A lost connection is an error of the query that it breaks; unheard as an event, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs in one transaction; `asynchronous` is for what can be folded again from the log after a crash. */
export const transaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  { asynchronous = false } = {},
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(asynchronous ? 'begin; set local synchronous_commit = off' : 'begin')
    const result = await work(client)
    await client.query('commit')
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
