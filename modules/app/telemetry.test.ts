import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, PASSWORD, startApp, startNetwork, tokenIn, wire } from '../../scripts/testing/app.ts'
import { freshDatabase } from '../../scripts/testing/database.ts'
import { type Collector, startCollector } from '../../scripts/testing/otlp-collector.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { StreamName } from '../platform/event-store/event-store.ts'
import { addJob } from '../platform/jobs.ts'
import { span, traceparent } from '../platform/telemetry/telemetry.ts'
import { backgroundThread } from './background-thread.ts'

const root = resolve(import.meta.dirname, '../..')
const THEIRS = '0af7651916cd43dd8448eb211c80319c'
const CSV = 'firstName,lastName,email\nPeninnah,Oakhurst,peninnah@traced.example\nZebulun,Ferris,zebulun@traced.example\n'

const LAUNCH = 'PUT /api/assessment-programs/:id/campaign/status'
const PAID = { reference: 'From Hadassah' }

const loadedParts = () =>
  Object.keys(createRequire(import.meta.url).cache).flatMap((file) => /@opentelemetry\/((?:sdk|exporter)-[\w-]+)/.exec(file)?.[1] ?? [])

/** Short intervals, since each test waits for its data. */
const quickly = { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_METRIC_EXPORT_INTERVAL: '200' }

test('without an endpoint no part of the SDK is loaded, and events and jobs work as usual', async () => {
  const app = await startApp({ ...quickly, OTEL_SERVICE_NAME: 'synod' })
  const { networkId } = await startNetwork(app)
  const events = await app.store.read(`network-${networkId}` as StreamName)
  expect(events.length).toBeGreaterThan(0)
  for (const { metadata } of events) expect(Object.keys(metadata).sort()).toEqual(['$causationId', '$correlationId', 'actor', 'at', 'schema'])
  await app.stop()
  expect(loadedParts()).toEqual([])
})

