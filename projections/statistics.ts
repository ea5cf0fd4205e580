import type pg from 'pg'
import { READ_SCHEMA } from '../modules/platform/postgres/database.ts'

/** So many rows at once make what the planner knew of the tables wrong. */
const MANY = 1_000

/**
 * Tells the planner about the rows that an import has brought, and files its new entries of the index that searches use. Until autovacuum
 * would, about a minute later, plans that suit small tables take minutes on large ones, and every search reads all entries that wait. A table
 * that is being looked at already is passed over, and a failure is no matter: both only save time.
 */
export const notedRows =
  (pool: pg.Pool) =>
  async (rows: number): Promise<void> => {
    if (rows < MANY) return
    await analyze(pool, READ_SCHEMA).catch(() => {})
    // It takes a second or two, for which the sender of the file need not wait.
    pool.query(`select gin_clean_pending_list('${READ_SCHEMA}.members_sought')`).catch(() => {})
  }

export const analyze = async (pool: pg.Pool, schema: string): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>('select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = $2', [
    schema,
    'r',
  ])
  if (rows.length > 0) await pool.query(`analyze (skip_locked) ${rows.map(({ name }) => `${schema}.${name}`).join(', ')}`)
}
