import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuild } from '../../projections/rebuild.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { freshDatabase } from '../../scripts/testing/database.ts'
import { startWireProcess } from '../../scripts/testing/eventstoredb/process.ts'
import { instantOf } from '../kernel/dates.ts'

const run = promisify(execFile)

let node: Awaited<ReturnType<typeof startWireProcess>>
let app: App
beforeAll(async () => {
  node = await startWireProcess()
  app = await startApp({ EVENT_STORE: node.connectionString })
})
afterAll(async () => {
  await app?.stop()
  await node?.stop()
})

const timed = async <Result>(work: () => Promise<Result>): Promise<Readonly<{ result: Result; took: number }>> => {
  const started = performance.now()
  const result = await work()
  return { result, took: performance.now() - started }
}

test('read models become ready and can be rebuilt, even behind thousands of foreign events', async () => {
  // No event in this new log concerns most followers. They advance only when the node reports that it passed events of
  // other categories.
  const metadata = { $correlationId: 'r', $causationId: 'c', actor: 'system:test', schema: 1, at: instantOf(0) }
  const foreign = () => Array.from({ length: 200 }, () => ({ id: randomUUID(), type: 'SomethingHappened', data: {}, metadata }))
  for (let n = 0; n < 20; n += 1) await app.store.append('slug-foreign', foreign(), n === 0 ? 'none' : n * 200 - 1)
  expect((await timed(app.ready)).took).toBeLessThan(10_000)
  await rebuild({ pool: app.pool, store: app.store, projections: app.projections, log: pino({ level: 'silent' }) })
  expect((await timed(app.ready)).took).toBeLessThan(10_000)
})

test('npm run rebuild reports percentages and seconds, since positions in EventStoreDB are not counts', async () => {
  const { url, drop } = await freshDatabase()
  const settings = { DATABASE_URL: url, EVENT_STORE: node.connectionString, PERSONAL_DATA_KEY: randomBytes(32).toString('base64') }
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'scripts/rebuild.ts'], { env: { PATH: process.env.PATH, ...settings } })
  expect(stdout).toMatch(/^(\d{1,2} %(, \d+ (s|min) left)?\n)*The read models are rebuilt in \d+\.\d s\.\n$/)
  await drop()
})

test('an upload waits only for its bills, not for its other events', async () => {
  const { admin, programId } = await startNetwork(app)
  // The fastest of many uploads counts: a busy machine slows some of them, but waiting for other events would slow all.
  let fastest = Number.POSITIVE_INFINITY
  for (let n = 0; n < 20 && fastest >= 600; n += 1) {
    const { result, took } = await timed(() => admin.upload(programId, `firstName,lastName,email\nRuth,No${n},ruth${n}@example.org\n`))
    expect(result).toMatchObject({ status: 200, body: { billsGenerated: 1 } })
    fastest = Math.min(fastest, took)
  }
  expect(fastest).toBeLessThan(600)
})

test('while a node is frozen, commands fail soon and reads continue; each command that is sent again runs once', async () => {
  const { admin, bills } = await startNetwork(app)
  const [bill, other] = bills.map(({ id }) => `/api/assessment-bills/${id}`)
  const receive = (path: string | undefined, reference: string) =>
    admin.send('post', `${path}/receipts`, { json: { amount: 10, method: 'check', reference }, headers: { 'idempotency-key': reference } })
  expect((await receive(bill, 'before')).status).toBe(201)

  node.freeze()
  const references = Array.from({ length: 8 }, (_, n) => `frozen-${n}`)
  const refused = await Promise.all(
    references.map(async (reference, n) => {
      // Later commands come while earlier ones wait for the same bill.
      await pause(n * 300)
      return timed(() => receive(n % 2 ? other : bill, reference))
    }),
  )
  for (const { result } of refused) expect(result).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(Math.max(...refused.map(({ took }) => took))).toBeLessThan(3_000)
  expect(await admin.send('get', `${bill}`)).toMatchObject({ status: 200 })
  const { result: ready, took } = await timed(() => app.guest().send('get', '/readyz'))
  expect(ready.status).toBe(503)
  expect(took).toBeLessThan(3_000)

  node.thaw()
  const back = await timed(() => expect.poll(async () => (await receive(bill, references[0] ?? '')).status).toBe(201))
  expect(back.took).toBeLessThan(5_000)
  for (const [n, reference] of references.entries()) await expect.poll(async () => (await receive(n % 2 ? other : bill, reference)).status).toBe(201)
  await app.ready()
  const { rows } = await app.pool.query<{ reference: string; times: number }>(
    'select reference, count(*)::int as times from read.payments group by 1 order by 1',
  )
  expect(rows).toEqual(['before', ...references].map((reference) => ({ reference, times: 1 })))
})

test('a command that its node has delayed waits less for the lists to catch up', async () => {
  const { admin, bills } = await startNetwork(app)
  const projector = await app.pool.connect()
  // Stops the projector from writing, so that no list can show anything new.
  await projector.query('begin; lock table read.bills in exclusive mode')
  node.freeze()
  setTimeout(node.thaw, 900)
  const json = { amount: 10, method: 'check', reference: 'kept waiting' }
  const { result, took } = await timed(() => admin.send('post', `/api/assessment-bills/${bills[0]?.id}/receipts`, { json }))
  await projector.query('commit')
  projector.release()
  expect([result.status, result.headers.get('vestry-lag')]).toEqual([201, 'true'])
  expect(took).toBeGreaterThan(900)
  expect(took).toBeLessThan(2_900)
})