describe('with a collector', () => {
  let collector: Collector
  let app: App
  let made: Awaited<ReturnType<typeof startNetwork>>
  let admin: Awaited<ReturnType<App['join']>>
  let launchMail: string
  const secrets = new Set<string>()
  /** For each span of a name, the path of spans up to the request that caused it. */
  const pathsFrom = (request: string, name: string) => collector.pathTo(name).filter((path) => path.at(-1) === request)
  const uploads = () => collector.spans().filter(({ name }) => name === 'POST /api/uploads')

  beforeAll(async () => {
    collector = await startCollector()
    app = await startApp({ ...quickly, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LOG_LEVEL: 'debug' }, { thread: backgroundThread() })
    made = await startPayableNetwork(app, { csv: CSV })
    admin = made.admin
    const path = `/api/assessment-programs/${made.programId}/campaign/status`
    await admin.send('put', path, { json: { status: 'Active' }, headers: { traceparent: `00-${THEIRS}-b7ad6b7169203331-01` } })
    launchMail = (await app.mailTo('peninnah@traced.example', /Dues/)).text
    await app.mailTo('zebulun@traced.example', /Dues/)
    await admin.send('put', `/api/networks/${made.networkId}`, { json: { description: 'Of Jochebed' }, headers: { 'if-match': '"99"' } })
    const guest = app.guest()
    const [first, second] = made.bills
    await payingAt(guest).intend(first?.id ?? '')
    // A fold of events from two requests belongs to neither trace.
    await app.ready()
    await admin.put(`/api/assessment-bills/${second?.id}/mark-as-paid`, PAID)
    await guest.post('/api/password/reset/request', { email: admin.email })
    const { text } = await app.mailTo(admin.email, /password/i)
    secrets.add(tokenIn(text))
    await guest.send('get', `/reset-password?token=${tokenIn(text)}`)
    await guest.send('get', `/nowhere/${admin.email}?q=Oakhurst`)
    await guest.send('get', `/pay/${made.bills[0]?.id}`)
    await guest.send('post', '/api/auth/login', { json: { email: admin.email, password: 'wrong-Secret-9' } })
  })
  beforeEach(async () => {
    for (const name of ['POST /api/auth/login', 'GET /pay/:id']) await expect.poll(() => collector.spans().map((span) => span.name)).toContain(name)
    await expect.poll(() => collector.pathTo('send mail').length).toBeGreaterThanOrEqual(4)
  })
  afterAll(async () => {
    await app.stop()
    await collector.stop()
  })

  test('one trace leads from the request through the append and the projector to the mail', async () => {
    const paid = 'PUT /api/assessment-bills/:id/mark-as-paid'
    await expect.poll(() => pathsFrom(paid, 'send mail')).toEqual([['send mail', 'job mail-payors', 'react', 'handle bill', paid]])
    await expect.poll(() => pathsFrom(paid, 'append bill')).toEqual([['append bill', 'handle bill', paid]])
    await expect.poll(() => pathsFrom(paid, 'project ledger')).toEqual([['project ledger', 'handle bill', paid]])
    // The mail's delivery is projected as well.
    await expect.poll(() => pathsFrom(paid, 'project messages')).toContainEqual(['project messages', 'job mail-payors', 'react', 'handle bill', paid])
  })

  test("the trace of a campaign's launch leads to the mails of its run", async () => {
    await expect.poll(() => pathsFrom(LAUNCH, 'send mail')).toHaveLength(2)
    expect(pathsFrom(LAUNCH, 'send mail')[0]).toEqual(['send mail', 'job send-bills', 'job follow-up', LAUNCH])
    await expect.poll(() => pathsFrom(LAUNCH, 'project programs')).toContainEqual(['project programs', 'handle campaign', LAUNCH])
  })

  test('calls to Stripe are traced without ids', async () => {
    const asked = 'POST /api/payments/create-intent'
    await expect.poll(() => pathsFrom(asked, 'stripe POST /v1/payment_intents')).toEqual([['stripe POST /v1/payment_intents', asked]])
    const calls = new Set(collector.spans().flatMap(({ name }) => (name.startsWith('stripe ') ? [name] : [])))
    expect([...calls].filter((name) => /_\w{14}/.test(name))).toEqual([])
    expect(calls).toContain('stripe GET /v2/core/accounts/:id')
  })

  test('an upload is traced across threads', async () => {
    const [request] = uploads()
    const trace = () => collector.spans().filter(({ traceId }) => traceId === request?.traceId)
    await expect.poll(() => trace().map(({ name }) => name)).toContain('project ledger')
    const importing = trace().find(({ name }) => name === 'import members')
    expect(importing?.parentSpanId).toBe(request?.spanId)
    expect(importing?.from).toMatchObject({ 'service.name': 'vestry', 'vestry.part': 'all background' })
    expect(request?.from).toMatchObject({ 'service.name': 'vestry', 'vestry.part': 'all' })
    expect(trace().find(({ name }) => name === 'append each')?.parentSpanId).toBe(importing?.spanId)
  })

  test("a client's trace is linked, not continued, and the log keeps only ours", async () => {
    const request = collector.spans().find(({ name }) => name === LAUNCH)
    expect(request).toMatchObject({ links: [{ traceId: THEIRS, spanId: 'b7ad6b7169203331' }] })
    expect(request?.parentSpanId ?? '').toBe('')
    expect(collector.spans().filter(({ traceId }) => traceId === THEIRS)).toEqual([])
    const events = await app.store.read(`campaign-${made.programId}` as StreamName)
    expect(events.map(({ metadata }) => metadata.traceparent?.split('-')[1])).toContain(request?.traceId)
    expect(events.map(({ metadata }) => JSON.stringify(metadata)).join()).not.toContain(THEIRS)
    await admin.send('get', '/api/auth/verify', { headers: { traceparent: 'no trace' } })
  })

  test('log lines carry the id of their trace', async () => {
    const request = collector.spans().find(({ name }) => name === LAUNCH)
    const lines = app.complaints.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ id }) => id === request?.about['vestry.request'])).toMatchObject({ msg: 'request completed', trace_id: request?.traceId })
    expect(app.noted.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ event }) => event === 'sign-in-failure')).toHaveProperty(
      'trace_id',
    )
  })

  test('sends no personal data, and no id or token that gives access', async () => {
    await expect.poll(() => collector.metrics().map(({ name }) => name)).toContain('http.server.request.duration')
    const sent = collector.sent()
    const cookie = admin.cookie().split('=')[1] ?? ''
    const link = /\/reminders\/([\w.~-]+)/.exec(launchMail)?.[1] ?? ''
    for (const known of [cookie, link, ...secrets]) expect(known.length).toBeGreaterThan(20)
    const expected = [
      'Peninnah',
      'Oakhurst',
      'Zebulun',
      'Ferris',
      'traced.example',
      'vestry.example',
      'Hadassah',
      'Jochebed',
      'Ada',
      'Synod',
      'Dues',
      '127.0.0.1',
      'wrong-Secret-9',
    ]
    const ids = [made.networkId, made.programId, made.profileId, ...made.bills.map(({ id }) => id)]
    for (const secret of [...expected, ...ids, ...secrets, cookie, link, PASSWORD, wire.accountNumber]) expect(sent, secret).not.toContain(secret)
    // The list is complete, so that every new attribute is reviewed for personal data.
    const keys = new Set(
      collector.spans().flatMap(({ attributes, events }) => [...attributes, ...events.flatMap((one) => one.attributes)].map(({ key }) => key)),
    )
    expect([...keys].sort()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'vestry.attempt',
      'vestry.conflicts',
      'vestry.events',
      'vestry.jobs',
      'vestry.refusal',
      'vestry.request',
      'vestry.streams',
    ])
    expect([...new Set(collector.spans().map(({ status }) => status.message))]).toEqual([undefined])
    expect(collector.spans().map(({ name }) => name)).toContain('GET')
  })

  test('sends the metrics of requests, events, mails and the lag of projections', async () => {
    expect(loadedParts(), 'what the first test looks for').toContain('sdk-trace-base')
    const names = () => new Set(collector.metrics().map(({ name }) => name))
    await expect
      .poll(() => [...names()].sort())
      .toEqual(['http.server.request.duration', 'vestry.events.appended', 'vestry.mails', 'vestry.projection.lag'])
  })

  test('a job continues the trace that adds it, and a scheduled job only links to it', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const add = async () => {
      await addJob(app.pool, { task: 'follow-up', payload: {}, key: 'later', runAt: later })
      return traceparent()
    }
    const cause = await span('cause', {}, add)
    expect(cause).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    const { rows } = await app.pool.query(`select payload from graphile_worker._private_jobs where key = 'later'`)
    expect(rows).toEqual([{ payload: { $trace: { links: [cause] } } }])
    await app.pool.query(`update graphile_worker._private_jobs set run_at = now() where key = 'later'`)
    const job = () => collector.spans().find(({ name, links }) => name === 'job follow-up' && links?.some(({ spanId }) => cause?.includes(spanId)))
    await expect.poll(() => job()?.traceId).toMatch(/\w{32}/)
    expect(cause).not.toContain(job()?.traceId)
  })
})

