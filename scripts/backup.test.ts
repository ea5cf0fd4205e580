import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastBackup } from '../modules/operations/backups.ts'
import type { EventStore, RecordedEvent } from '../modules/platform/event-store/event-store.ts'
import { backup, type Place } from './backup.ts'
import { checkBackup, copyRow } from './backup-file.ts'
import { HEAD_BYTES, opening, type Secret, sealing } from './backup-seal.ts'
import { tablesOf } from './backup-tables.ts'
import { eventsUpTo } from './events-up-to.ts'
import { moneyAgrees, tablesAreTheLog } from './invariants.ts'
import { restore } from './restore.ts'
import { type App, PASSWORD, startApp, startNetwork } from './testing/app.ts'
import { freshDatabase, type TestDatabase } from './testing/database.ts'
import { startWireProcess } from './testing/eventstoredb/process.ts'
import { openReadSide } from './with-log.ts'

const secret: Secret = { key: randomBytes(32) }
const NOBODY_LISTENS = 'smtp://127.0.0.1:9'
const MEMBERS = 60
const csv = (batch: number) =>
  `firstName,lastName,email\n${Array.from({ length: MEMBERS }, (_, n) => `Zoë${n},Batch${batch},zoe${n}.${batch}@example.org`).join('\n')}\n`

let folder: string
let source: App
let file: string
let members: string[]
const closing: (() => Promise<void>)[] = []

const kept = (app: App, eventStore = 'postgres'): Pick<Place, 'url' | 'config'> => ({
  url: app.database.url,
  config: { eventStore, personalDataKey: app.masterKey.toString('base64'), dataDir: folder },
})

/** A running product with payments, members, one of whom was forgotten, and an undelivered mail. */
const busyApp = async (settings: Readonly<Record<string, string>> = {}) => {
  const app = await startApp({ SMTP_URL: NOBODY_LISTENS, ...settings })
  const { admin, programId, bills } = await startNetwork(app, { csv: csv(0) })
  for (const { id } of bills.slice(0, 5))
    await admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 40, method: 'check', reference: `ref-${id}` })
  await admin.send('delete', `/api/members/${bills[5]?.individualMember?.id}`)
  await app.guest().post('/api/auth/register', { firstName: 'Wanda', lastName: 'Waits', email: 'wanda@vestry.example', password: PASSWORD })
  // Leaves out the bill of the forgotten member, since payments on it keep no text.
  return { app, admin, programId, bills: bills.filter((_, i) => i !== 5) }
}

const namesIn = async (app: App, email: string): Promise<string[]> => {
  const person = app.guest()
  await person.post('/api/auth/login', { email, password: PASSWORD })
  const { data } = await person.get<{ data: { name: string }[] }>('/api/members?pageSize=100')
  return data.map(({ name }) => name).sort()
}

const logOf = async (store: EventStore) => {
  const events: Omit<RecordedEvent, 'position'>[] = []
  for await (const { position, ...event } of eventsUpTo(store, await store.head())) events.push(event)
  return events
}

const rowsOf = async (url: string) => {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const hashes: Record<string, unknown> = {}
  for (const { name } of await tablesOf(db))
    hashes[name] = (await db.query(`select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from "${name}" t`)).rows[0]
  const { rows: jobs } = await db.query(
    `select t.identifier, j.payload, j.attempts, j.key, q.queue_name from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where t.identifier not in ('calendar', 'follow-up')`,
  )
  await db.end()
  return { hashes, jobs }
}

let admin: Awaited<ReturnType<typeof startNetwork>>['admin']
let before: Awaited<ReturnType<typeof rowsOf>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-backup-'))
  file = join(folder, 'all.backup')
  const made = await busyApp()
  source = made.app
  admin = made.admin
  await source.written()
  await source.pool.query(`select graphile_worker.add_job('hand-out-happenings', $1, run_at => now() + interval '1 day', job_key => 'happenings')`, [
    JSON.stringify({ occurrences: [{ position: '3' }, { position: '5' }] }),
  ])
  await source.pool.query(
    `select graphile_worker.add_job('sign-head', '{}', queue_name => 'seals', run_at => now() + interval '1 day', job_key => 'a seal')`,
  )
  // Random text, so that the backup needs more than two chunks even when compressed.
  await source.pool.query(
    `insert into caught_mails (id, sender, recipients, subject, text, html, message_id, at) values ($1, '', '{}', '', $2, '', '', now())`,
    [crypto.randomUUID(), randomBytes(200_000).toString('base64')],
  )
  // Retries of the pending mail change its link: repeat until the backup and the snapshot agree.
  do {
    rmSync(file, { force: true })
    before = await rowsOf(source.database.url)
    await backup({ ...kept(source), file, secret })
  } while (!isDeepStrictEqual((await rowsOf(source.database.url)).hashes, before.hashes))
  members = await namesIn(source, admin.email)
  expect(members).toHaveLength(MEMBERS)
  expect(members.filter((name) => name === 'Forgotten member')).toHaveLength(1)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await source.stop()
  rmSync(folder, { recursive: true })
})

