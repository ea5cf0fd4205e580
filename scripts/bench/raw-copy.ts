import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { timed } from './table.ts'

const LIMIT_SCHEMA = 'bench_limit'
const [tables, indexes] = ['schema', 'indexes'].map((name) => readFileSync(new URL(`../../projections/${name}.sql`, import.meta.url), 'utf8'))

/** The rows of a query as COPY writes them. */
export const copyOut = async (client: pg.ClientBase, query: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of client.query(to(`copy (${query}) to stdout`))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const copyIn = (client: pg.Client, table: string, rows: Buffer) =>
  pipeline(Readable.from([rows], { objectMode: false }), client.query(from(`copy ${table} from stdin`)))

/** How long a bare COPY takes for what an upload has brought, into tables with the same columns and indexes. */
export const rawCopyOf = async (url: string, programId: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `drop schema if exists ${LIMIT_SCHEMA} cascade; create schema ${LIMIT_SCHEMA}; set search_path = ${LIMIT_SCHEMA}, public; ${tables} ${indexes}`,
    )
    const bills = await copyOut(client, `select * from read.bills where program_id = '${programId}'`)
    const members = await copyOut(client, `select m.* from read.members m join read.bills b on b.payor_id = m.id where b.program_id = '${programId}'`)
    await client.query('checkpoint')
    return await timed(async () => {
      await copyIn(client, 'members', members)
      await copyIn(client, 'bills', bills)
    })
  } finally {
    await client.query(`drop schema if exists ${LIMIT_SCHEMA} cascade`)
    await client.end()
  }
}