/** Starts a server that accepts connections and never answers. */
const silent = async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

describe('an endpoint', () => {
  test.each(['that is down', 'that never answers'])('%s delays and breaks nothing, and is logged once', async (kind) => {
    const server = await silent()
    if (kind === 'that is down') server.stop()
    const app = await startApp({ ...quickly, OTEL_EXPORTER_OTLP_ENDPOINT: server.at, OTEL_EXPORTER_OTLP_TIMEOUT: '300', LOG_LEVEL: 'warn' })
    const { admin, networkId } = await startNetwork(app)
    const complaints = () => app.complaints.flatMap((line) => /OTEL_EXPORTER_OTLP_ENDPOINT [\w ]+/.exec(line) ?? []).sort()
    const expected = ['OTEL_EXPORTER_OTLP_ENDPOINT takes no metrics', 'OTEL_EXPORTER_OTLP_ENDPOINT takes no traces']
    await expect.poll(complaints).toEqual(expected)
    const begun = performance.now()
    for (let i = 0; i < 20; i += 1) {
      const { status, headers } = await admin.send('put', `/api/networks/${networkId}`, { json: { description: `Change ${i}` } })
      expect([status, headers.get('vestry-lag')]).toEqual([200, null])
    }
    expect(performance.now() - begun).toBeLessThan(10_000)
    const stopping = performance.now()
    await app.stop()
    expect(performance.now() - stopping).toBeLessThan(8_000)
    expect(complaints()).toEqual(expected)
    server.stop()
  })
})

