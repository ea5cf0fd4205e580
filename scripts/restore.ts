import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Append, type EventStore, type NewEvent, type Position, START, type StreamName } from '../modules/platform/event-store/event-store.ts'
import { openStore } from '../modules/platform/event-store/open-store.ts'
import { migrateJobs } from '../modules/platform/jobs.ts'
import { opensKeys } from '../modules/platform/personal-data/installation-keys.ts'
import { keyFileIn, type MasterKeys, otherKeysOf } from '../modules/platform/personal-data/master-key.ts'
import { openPool, transaction } from '../modules/platform/postgres/database.ts'
import { MIGRATIONS, migrate, migrationsOf } from '../modules/platform/postgres/migrate.ts'
import { rebuild } from '../projections/rebuild.ts'
import type { Place } from './backup.ts'
import { type Counts, checkBackup, type Header, JOBS, LOG, LOG_COLUMNS, type Rows, readBackup, type Section } from './backup-file.ts'
import { secretOf } from './backup-secret.ts'
import { tablesOf } from './backup-tables.ts'
import { eventsUpTo } from './events-up-to.ts'
import { runTool, withDatabase } from './with-database.ts'
import { openReadSide } from './with-log.ts'

/**
 * Fills an empty installation from a backup, all or nothing, and builds the read models from its log. The installation
 * may use another kind of event store than the backup: the log keeps its order and gets new positions.
 */
export const restore = async ({ url, file, secret, config }: Place): Promise<Readonly<{ header: Header; counts: Counts }>> => {
  const { header, counts } = await checkBackup(file, secret)
  const unknown = header.migrations.find((name) => !migrationsOf(MIGRATIONS).includes(name))
  if (unknown) throw new Error(`${file} was made by a newer Vestry (${unknown}). Restore it with that version, or a later one.`)
  const masterKey = keyFor(config, header)
  const masterKeys: MasterKeys = [masterKey, ...otherKeysOf(config)]
  const store = config.eventStore === 'postgres' ? null : await openStore(config.eventStore, url)
  const pool = openPool(url, 2)
  try {
    await refuseFull(pool, store)
    // Later migrations run on the restored rows, as they would have on the original ones.
    await migrate(pool, MIGRATIONS, header.migrations)
    await migrateJobs(pool)
    const keepKey = putKey(config, masterKey)
    try {
      await transaction(pool, async (tx) => {
        await tx.query(STAGES)
        await readBackup(file, secret, (section, rows) => fill(tx, section, rows))
        if (!(await opensKeys(tx, masterKeys)))
          throw new Error('PERSONAL_DATA_KEY is not the key that this backup was made with. Nothing was restored.')
        const wanted = await positionsInJobs(tx)
        await putJobs(tx, store ? await putLogInto(store, tx, wanted) : await putLog(tx, wanted))
      })
    } catch (error) {
      keepKey.undo()
      throw error
    }
    await migrate(pool, MIGRATIONS)
  } finally {
    await store?.close()
    await pool.end()
  }
  await openReadSide({ url, masterKeys, eventStore: config.eventStore }, rebuild)
  return { header, counts }
}

/** The master key of this installation: the one in the backup, or the setting that the backup was made with. */
const keyFor = ({ personalDataKey, dataDir }: Place['config'], header: Header): Buffer => {
  const file = keyFileIn(dataDir)
  const here = personalDataKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
  if (header.masterKey === null && here === null)
    throw new Error('This backup was made with PERSONAL_DATA_KEY in the settings, and does not hold it. Set it as it was.')
  if (header.masterKey !== null && here !== null && header.masterKey !== here)
    throw new Error(`The backup holds another key than ${personalDataKey ? 'PERSONAL_DATA_KEY' : file}. Take that away, and restore again.`)
  return Buffer.from(here ?? header.masterKey ?? '', 'base64')
}

