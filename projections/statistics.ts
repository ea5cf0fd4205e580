import type pg from 'pg'
import { READ_SCHEMA } from '../modules/platform/postgres/database.ts'

/** After an import of this many rows, the planner's statistics are out of date. */
const MANY = 1_000

/**
 * Analyzes the tables after an import, and merges the pending list of the search's GIN index. Autovacuum would do so
 * about a minute later; until then plans for small tables take minutes on large ones, and every search reads the whole
 * pending list. A table under analysis is skipped, and failures are ignored: both only cost time.
 */
export const notedRows =
  (pool: pg.Pool) =>
  async (rows: number): Promise<void> => {
    if (rows < MANY) return
    await analyze(pool, READ_SCHEMA).catch(() => {})
    // Not awaited: it takes a second or two.
    pool.query(`select gin_clean_pending_list('${READ_SCHEMA}.members_sought')`).catch(() => {})
  }

export const analyze = async (pool: pg.Pool, schema: string): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>('select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = $2', [
    schema,
    'r',
  ])
  if (rows.length > 0) await pool.query(`analyze (skip_locked) ${rows.map(({ name }) => `${schema}.${name}`).join(', ')}`)
}