test('an unsampled request leaves no mark in the log, jobs or log lines, and is still counted', async () => {
  const collector = await startCollector()
  const never = { OTEL_TRACES_SAMPLER: 'always_off', OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }
  const app = await startApp({ ...quickly, ...never, LOG_LEVEL: 'debug' })
  const { networkId } = await startNetwork(app)
  const [event] = await app.store.read(`network-${networkId}` as StreamName)
  expect(event?.metadata).not.toHaveProperty('traceparent')
  expect(app.complaints.filter((line) => line.includes('trace_id'))).toEqual([])
  await expect.poll(() => collector.metrics().map(({ name }) => name)).toContain('vestry.events.appended')
  await app.stop()
  expect(collector.spans()).toEqual([])
  await collector.stop()
  for (const name of Object.keys(never)) delete process.env[name]
})

test.each(['is there', 'never answers'])(
  'the built product sends what is left and ends in time, with an endpoint that %s',
  async (kind) => {
    const [collector, mute, database, masterKey] = [await startCollector(), await silent(), await freshDatabase(), randomBytes(32)]
    const before = await startApp({}, { on: { database, masterKey } })
    const { admin, networkId } = await startNetwork(before, { csv: '' })
    await before.stop()
    const folder = mkdtempSync(join(tmpdir(), 'vestry-telemetry-'))
    // The settings come from a file only, which the process reads after the background's thread has begun.
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: kind === 'is there' ? collector.endpoint : mute.at,
      ...{ OTEL_SERVICE_NAME: 'synod', OTEL_BSP_SCHEDULE_DELAY: '600000' },
      ...{ PORT: String(20_000 + (process.pid % 20_000)), DATA_DIR: folder, DEMO: '0' },
      ...{ DATABASE_URL: database.url, PERSONAL_DATA_KEY: masterKey.toString('base64') },
    }
    writeFileSync(
      join(folder, '.env'),
      Object.entries(settings)
        .map((setting) => setting.join('='))
        .join('\n'),
    )
    const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--no-build'], {
      ...{ cwd: folder, stdio: 'ignore' },
      env: { PATH: process.env.PATH },
    })
    const gone = once(child, 'exit')
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${settings.PORT}${path}`, init).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(() => ask('/readyz'), { timeout: 60_000, interval: 100 }).toBe(true)
    const headers = { cookie: admin.cookie(), 'content-type': 'application/json' }
    expect(await ask(`/api/networks/${networkId}`, { method: 'PUT', headers, body: '{"description":"Changed"}' })).toBe(true)
    const begun = performance.now()
    child.kill('SIGTERM')
    expect(await gone).toEqual([0, null])
    expect(performance.now() - begun).toBeLessThan(12_000)
    if (kind === 'is there') {
      const changed = 'PUT /api/networks/:id'
      expect(collector.pathTo('project networks')).toEqual([['project networks', 'handle network', changed]])
      const from = collector.spans().map((span) => `${span.from['service.name']}, ${span.from['vestry.part']}`)
      expect([...new Set(from)].sort()).toEqual(['synod, all', 'synod, all background'])
    }
    await database.drop()
    await collector.stop()
    mute.stop()
    rmSync(folder, { recursive: true })
  },
  120_000,
)
