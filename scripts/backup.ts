import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { keyDigest, noteBackup } from '../modules/operations/backups.ts'
import type { Config } from '../modules/platform/config.ts'
import { type EventStore, type Position, START } from '../modules/platform/event-store/event-store.ts'
import { openStore } from '../modules/platform/event-store/open-store.ts'
import { assertNotHere, assertReachesAsFar } from '../modules/platform/event-store/right-log.ts'
import { opensKeys } from '../modules/platform/personal-data/installation-keys.ts'
import { masterKeysOf } from '../modules/platform/personal-data/master-key.ts'
import { type Counts, checkBackup, copyRow, END, type Header, JOBS, LOG, LOG_COLUMNS, type Section } from './backup-file.ts'
import { type Secret, sealing } from './backup-seal.ts'
import { secretOf } from './backup-secret.ts'
import { tablesOf } from './backup-tables.ts'
import { eventsUpTo } from './events-up-to.ts'
import { runTool, withDatabase } from './with-database.ts'

/** Tables that must not be ahead of the log: checkpoints of processes, and responses that report success. */
const BEFORE_THE_LOG = ['process_checkpoints', 'idempotency_keys']
const BURIED = 'buried_streams'

const JOB_COLUMNS = ['task', 'payload', 'priority', 'run_at', 'attempts', 'max_attempts', 'last_error', 'created_at', 'key', 'queue']
const SELECT_JOBS = `select t.identifier, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts, j.last_error, j.created_at, j.key, q.queue_name
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`
const SELECT_LOG = `select ${LOG_COLUMNS.join(', ')} from events where type <> '$buried' order by position`

export type Place = Readonly<{
  url: string
  file: string
  secret: Secret
  config: Pick<Config, 'eventStore' | 'personalDataKey' | 'dataDir'> & Partial<Pick<Config, 'otherPersonalDataKey'>>
}>

/**
 * Writes everything that cannot be rebuilt to one sealed file, as of one moment; the app may keep running. The file
 * gets its name only after it was read back. Then the backup is noted in the database, if possible.
 */