const emptyPlace = async (): Promise<TestDatabase> => {
  const database = await freshDatabase({ empty: true })
  closing.push(database.drop)
  return database
}

/** Starts the product on a restored backup: sign-in, names and figures work, and pending jobs run. */
const workIn = async (database: TestDatabase, masterKey: Buffer, email: string, eventStore = 'postgres') => {
  await openReadSide({ url: database.url, masterKeys: [masterKey], eventStore }, async (opened) =>
    expect([...(await moneyAgrees(opened.pool)), ...(await tablesAreTheLog(opened))]).toEqual([]),
  )
  const app = await startApp({ EVENT_STORE: eventStore }, { on: { database, masterKey } })
  try {
    expect(await namesIn(app, email)).toEqual(members)
    expect((await app.mailTo('wanda@vestry.example', /./)).text).toContain('Wanda')
    await app.written()
    expect(app.complaints).toEqual([])
    return await logOf(app.store)
  } finally {
    await app.stop()
  }
}

test('restores everything that was saved: log, keys, accounts, jobs and checkpoints', async () => {
  const target = await emptyPlace()
  expect(before.jobs.map(({ identifier }) => identifier)).toContain('mail-confirmation')
  expect(before.jobs).toContainEqual(expect.objectContaining({ identifier: 'sign-head', queue_name: 'seals' }))
  await restore({ ...kept(source), url: target.url, file, secret })
  const after = await rowsOf(target.url)
  // The pending mail is retried meanwhile, so its number of attempts is not compared.
  const tried = ({ jobs }: typeof before) => jobs.map((job) => JSON.stringify(job).replace(/"attempts":\d+/g, '"tried":true')).sort()
  expect(tried(after)).toEqual(tried(before))
  expect(after.hashes).toEqual(before.hashes)
  const original = await logOf(source.store)
  const log = await workIn(target, source.masterKey, admin.email)
  expect(log.slice(0, original.length)).toEqual(original)
  // Each of the five payors is mailed one receipt.
  expect(log.slice(original.length).map(({ type }) => type)).toEqual(Array(5).fill('MessageSent'))
})

test('records a backup where it was made, not where it is restored, and makes it even if it cannot be recorded', async () => {
  const copy = join(folder, 'noted.backup')
  expect((await backup({ ...kept(source), file: copy, secret })).isNoted).toBe(true)
  const made = await lastBackup(source.pool)
  expect(made).toMatchObject({ bytes: statSync(copy).size, ofEarlierKey: false })
  expect(made?.madeAt.toISOString()).toBe((await checkBackup(copy, secret)).header.madeAt)
  const target = await emptyPlace()
  await restore({ ...kept(source), url: target.url, file: copy, secret })
  const there = new pg.Client({ connectionString: target.url })
  await there.connect()
  expect(await lastBackup(there)).toBeNull()
  await there.query('drop schema operations cascade')
  await there.end()
  const earlier = join(folder, 'earlier.backup')
  expect((await backup({ ...kept(source), url: target.url, file: earlier, secret })).isNoted).toBe(false)
  expect(existsSync(earlier)).toBe(true)
})

