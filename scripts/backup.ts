import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BACKED_UP, type Header, VERSION } from './backup-file.ts'
import { withDatabase } from './with-database.ts'

/** Writes the log, the keys and the ordinary tables to one file, as they stand at one moment; the app may go on meanwhile. */
export const backup = async (url: string, file: string): Promise<Header> => {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never overwrites another.`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const header: Header = { vestryBackup: VERSION, madeAt: new Date().toISOString(), tables: await describeTables(client) }
    const half = `${file}.half`
    await pipeline(Readable.from(contents(client, header), { objectMode: false }), createGzip({ level: 4 }), createWriteStream(half, { flush: true }))
    await client.query('commit')
    renameSync(half, file)
    return header
  } finally {
    await client.end()
  }
}

const describeTables = async (client: pg.Client): Promise<Header['tables']> => {
  const tables: Header['tables'][number][] = []
  for (const name of BACKED_UP) {
    const { rows } = await client.query<{ column_name: string }>(
      `select column_name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [name],
    )
    if (rows.length === 0) continue
    const counted = await client.query<{ count: string }>(`select count(*) from ${name}`)
    tables.push({ name, columns: rows.map((row) => row.column_name), rows: Number(counted.rows[0]?.count) })
  }
  return tables
}

async function* contents(client: pg.Client, header: Header): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256')
  const hashed = (chunk: Buffer): Buffer => {
    hash.update(chunk)
    return chunk
  }
  yield hashed(Buffer.from(`${JSON.stringify(header)}\n`))
  for (const { name, columns } of header.tables) {
    const order = name === 'events' ? ' order by position' : ''
    const rows = client.query(copyTo(`copy (select ${columns.map((column) => `"${column}"`).join(', ')} from ${name}${order}) to stdout`))
    for await (const chunk of rows) yield hashed(chunk as Buffer)
  }
  yield Buffer.from(`sha256 ${hash.digest('hex')}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? `vestry-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup.gz`
  await withDatabase(async (url) => {
    const { tables } = await backup(url, file)
    process.stdout.write(`Backed up to ${file}: ${tables.map(({ name, rows }) => `${rows} ${name}`).join(', ')}.\n`)
  })
}
