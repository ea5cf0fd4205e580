import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../scripts/backup.ts'
import { restore } from '../../scripts/restore.ts'
import { type App, type Client, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { freshDatabase, type TestDatabase } from '../../scripts/testing/database.ts'
import { startWireProcess } from '../../scripts/testing/eventstoredb/process.ts'
import { unzip } from '../../scripts/testing/packs.ts'
import { auditKeyOf, takePack } from '../../scripts/testing/taken-packs.ts'

const masterKey = randomBytes(32)
const secret = { key: randomBytes(32) }
const folder = mkdtempSync(path.join(tmpdir(), 'vestry-restored-'))
const closing: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true })]
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const place = async (empty: boolean): Promise<TestDatabase> => {
  const database = await freshDatabase({ empty })
  closing.push(database.drop)
  return database
}
const appOn = (database: TestDatabase, eventStore: string) =>
  startApp({ EVENT_STORE: eventStore, SMTP_URL: 'smtp://127.0.0.1:9' }, { on: { database, masterKey } })

/** Downloads the pack since a moment into a file. */
const packIn = async (app: App, client: Client, name: string, from?: string): Promise<string> => {
  const file = path.join(folder, name)
  writeFileSync(file, await takePack(app, client, { from }))
  return file
}

/** Runs the verifier on the files, as an auditor does. */
const verified = (...given: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('dist/verify/vestry-verify.mjs'), ...given], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

let made: Awaited<ReturnType<typeof startNetwork>>
let database: TestDatabase
let key: string
let before: string
const file = path.join(folder, 'all.backup')
const config = (eventStore: string) => ({ eventStore, personalDataKey: masterKey.toString('base64'), dataDir: folder })

const pay = (admin: Client, n: number) => admin.post(`/api/assessment-bills/${made.bills[n]?.id}/receipts`, { amount: 40, method: 'check' })

/** Continues the books after a restore or restart, and downloads the next pack. */
const goOn = async (there: TestDatabase, eventStore: string, name: string) => {
  const app = await appOn(there, eventStore)
  try {
    const admin = app.guest()
    await admin.post('/api/auth/login', { email: made.admin.email, password: PASSWORD })
    const again = await packIn(app, admin, `${name}-again.zip`)
    const restored = app.clock.now()
    await pay(admin, 1)
    await app.ready()
    await setTimeout(2)
    const later = await packIn(app, admin, `${name}-later.zip`)
    return { key: await auditKeyOf(admin), again, later, since: await packIn(app, admin, `${name}-since.zip`, restored) }
  } finally {
    await app.stop()
  }
}

const headOf = async (pack: string) => Buffer.from((await unzip(readFileSync(pack))).get('checkpoint-closing.txt') ?? []).toString()

beforeAll(async () => {
  database = await place(false)
  const app = await appOn(database, 'postgres')
  made = await startNetwork(app)
  await pay(made.admin, 0)
  await app.ready()
  key = await auditKeyOf(made.admin)
  before = await packIn(app, made.admin, 'before.zip')
  await backup({ url: database.url, file, secret, config: config('postgres') })
  await app.stop()
})

const expectContinued = async (there: Awaited<ReturnType<typeof goOn>>) => {
  expect(there.key).toBe(key)
  for (const pack of [there.again, there.later, there.since]) {
    expect(verified(pack, '--key', key)).toMatchObject({ status: 0 })
    expect(verified(before, pack, '--key', key), pack).toMatchObject({
      status: 0,
      said: expect.stringContaining('The later pack only extends the earlier one'),
    })
  }
  expect(await headOf(there.later)).not.toBe(await headOf(before))
}

test('the signing key outlives a restart', async () => expectContinued(await goOn(database, 'postgres', 'restarted')))

test.each(['postgres', 'EventStoreDB'])('a backup restored into %s still proves the same books', async (kind) => {
  const wire = kind === 'EventStoreDB' ? await startWireProcess() : null
  if (wire) closing.push(wire.stop)
  const eventStore = wire?.connectionString ?? 'postgres'
  const there = await place(true)
  await restore({ url: there.url, file, secret, config: config(eventStore) })
  await expectContinued(await goOn(there, eventStore, kind))
})

test('a new installation has another key, and its packs do not verify under the first key', async () => {
  const app = await startApp()
  const { admin } = await startNetwork(app)
  expect(await auditKeyOf(admin)).not.toBe(key)
  const pack = await packIn(app, admin, 'foreign.zip')
  expect(verified(before, pack, '--key', key).status).not.toBe(0)
  await app.stop()
})
