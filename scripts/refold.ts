import type pg from 'pg'
import { type Position, START } from '../modules/platform/event-store/event-store.ts'
import { READ_SCHEMA, transaction } from '../modules/platform/postgres/database.ts'
import type { Projection } from '../projections/projection.ts'
import { foldBatch } from '../projections/projector.ts'
import { createTables, dropping } from '../projections/rebuild.ts'
import type { OpenLog } from './with-log.ts'

/** The read models' tables, without checkpoints, which may differ. Rows without a key are ordered by all columns. */
const tablesOf = async (tx: pg.ClientBase, schema: string): Promise<{ name: string; key: string }[]> => {
  const { rows } = await tx.query<{ name: string; key: string }>(
    `select c.relname as name, coalesce(string_agg(quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum)), 't::text') as key
     from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where c.relkind = 'r' and c.relnamespace = to_regnamespace($1) and c.relname <> 'checkpoints' group by c.relname order by c.relname`,
    [schema],
  )
  return rows
}

export type Hashes = ReadonlyMap<string, string>

const hashesOf = async (tx: pg.ClientBase, schema: string): Promise<Hashes> => {
  const hashes = new Map<string, string>()
  for (const { name, key } of await tablesOf(tx, schema)) {
    const { rows } = await tx.query<{ hash: string }>(
      `select md5(coalesce(string_agg(md5(t::text), '' order by ${key}), '')) || ' ' || count(*) as hash from ${schema}.${name} t`,
    )
    hashes.set(name, rows[0]?.hash ?? '')
  }
  return hashes
}

/** The hashes of a schema's tables and the checkpoints of its projections, both as of one moment. */
export const tablesAt = (pool: pg.Pool, schema: string) =>
  transaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    const { rows } = await tx.query<{ name: string; position: number }>(`select name, position from ${schema}.checkpoints`)
    return { positions: new Map(rows.map(({ name, position }) => [name, BigInt(position)])), hashes: await hashesOf(tx, schema) }
  })

export const liveTables = (pool: pg.Pool) => tablesAt(pool, READ_SCHEMA)

export const emptyTables = (pool: pg.Pool, schema: string): Promise<void> => transaction(pool, (tx) => createTables(tx, schema))

type Range = Readonly<{ after?: Position; until: Position; maxBatch?: number }>

/** Folds the events after one position up to another, inclusive, as the live projector does. */
export const foldRange = async (
  { pool, store }: Pick<OpenLog, 'pool' | 'store'>,
  projection: Projection,
  schema: string,
  { after = START, until, maxBatch = 2_000 }: Range,
): Promise<void> => {
  if (until <= after) return
  const stop = new AbortController()
  for await (const batch of store.follow({ after, categories: projection.categories, maxBatch, signal: stop.signal })) {
    const events = batch.events.filter(({ position }) => position <= until)
    if (events.length > 0)
      await transaction(
        pool,
        async (tx) => {
          await tx.query(`set local search_path = ${schema}, public`)
          await foldBatch(tx, projection, events)
        },
        { asynchronous: true },
      )
    if (batch.position >= until) break
  }
  stop.abort()
}

/** Folds the log from its beginning into separate tables, up to each projection's checkpoint; returns their hashes. */
export const refold = async (
  log: OpenLog,
  positions: ReadonlyMap<string, Position>,
  schema: string,
  maxBatch?: number,
  look: (tx: pg.ClientBase) => Promise<void> = async () => {},
): Promise<Hashes> => {
  const { pool, projections } = log
  await emptyTables(pool, schema)
  try {
    const rangeOf = ({ name }: Projection) => ({ until: positions.get(name) ?? START, ...(maxBatch === undefined ? {} : { maxBatch }) })
    await Promise.all(projections.map((projection) => foldRange(log, projection, schema, rangeOf(projection))))
    return await transaction(pool, async (tx) => {
      await tx.query(`set local search_path = ${schema}, public`)
      await look(tx)
      return hashesOf(tx, schema)
    })
  } finally {
    await pool.query(dropping(schema))
  }
}

export const differing = (one: Hashes, other: Hashes): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
