import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { READ_SCHEMA } from '../../modules/platform/postgres/database.ts'
import { indexesSql, tablesSql } from '../../projections/projections.ts'
import { timed } from './table.ts'

const LIMIT_SCHEMA = 'bench_limit'
const indexes = indexesSql.join(';\n')

export const copyOut = async (client: pg.ClientBase, query: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of client.query(to(`copy (${query}) to stdout`))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Rows = Readonly<{ table: string; rows: Buffer }>

const copyIn = async (client: pg.Client, copied: readonly Rows[]): Promise<void> => {
  for (const { table, rows } of copied) await pipeline(Readable.from([rows], { objectMode: false }), client.query(from(`copy ${table} from stdin`)))
}

/** Runs work in a schema with empty read-model tables, with only the objects of `definition`. */
const withEmptyTables = async <Result>(url: string, definition: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `drop schema if exists ${LIMIT_SCHEMA} cascade; create schema ${LIMIT_SCHEMA}; set search_path = ${LIMIT_SCHEMA}, public; ${definition}`,
    )
    return await work(client)
  } finally {
    await client.query(`drop schema if exists ${LIMIT_SCHEMA} cascade`)
    await client.end()
  }
}

/** Time of a bare COPY of an upload's rows into tables with the same columns and indexes. */
export const rawCopyOf = (url: string, programId: string): Promise<number> =>
  withEmptyTables(url, `${tablesSql};\n${indexes}`, async (client) => {
    const ofUpload = `read.bills where program_id = '${programId}'`
    const bills = await copyOut(client, `select * from ${ofUpload}`)
    const members = await copyOut(client, `select m.* from read.members m where id in (select payor_id from ${ofUpload})`)
    await client.query('checkpoint')
    return await timed(() =>
      copyIn(client, [
        { table: 'members', rows: members },
        { table: 'bills', rows: bills },
      ]),
    )
  })

/**
 * Time of Postgres alone for returning the log, storing the rows of every read model, and indexing and analyzing them.
 */
export const rawRebuildOf = (url: string): Promise<number> =>
  withEmptyTables(url, tablesSql, async (client) => {
    const { rows: names } = await client.query<{ name: string }>('select tablename as name from pg_tables where schemaname = $1', [READ_SCHEMA])
    const copied: Rows[] = []
    for (const { name } of names) copied.push({ table: name, rows: await copyOut(client, `select * from ${READ_SCHEMA}.${name}`) })
    await client.query('checkpoint')
    return await timed(async () => {
      await copyOut(client, 'select * from events order by position')
      await copyIn(client, copied)
      await client.query(`${indexes}; analyze ${names.map(({ name }) => name).join(', ')}`)
    })
  })
