import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { memberCsv } from '../bench/people.ts'
import { type Fault, killHard, onTestBed, query, type TestBed } from './test-bed.ts'

const grown = async (client: pg.Client, from: number, events: number): Promise<void> => {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(3)) {
    const { rows } = await client.query<{ head: string }>('select coalesce(max(position), -1) as head from events')
    if (Number(rows[0]?.head) - from >= events) return
  }
}

const killedAt = async (bed: TestBed, share: number, rows: number, batch: number, withDatabase: boolean): Promise<string[]> => {
  const { treasurer, product } = bed
  const programId = await treasurer.program(`Upload ${batch}`)
  const csv = memberCsv(rows, batch)
  const client = new pg.Client({ connectionString: product().databaseUrl() })
  client.on('error', () => {})
  await client.connect()
  const { rows: before } = await client.query<{ head: string }>('select max(position) as head from events')
  let answered = false
  const uploading = treasurer.client.upload(programId, csv).then(
    () => {
      answered = true
    },
    () => {},
  )
  await Promise.race([grown(client, Number(before[0]?.head), share * 2 * rows), uploading])
  const postmaster = product().postmaster()
  await product().kill()
  if (withDatabase) await killHard(postmaster)
  await uploading
  await client.end().catch(() => {})
  await bed.start()
  await treasurer.client.upload(programId, csv)

  const [counts] = await query<{ bills: number; payors: number; people: number }>(
    product().databaseUrl(),
    `select count(*)::int as bills, count(distinct payor_id)::int as payors, count(distinct m.name_key)::int as people
     from read.bills b join read.members m on m.id = b.payor_id where b.program_id = $1`,
    [programId],
  )
  const at = `killed at ${Math.round(share * 100)} %${answered ? ' (after its answer)' : ''}`
  return Object.entries(counts ?? {}).flatMap(([what, count]) => (count === rows ? [] : [`${at}: ${count} ${what} for ${rows} rows`]))
}

/** Fault 11: the app is killed during a large upload, and the same file is sent again. */
export const uploadKilled: Fault = ({ random, quick }) =>
  onTestBed('upload-killed', async (bed) => {
    const points = quick ? 3 : 10
    const rows = quick ? 3_000 : 12_000
    const violations: string[] = []
    for (let i = 0; i < points; i += 1) violations.push(...(await killedAt(bed, (i + random()) / points, rows, i + 1, i % 3 === 2)))
    const [members] = await query<{ count: number }>(bed.product().databaseUrl(), 'select count(*)::int as count from read.members')
    if (members?.count !== points * rows) violations.push(`${members?.count} members for ${points * rows} rows`)
    violations.push(...(await bed.violations()))
    return { summary: `an upload of ${rows} rows killed at ${points} points and sent again: one member and one bill a row`, violations }
  })