test('saves a log in EventStoreDB during writes, and restores it into either store', { timeout: 180_000 }, async () => {
  const wire = await startWireProcess()
  closing.push(wire.stop)
  const { app, admin: treasurer, programId, bills } = await busyApp({ EVENT_STORE: wire.connectionString })
  const under = join(folder, 'traffic.backup')
  let going = true
  const acknowledged: string[] = []
  const traffic = async (teller: number) => {
    for (let n = 0; going; n += 1) {
      if (teller === 0) await treasurer.upload(programId, csv(n + 1))
      const reference = `teller ${teller} ${n}`
      await treasurer.post(`/api/assessment-bills/${bills[(n * 3 + teller) % bills.length]?.id}/receipts`, { amount: 1, method: 'check', reference })
      acknowledged.push(reference)
    }
  }
  const tellers = Promise.all([0, 1, 2].map(traffic))
  await setTimeout(400)
  const promised = [...acknowledged]
  // A lock delays the backup's first read. Meanwhile the log grows, with people whose keys were made after that read.
  const lock = new pg.Client({ connectionString: app.database.url })
  await lock.connect()
  await lock.query('begin; lock table process_checkpoints in access exclusive mode')
  const saving = backup({ ...kept(app, wire.connectionString), file: under, secret })
  const heldUp = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy%' and datname = current_database()`
  await expect.poll(async () => (await app.pool.query(heldUp)).rowCount).toBe(1)
  await treasurer.upload(programId, csv(999))
  await lock.query('commit')
  await lock.end()
  await saving
  going = false
  await tellers
  const other = await startWireProcess()
  closing.push(other.stop)
  const elsewhere = backup({ ...kept(app, other.connectionString), file: join(folder, 'wrong.backup'), secret })
  await expect(elsewhere, 'the log of another installation').rejects.toThrow('it is another')
  await app.stop()
  const places = [
    { database: await emptyPlace(), eventStore: other.connectionString },
    { database: await emptyPlace(), eventStore: 'postgres' },
  ]
  for (const { database, eventStore } of places) {
    await restore({ url: database.url, file: under, secret, config: { ...kept(app).config, eventStore } })
    await openReadSide({ url: database.url, masterKeys: [app.masterKey], eventStore }, async (opened) => {
      expect([...(await moneyAgrees(opened.pool)), ...(await tablesAreTheLog(opened))]).toEqual([])
      const { rows: people } = await opened.pool.query<{ late: number; nameless: number }>(
        `select count(*) filter (where last_name = 'Batch999')::int as late, count(*) filter (where first_name is null)::int as nameless from read.members`,
      )
      expect(people).toEqual([{ late: MEMBERS, nameless: 1 }])
      const head = await opened.store.head()
      const { rows } = await opened.pool.query<{ position: number }>('select position from process_checkpoints')
      for (const { position } of rows) expect(BigInt(position)).toBeLessThanOrEqual(head)
      const { rows: paid } = await opened.pool.query<{ reference: string }>('select reference from read.payments')
      const references = new Set(paid.map(({ reference }) => reference))
      expect(promised.filter((reference) => !references.has(reference))).toEqual([])
    })
    const again = await startApp({ EVENT_STORE: eventStore }, { on: { database, masterKey: app.masterKey } })
    expect((await namesIn(again, treasurer.email)).length).toBeGreaterThanOrEqual(MEMBERS)
    expect((await again.mailTo('wanda@vestry.example', /./)).text).toContain('Wanda')
    expect(again.complaints).toEqual([])
    await again.stop()
  }
})

test('keeps deleted streams deleted, in either store', async () => {
  const buried = await freshDatabase({ empty: true })
  closing.push(buried.drop)
  await restore({ ...kept(source), url: buried.url, file, secret })
  const metadata = { $correlationId: 'r', $causationId: 'c', actor: 'system:test', schema: 1, at: '2030-01-01T00:00:00.000Z' as never }
  const some = { id: crypto.randomUUID(), type: 'SomethingHappened', data: { text: 'Zoë\t"tab"\\ \n new \r\u2028 \u0000 line' }, metadata }
  await openReadSide({ url: buried.url, masterKeys: [source.masterKey] }, async ({ store }) => {
    await store.append('run-gone', [some], 'none')
    await store.append('run-there', [{ ...some, id: crypto.randomUUID() }], 'none')
    await store.bury('run-gone')
  })
  const saved = join(folder, 'buried.backup')
  await backup({ ...kept(source), url: buried.url, file: saved, secret })
  const wire = await startWireProcess()
  closing.push(wire.stop)
  for (const eventStore of ['postgres', wire.connectionString]) {
    const target = await emptyPlace()
    await restore({ url: target.url, file: saved, secret, config: { ...kept(source).config, eventStore } })
    await openReadSide({ url: target.url, masterKeys: [source.masterKey], eventStore }, async ({ store }) => {
      expect(await store.append('run-gone', [some], 'none').catch((error: unknown) => error)).toMatchObject({ name: 'Conflict', current: null })
      expect((await store.read('run-there')).map(({ data }) => data)).toEqual([some.data])
      const positions = new Map<string, string>()
      for await (const { id, position } of eventsUpTo(store, await store.head())) positions.set(id, String(position))
      const { rows: named } = await source.pool.query<{ id: string }>('select id from events where position in (3, 5) order by position')
      const { jobs } = await rowsOf(target.url)
      const waiting = jobs.find(({ identifier }) => identifier === 'hand-out-happenings')
      expect(waiting?.payload.occurrences, 'what waits to be told, where it is now').toEqual(named.map(({ id }) => ({ position: positions.get(id) })))
    })
  }
})

