import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { assertSeesSessions } from './lock-sessions.ts'

/** Longest wait for transactions that may still read the deleted rows, and for a table in use. */
const PATIENCE_MS = 600_000
const LOCK_TIMEOUT = '500ms'
const TRY_AGAIN_MS = 2_000

/** Waits for all transactions begun before now: a rewrite keeps deleted rows that one of them may read. */
const untilNobodyReads = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ since: string }>('select clock_timestamp()::text as since')
  await assertSeesSessions(pool)
  const older = () =>
    pool.query(`select from pg_stat_activity where xact_start < $1 and backend_xmin is not null and pid <> pg_backend_pid()`, [rows[0]?.since])
  for (const deadline = Date.now() + PATIENCE_MS; (await older()).rowCount; await pause(200))
    if (Date.now() > deadline) throw new Error('a transaction has been open for too long to erase what was deleted')
}

/** Rewrites a table with its indexes. Its lock attempts are short and frequent, so that nobody queues for long. */
const rewrite = async (pool: pg.Pool, table: string): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      try {
        await client.query(`vacuum (full, analyze) ${table}`)
        return
      } catch (error) {
        if ((error as { code?: string }).code !== '55P03' || Date.now() > deadline) throw error
        await pause(TRY_AGAIN_MS)
      }
    }
  } finally {
    // The connection is closed instead of reused, since its lock timeout differs.
    client.release(true)
  }
}

/**
 * Erases all traces of these tables' deleted or overwritten rows from the database's files, and the traces of any table
 * from the planner's statistics. Each table is locked during its rewrite: some seconds for a million rows.
 * @throws Error if a table stays in use for ten minutes
 */
export const eraseDeleted = async (pool: pg.Pool, tables: readonly string[]): Promise<void> => {
  await untilNobodyReads(pool)
  // The statistics hold samples of the columns, so their table is rewritten last.
  for (const table of [...tables, 'pg_catalog.pg_statistic']) await rewrite(pool, table)
}
