import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATIONS, migrate } from '../modules/platform/migrate.ts'
import { checkBackup, type Header, linesOf } from './backup-file.ts'
import { withDatabase } from './with-database.ts'

/** Fills an empty database from a backup, all or nothing; the app rebuilds its read models when it starts. */
export const restore = async (url: string, file: string): Promise<Header> => {
  const header = await checkBackup(file)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  try {
    await migrate(pool, MIGRATIONS)
    const client = await pool.connect()
    try {
      await client.query('begin')
      await refuseFull(client, header)
      await fill(client, header, linesOf(file))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
    return header
  } finally {
    await pool.end()
  }
}

const refuseFull = async (client: pg.PoolClient, { tables }: Header): Promise<void> => {
  for (const { name } of tables) {
    const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [`public.${name}`])
    if (!rows[0]?.found) throw new Error(`The backup holds a table ${name} that this Vestry does not know; restore it with the version that made it.`)
    await client.query(`lock table ${name} in access exclusive mode`)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) throw new Error(`The database is not empty (${name} holds rows). Restore into a new database or a new data folder.`)
  }
}

const fill = async (client: pg.PoolClient, { tables }: Header, lines: AsyncGenerator<string, void, undefined>): Promise<void> => {
  await lines.next()
  for (const { name, columns, rows } of tables) {
    const sink = client.query(copyFrom(`copy ${name} (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`))
    await pipeline(Readable.from(take(lines, rows), { objectMode: false }), sink)
    for (const column of columns) await continueSequence(client, name, column)
  }
}

/** A numbered column goes on behind the highest restored number. */
const continueSequence = async (client: pg.PoolClient, table: string, column: string): Promise<void> => {
  const { rows } = await client.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [table, column])
  const sequence = rows[0]?.sequence
  if (sequence) await client.query(`select setval('${sequence}', max("${column}")) from ${table} having max("${column}") is not null`)
}

const CHUNK = 65_536

async function* take(lines: AsyncGenerator<string, void, undefined>, count: number): AsyncGenerator<string, void, undefined> {
  let chunk = ''
  for (let taken = 0; taken < count; taken++) {
    const { value } = await lines.next()
    chunk += `${value}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file] = process.argv
  if (!file) throw new Error('Name the backup: npm run restore -- <file>')
  await withDatabase(async (url) => {
    const { tables, madeAt } = await restore(url, file)
    process.stdout.write(`Restored the backup of ${madeAt}: ${tables.map(({ name, rows }) => `${rows} ${name}`).join(', ')}.\n`)
  })
}