test('refuses a place that is not empty, and never overwrites another backup', async () => {
  await expect(restore({ ...kept(source), file, secret })).rejects.toThrow('not empty')
  await expect(backup({ ...kept(source), file, secret })).rejects.toThrow('exists already')
  const wire = await startWireProcess()
  closing.push(wire.stop)
  const [target, other] = [await emptyPlace(), await emptyPlace()]
  const config = { ...kept(source).config, eventStore: wire.connectionString }
  await restore({ url: target.url, file, secret, config })
  await expect(restore({ url: other.url, file, secret, config })).rejects.toThrow('The event store is not empty')
})

test('only the owner may read the file, and nothing else is left behind', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.endsWith('.half'))).toEqual([])
  const bytes = readFileSync(file)
  expect(bytes.includes('Zoë')).toBe(false)
  expect(bytes.subarray(HEAD_BYTES, HEAD_BYTES + 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
})

test('refuses a wrong secret and a damaged, cut, reordered, foreign, older or newer file, says why, and writes nothing', async () => {
  const target = await emptyPlace()
  const whole = readFileSync(file)
  const chunk = 65_536 + 16
  expect(whole.length).toBeGreaterThan(HEAD_BYTES + 2 * chunk)
  const written = (name: string, bytes: Buffer): string => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(whole)
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
    return copy
  }
  const [head, first, second] = [
    whole.subarray(0, HEAD_BYTES),
    whole.subarray(HEAD_BYTES, HEAD_BYTES + chunk),
    whole.subarray(HEAD_BYTES + chunk, HEAD_BYTES + 2 * chunk),
  ]
  const rest = whole.subarray(HEAD_BYTES + 2 * chunk)
  const sealed = async (name: string, lines: string): Promise<string> => {
    const parts: Buffer[] = []
    for await (const part of (await sealing(secret))(
      (async function* () {
        yield gzipSync(lines)
      })(),
    ))
      parts.push(part)
    return written(name, Buffer.concat(parts))
  }
  const header = { vestryBackup: 2, madeAt: 'now', migrations: ['platform/999-from-the-future.sql'], masterKey: null }
  const wrong: [path: string, sentence: string, with_?: Secret][] = [
    [file, 'does not open with this BACKUP_KEY', { key: randomBytes(32) }],
    [file, 'was sealed with a key', { passphrase: 'a passphrase' }],
    [written('flipped', flipped(HEAD_BYTES + chunk + 9)), 'is damaged or incomplete'],
    [written('flipped end', flipped(whole.length - 1)), 'is damaged or incomplete'],
    [written('cut', whole.subarray(0, whole.length - 1_000)), 'is damaged or incomplete'],
    [written('cut at a chunk', whole.subarray(0, HEAD_BYTES + chunk)), 'is damaged or incomplete'],
    [written('head alone', whole.subarray(0, HEAD_BYTES)), 'is damaged or incomplete'],
    [written('reordered', Buffer.concat([head, second, first, rest])), 'is damaged or incomplete'],
    [written('left out', Buffer.concat([head, first, rest])), 'is damaged or incomplete'],
    [written('longer', Buffer.concat([whole, Buffer.from('x')])), 'is damaged or incomplete'],
    [written('foreign', Buffer.from('hello\n')), 'is no backup that this Vestry can read'],
    [written('empty', Buffer.alloc(0)), 'is no backup that this Vestry can read'],
    [written('first version', gzipSync('{"vestryBackup":1}\n')), 'is a backup of an earlier Vestry'],
    [await sealed('later', `${JSON.stringify(header)}\n{"counts":{}}\n`), 'was made by a newer Vestry'],
    [join(folder, 'nothing'), 'There is no backup at'],
  ]
  for (const [path, sentence, by = secret] of wrong)
    await expect(restore({ ...kept(source), url: target.url, file: path, secret: by }), path).rejects.toThrow(sentence)
  const otherKey = { ...kept(source).config, personalDataKey: randomBytes(32).toString('base64') }
  const db = new pg.Client({ connectionString: target.url })
  await db.connect()
  expect((await db.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0)
  await expect(restore({ url: target.url, file, secret, config: otherKey })).rejects.toThrow('PERSONAL_DATA_KEY is not the key')
  expect((await db.query('select from events')).rowCount).toBe(0)
  await db.end()
})