const putKey = ({ personalDataKey, dataDir }: Place['config'], masterKey: Buffer): Readonly<{ undo: () => void }> => {
  const file = keyFileIn(dataDir)
  if (personalDataKey || existsSync(file)) return { undo: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, masterKey.toString('base64'), { mode: 0o600, flush: true })
  return { undo: () => rmSync(file) }
}

const refuseFull = async (pool: pg.Pool, store: EventStore | null): Promise<void> => {
  const full = (what: string) => new Error(`${what}. Restore into a new database or a new data folder.`)
  const tables = await transaction(pool, tablesOf)
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('events') is not null as there`)
  for (const name of [...tables.map((table) => table.name), ...(rows[0]?.there ? ['events'] : [])])
    if ((await pool.query(`select from "${name}" limit 1`)).rowCount) throw full(`The database is not empty (${name} holds rows)`)
  if (!store) return
  for await (const { stream } of eventsUpTo(store, await store.head())) throw full(`The event store is not empty (${stream} has events)`)
}

/** The log and jobs are staged, because they are converted as a whole. */
const STAGES = `
  create temp table stage_log (position bigint, stream text, revision integer, id uuid, type text, data text, metadata text) on commit drop;
  create temp table stage_jobs (task text, payload text, priority integer, run_at timestamptz, attempts integer, max_attempts integer,
    last_error text, created_at timestamptz, key text, queue text) on commit drop;`

const POSITION = '"position"\\s*:\\s*"(\\d+)"'
type Moved = ReadonlyMap<string, string>

const fill = async (tx: pg.ClientBase, { section, columns }: Section, rows: Rows): Promise<void> => {
  const table = section === LOG ? 'stage_log' : section === JOBS ? 'stage_jobs' : section
  const sink = tx.query(copyFrom(`copy "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`))
  await pipeline(Readable.from(inChunks(rows), { objectMode: false }), sink)
  if (table === section) for (const column of columns) await continueSequence(tx, section, column)
}

/** Continues a sequence after the highest restored number. */
const continueSequence = async (tx: pg.ClientBase, table: string, column: string): Promise<void> => {
  const { rows } = await tx.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [table, column])
  const sequence = rows[0]?.sequence
  if (sequence) await tx.query(`select setval('${sequence}', max("${column}")) from "${table}" having max("${column}") is not null`)
}

const CHUNK = 65_536

