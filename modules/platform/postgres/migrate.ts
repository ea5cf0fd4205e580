import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type pg from 'pg'

const root = resolve(import.meta.dirname, '../../..')

export const MIGRATIONS: readonly string[] = [
  'modules/platform',
  'modules/identity',
  'modules/networks',
  'modules/payors',
  'modules/payments',
  'modules/find-bills',
  'modules/embed',
  'modules/webhooks',
  'modules/audit',
  'projections',
].map((owner) => join(root, owner, 'migrations'))

const LOCK = 8410
const ignore = (): void => {}

/**
 * Runs the numbered SQL files of the folders, each once, in order and in its own transaction; forward only. An advisory
 * lock serializes processes. Missing folders are skipped. `only`: runs just these files, for a restore of an earlier
 * version's rows.
 */
export const migrate = async (pool: pg.Pool, folders: readonly string[], only?: readonly string[]): Promise<void> => {
  const client = await pool.connect()
  // A connection lost between two statements must not end the process; the next statement fails anyway.
  client.on('error', ignore)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default clock_timestamp())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const applied = new Set(rows.map(({ name }) => name))
    for (const { name, file } of folders.flatMap(filesIn)) if (!applied.has(name) && (!only || only.includes(name))) await apply(client, name, file)
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.off('error', ignore)
    client.release()
  } catch (error) {
    // Closing the connection also releases the lock.
    client.release(true)
    throw error
  }
}

export const migrationsOf = (folders: readonly string[]): string[] => folders.flatMap(filesIn).map(({ name }) => name)

/** Renamed modules: existing databases and backups hold their migrations under the former name. */
const FORMER_NAMES: Readonly<Record<string, string>> = { payors: 'members' }

/** A migration is named by folder and file (`platform/001-event-log.sql`), so that every folder counts from 001. */
const filesIn = (folder: string): { name: string; file: string }[] => {
  if (!existsSync(folder)) return []
  const module = basename(dirname(resolve(folder)))
  const owner = FORMER_NAMES[module] ?? module
  const numbered = readdirSync(folder).filter((file) => /^\d{3}-.*\.sql$/.test(file))
  return numbered.sort().map((file) => ({ name: `${owner}/${file}`, file: join(folder, file) }))
}

const apply = async (client: pg.PoolClient, name: string, file: string): Promise<void> => {
  try {
    await client.query('begin')
    await client.query(readFileSync(file, 'utf8'))
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