test('a file that ends after a chunk counts as cut', async () => {
  async function* plain() {
    yield randomBytes(150_000)
  }
  const parts: Buffer[] = []
  for await (const part of (await sealing(secret))(plain())) parts.push(part)
  const whole = Buffer.concat(parts)
  const readUpTo = async (end: number) => {
    const unseal = await opening(whole.subarray(0, HEAD_BYTES), secret)
    let bytes = 0
    for await (const part of unseal(Readable.from([whole.subarray(HEAD_BYTES, end)]))) bytes += part.length
    return bytes
  }
  expect(await readUpTo(whole.length)).toBe(150_000)
  await expect(readUpTo(HEAD_BYTES + 65_536 + 16)).rejects.toThrow()
})

test('a passphrase opens what it sealed, in any Unicode form', async () => {
  const target = join(folder, 'phrase.backup')
  await backup({ ...kept(source), file: target, secret: { passphrase: 'cafe\u0301 au lait' } })
  expect((await checkBackup(target, { passphrase: 'caf\u00e9 au lait' })).counts.log).toBeGreaterThan(0)
  await expect(checkBackup(target, { passphrase: 'coffee with milk' })).rejects.toThrow('does not open with this passphrase')
})

test("writes rows in COPY's format", () => {
  expect(copyRow([1, 'a\tb\\c\nd\re'])).toBe('1\ta\\tb\\\\c\\nd\\re')
})

/** Runs a script as npm does, in a folder with a `.env` and no other settings. */
const runIn = async (cwd: string, env: string, script: string, ...more: string[]) => {
  writeFileSync(join(cwd, '.env'), env)
  const all = ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, script), ...more]
  return promisify(execFile)(process.execPath, all, { cwd, env: { PATH: process.env.PATH } }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )
}

test('npm run backup and restore read the settings of .env, and refuse an empty database', { timeout: 180_000 }, async () => {
  const cwd = mkdtempSync(join(folder, 'cwd-'))
  const key = randomBytes(32).toString('base64')
  const settings = (url: string) =>
    `DATABASE_URL=${url}\nPERSONAL_DATA_KEY=${source.masterKey.toString('base64')}\nEVENT_STORE=postgres\nBACKUP_KEY=${key}\n`
  const nowhere = await runIn(cwd, `DATABASE_URL=\nBACKUP_KEY=${key}\n`, 'backup.ts', 'none.backup')
  expect(nowhere).toMatchObject({ code: 1, said: expect.stringContaining('There is no database in .data') })
  const empty = await emptyPlace()
  const nothing = await runIn(cwd, settings(empty.url), 'backup.ts', 'none.backup')
  expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining('There is nothing to back up') })
  const open = await runIn(cwd, settings(source.database.url).replace(/BACKUP_KEY.*/, ''), 'backup.ts', 'none.backup')
  expect(open).toMatchObject({ code: 1, said: expect.stringContaining('set BACKUP_PASSPHRASE or BACKUP_KEY') })
  const other = await runIn(
    cwd,
    settings(source.database.url).replace('postgres\nBACKUP', 'esdb://127.0.0.1:9?tls=false\nBACKUP'),
    'backup.ts',
    'none.backup',
  )
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('The log of this database lies in Postgres') })
  expect(readdirSync(cwd)).toEqual(['.env'])
  const done = await runIn(cwd, settings(source.database.url), 'backup.ts', 'mine.backup')
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('It was read back and is whole') })
  const back = await runIn(cwd, settings(empty.url), 'restore.ts', 'mine.backup')
  expect(back).toMatchObject({ code: 0, said: expect.stringContaining('Restored the backup') })
  expect(existsSync(join(cwd, '.data'))).toBe(false)
  const replayed = await runIn(cwd, settings(empty.url), 'replay.ts')
  expect(replayed).toMatchObject({ code: 0, said: expect.stringContaining('tables are what the log says') })
  const earlier = await runIn(cwd, settings(empty.url), 'replay.ts', '--to', '4')
  expect(earlier).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^5 events\.$.*: 0 bills, \$0\.00 assessed.*what the log says up to 4,/ms),
  })
  expect(await runIn(cwd, settings(empty.url), 'replay.ts', '--to', 'noon')).toMatchObject({ code: 1, said: expect.stringContaining("not 'noon'") })
})
