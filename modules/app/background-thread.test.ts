import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { DomainError, invalid } from '../kernel/errors.ts'
import { Unavailable } from '../platform/event-store/event-store.ts'
import { restoreError, serializeError } from '../platform/serialized-error.ts'
import { backgroundThread } from './background-thread.ts'

const members300 = readFileSync(new URL('./demo/members-300.csv', import.meta.url), 'utf8')

let app: App
beforeAll(async () => {
  app = await startApp({}, { thread: backgroundThread() })
})
afterAll(() => app.stop())

test('an upload gives the same answers on a separate thread as on one thread, including refusals and progress', async () => {
  const { admin, programId } = await startNetwork(app, { csv: '' })
  const progressId = '5f0e7a5e-3f0b-4a8e-9d65-0d4c4e1c6a11'
  const serializeError = await admin.upload(programId, members300, { dryRun: true })
  expect(serializeError.body).toMatchObject({ membersUploaded: 300, actions: { new: 300 } })
  const done = await admin.upload(programId, members300, { progressId })
  expect(done).toMatchObject({ status: 200, body: { membersUploaded: 300, billsGenerated: 300 } })
  expect(await admin.get(`/api/uploads/${progressId}`)).toMatchObject({ state: 'done', rows: 300, done: 300 })
  expect(await admin.bills(programId)).toHaveLength(300)
  const refused = await admin.upload(programId, 'a,b\n1,2')
  expect(refused).toMatchObject({ status: 400, body: { success: false, code: 'invalid', issues: [{ path: 'file' }], errors: [], warnings: [] } })
})

test('the background thread sees commands at once', async () => {
  const { admin, networkId } = await startNetwork(app, { csv: '' })
  const started = performance.now()
  for (let i = 0; i < 20; i += 1) {
    const { headers } = await admin.send('put', `/api/networks/${networkId}`, { json: { description: `Change ${i}` } })
    expect(headers.get('vestry-lag')).toBeNull()
  }
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a rebuild on the thread swaps the tables; an aborted one leaves them', async () => {
  const { database, masterKey } = app
  const log = pino({ level: 'silent' })
  const config = { eventStore: 'postgres', role: 'worker', logLevel: 'silent', telemetry: null } as const
  const thread = await backgroundThread().start({ config, databaseUrl: database.url, masterKeys: [masterKey], log, onStopped: () => {} })
  const tables = async () => (await app.pool.query(`select 'read'::regnamespace::oid::int as oid`)).rows
  const before = await tables()
  const leaving = new AbortController()
  const rebuilding = thread.rebuildReadModels(leaving.signal)
  leaving.abort()
  await expect(rebuilding).rejects.toThrow(/abort/i)
  expect(await tables()).toEqual(before)
  await thread.rebuildReadModels(new AbortController().signal)
  expect(await tables()).not.toEqual(before)
  await thread.stop()
  expect((await app.join()).email).toContain('@')
})

test('an error from another thread keeps the fields that the answer needs', () => {
  const crossed = (error: unknown) => restoreError(structuredClone(serializeError(error)))
  const refusal = crossed(invalid('file', 'No'))
  expect(refusal).toBeInstanceOf(DomainError)
  expect(refusal).toMatchObject({ reason: 'invalid', code: 'invalid', message: 'No', issues: [{ path: 'file', message: 'No' }] })
  const lost = crossed(new Unavailable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })))
  expect(lost).toBeInstanceOf(Unavailable)
  expect(lost.cause).toMatchObject({ message: 'refused', code: 'ECONNREFUSED' })
  expect(crossed('odd')).toMatchObject({ message: 'odd' })
})