export const backup = async ({ url, file, secret, config }: Place): Promise<Readonly<{ counts: Counts; isNoted: boolean }>> => {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never overwrites another.`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const store = config.eventStore === 'postgres' ? null : await openStore(config.eventStore, url)
  const half = `${file}.${randomUUID()}.half`
  try {
    await snapshot(client)
    await refuseNothing(client, config)
    const key = await keyDigest(client)
    const written: Record<string, number> = {}
    const header: Header = {
      vestryBackup: 2,
      madeAt: new Date().toISOString(),
      migrations: (await client.query<{ name: string }>('select name from schema_migrations order by name')).rows.map(({ name }) => name),
      masterKey: config.personalDataKey ? null : Buffer.from(masterKeysOf(config)[0]).toString('base64'),
    }
    const lines = Readable.from(contents(client, store, header, written), { objectMode: false })
    await pipeline(lines, createGzip({ level: 4 }), await sealing(secret), createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true }))
    await client.query('commit')
    const { counts } = await checkBackup(half, secret)
    if (JSON.stringify(counts) !== JSON.stringify(written)) throw new Error(`${half} does not read back as it was written. Nothing was kept.`)
    await rename(half, file)
    await flushFolder(dirname(file))
    const { size: bytes } = await stat(file)
    return { counts, isNoted: await noteBackup(client, { madeAt: header.madeAt, bytes, key }).catch(() => false) }
  } finally {
    await rm(half, { force: true })
    await store?.close()
    await client.end()
  }
}

const snapshot = (client: pg.Client) => client.query('begin transaction isolation level repeatable read read only')

/** A renamed file is durable only once its folder is flushed. */
const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const refuseNothing = async (client: pg.Client, config: Place['config']): Promise<void> => {
  const nothing = 'There is nothing to back up: this database holds neither accounts nor events. Are DATABASE_URL and DATA_DIR those of the product?'
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('users') is not null and to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  if (!found[0]?.there) throw new Error(nothing)
  const { rows } = await client.query<{ users: boolean; networks: boolean; events: boolean }>(
    `select exists (select from users) as users, exists (select from events) as events,
       exists (select from person_keys) or exists (select from users where network_id is not null) as networks`,
  )
  const [holds] = rows
  if (!holds?.users && !holds?.events && !holds?.networks) throw new Error(nothing)
  if (holds.networks && !holds.events && config.eventStore === 'postgres')
    throw new Error('There are networks in this database, but no events: its log lies in an EventStoreDB. Set EVENT_STORE as the product has it.')
  await assertNotHere(client, config.eventStore)
  if (!(await opensKeys(client, masterKeysOf(config))))
    throw new Error('PERSONAL_DATA_KEY is not the key that this database was made with; without it a backup would be of no use.')
}

/**
 * In Postgres one snapshot holds everything. With the log elsewhere the order keeps it consistent: tables that must not
 * be ahead of the log are read before its end is determined, and tables that events need (keys, accounts) after it.
 */
async function* contents(
  client: pg.Client,
  store: EventStore | null,
  header: Header,
  written: Record<string, number>,
): AsyncGenerator<Buffer | string, void, undefined> {
  async function* section({ section: name, columns }: Section, rows: AsyncIterable<Buffer | string>) {
    written[name] = 0
    yield `${JSON.stringify({ section: name, columns } satisfies Section)}\n`
    for await (const some of rows) {
      written[name] += typeof some === 'string' ? 1 : linesIn(some)
      yield typeof some === 'string' ? `${some}\n` : some
    }
    yield `${END}\n`
  }
  const copied = (query: string): AsyncIterable<Buffer> => client.query(copyTo(`copy (${query}) to stdout`))
  const tables = await tablesOf(client)
  const table = (name: string, columns: readonly string[]) =>
    section({ section: name, columns }, copied(`select ${columns.map((column) => `"${column}"`).join(', ')} from "${name}"`))
  const isEarly = ({ name }: { name: string }) => BEFORE_THE_LOG.includes(name)

  yield `${JSON.stringify(header)}\n`
  for (const { name, columns } of tables.filter(isEarly)) yield* table(name, columns)
  yield* section({ section: JOBS, columns: JOB_COLUMNS }, copied(SELECT_JOBS))
  const head = (await store?.head()) ?? START
  if (store) {
    await assertReachesAsFar(client, async () => head)
    await client.query('commit')
    await snapshot(client)
  }
  for (const { name, columns } of tables) if (!isEarly({ name }) && !(store && name === BURIED)) yield* table(name, columns)
  const log = { section: LOG, columns: LOG_COLUMNS }
  if (!store) yield* section(log, copied(SELECT_LOG))
  else {
    const buried = new Set(await store.buried())
    yield* section({ section: BURIED, columns: ['stream'] }, Readable.from([...buried].map((stream) => copyRow([stream]))))
    yield* section(log, rowsOf(store, head, buried))
    if (written[LOG] === 0 && written.person_keys)
      throw new Error('The log of EVENT_STORE is empty, but this database knows of networks. Set it as the product has it.')
  }
  yield `${JSON.stringify({ counts: written })}\n`
}

const NEWLINE = 10

const linesIn = (rows: Buffer): number => {
  let count = 0
  for (let at = rows.indexOf(NEWLINE); at >= 0; at = rows.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

async function* rowsOf(store: EventStore, head: Position, buried: ReadonlySet<string>): AsyncGenerator<string, void, undefined> {
  for await (const { position, stream, revision, id, type, data, metadata } of eventsUpTo(store, head))
    if (!buried.has(stream)) yield copyRow([position, stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata)])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? `vestry-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`
  await runTool(async (config) => {
    const secret = await secretOf(config, { anew: true })
    await withDatabase(config, async (url) => {
      const { counts, isNoted } = await backup({ url, file, secret, config })
      process.stdout.write(`Backed up to ${file}: ${summaryOf(counts)}. It was read back and is whole.\n`)
      if (!isNoted) process.stderr.write("The database took no note of it: alerts and the operator's page do not know of this backup.\n")
      if (config.personalDataKey)
        process.stdout.write('PERSONAL_DATA_KEY is not in it, and nothing is restored without it: keep it at another place.\n')
    })
  })
}

function summaryOf(counts: Counts): string {
  return [`${counts[LOG]} events`, `${counts.users} accounts`, `${counts.person_keys} keys`, `${counts[JOBS]} jobs`].join(', ')
}