async function* inChunks(rows: Rows): AsyncGenerator<string, void, undefined> {
  let chunk = ''
  for await (const row of rows) {
    chunk += `${row}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const positionsInJobs = async (tx: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ position: string }>(
    `select distinct m[1] as position from stage_jobs, regexp_matches(payload, '${POSITION}', 'g') m`,
  )
  return rows.map(({ position }) => position)
}

/**
 * Replaces positions in jobs by those in the restored log. A position whose event is missing becomes START, which is
 * safe since the read models are complete before any job runs.
 */
const putJobs = async (tx: pg.ClientBase, moved: Moved): Promise<void> => {
  const { rows } = await tx.query<{ at: string; payload: string }>(`select ctid as at, payload from stage_jobs where payload ~ '${POSITION}'`)
  for (const { at, payload } of rows) {
    const here = payload.replace(new RegExp(POSITION, 'g'), (_, position: string) => `"position":"${moved.get(position) ?? START}"`)
    await tx.query('update stage_jobs set payload = $2 where ctid = $1::tid', [at, here])
  }
  await tx.query(PUT_JOBS)
}

const PUT_JOBS = `
  insert into graphile_worker._private_tasks (identifier) select distinct task from stage_jobs on conflict do nothing;
  insert into graphile_worker._private_job_queues (queue_name) select distinct queue from stage_jobs where queue is not null on conflict do nothing;
  insert into graphile_worker._private_jobs (task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, job_queue_id)
  select t.id, s.payload::json, s.priority, s.run_at, s.attempts, s.max_attempts, s.last_error, s.created_at, s.key, q.id
  from stage_jobs s join graphile_worker._private_tasks t on t.identifier = s.task
    left join graphile_worker._private_job_queues q on q.queue_name = s.queue;`

/** In Postgres positions have no gaps, whichever event store the backup is from. */
const PUT_LOG = `
  insert into events (position, stream, revision, id, type, data, metadata)
  select row_number() over (order by position) - 1, stream, revision, id, type, data, metadata from stage_log;
  update process_checkpoints c set position = (select count(*) - 1 from stage_log l where l.position <= c.position);`

const putLog = async (tx: pg.ClientBase, wanted: readonly string[]): Promise<Moved> => {
  await tx.query(PUT_LOG)
  const { rows } = await tx.query<{ before: string; now: string }>(
    `select before::text, now::text from (select position as before, row_number() over (order by position) - 1 as now from stage_log) l
     where before = any($1::bigint[])`,
    [wanted],
  )
  return new Map(rows.map(({ before, now }) => [before, now]))
}

type LogRow = Readonly<{ position: string; stream: StreamName; revision: number; id: string; type: string; data: string; metadata: string }>

const PAGE = 1_000

const appendOf = ({ stream, revision, id, type, data, metadata }: LogRow): Append => ({
  stream,
  events: [{ id, type, data: JSON.parse(data), metadata: JSON.parse(metadata) }],
  expect: revision === 0 ? 'none' : revision - 1,
})

/**
 * Appends the log in order, with the same event ids. Processes continue after the last event that they had read.
 * Returns the new positions of the events at the positions `wanted`.
 */
const putLogInto = async (store: EventStore, tx: pg.ClientBase, wanted: readonly string[]): Promise<Moved> => {
  const moved = new Map<string, string>()
  const isWanted = new Set(wanted)
  const { rows: processes } = await tx.query<{ name: string; position: number }>('select name, position from process_checkpoints')
  const seen = new Map<string, Position>(processes.map(({ name }) => [name, START]))
  await tx.query(`declare log no scroll cursor for select ${LOG_COLUMNS.join(', ')} from stage_log order by position`)
  for (;;) {
    const { rows } = await tx.query<LogRow>(`fetch ${PAGE} from log`)
    if (rows.length === 0) break
    const appended = await store.appendInOrder(rows.map(appendOf)).catch((cause: Error) => {
      throw new Error(`The event store did not take the log: ${cause.message} Empty it, and restore again.`, { cause })
    })
    for (const [i, { position }] of rows.entries()) if (isWanted.has(String(position))) moved.set(String(position), String(appended[i]?.position))
    for (const { name, position } of processes) {
      const last = appended[rows.findLastIndex((row) => Number(row.position) <= position)]
      if (last) seen.set(name, last.position)
    }
  }
  for (const [name, position] of seen) await tx.query('update process_checkpoints set position = $2 where name = $1', [name, position])
  const { rows: buried } = await tx.query<{ stream: StreamName }>('delete from buried_streams returning stream')
  for (const { stream } of buried) await buryNew(store, stream)
  return moved
}

/** EventStoreDB can close only a stream that has events. */
const buryNew = async (store: EventStore, stream: StreamName): Promise<void> => {
  const metadata = {
    $correlationId: 'restore',
    $causationId: 'restore',
    actor: 'system:restore',
    schema: 1,
    at: new Date().toISOString() as NewEvent['metadata']['at'],
  }
  await store.append(stream, [{ id: crypto.randomUUID(), type: 'Buried', data: {}, metadata }], 'none')
  await store.bury(stream)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runTool(async (config) => {
    const [, , file] = process.argv
    if (!file) throw new Error('Name the backup: npm run restore -- <file>')
    const secret = await secretOf(config)
    const { header } = await checkBackup(file, secret)
    keyFor(config, header)
    await withDatabase(
      config,
      async (url) => {
        const { counts } = await restore({ url, file, secret, config })
        process.stdout.write(`Restored the backup of ${header.madeAt}: ${counts[LOG]} events, ${counts.users} accounts, ${counts[JOBS]} jobs.\n`)
      },
      { make: true },
    )
  })
}
