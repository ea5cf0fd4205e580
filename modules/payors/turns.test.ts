import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memberCsv } from '../../scripts/bench/people.ts'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import type { PayorId, ProgramId, UploadId } from '../kernel/ids.ts'
import { memoryEventStore } from '../platform/event-store/memory.ts'
import { eventsFor } from '../platform/handle.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { UploadResult } from './contract.ts'
import { NO_STREAM_YET } from './events.ts'
import type { KnownPayor } from './match.ts'
import { update } from './plan.ts'
import type { PayorRow } from './read-row.ts'
import { type UploadCommand, uploadMembers } from './upload.ts'
import { enrolmentStream, sliceWriter } from './write-slice.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => app.stop())

const empty = async () => {
  const made = await startNetwork(app, { csv: '' })
  const { body } = await made.admin.send<{ user: { id: string } }>('get', '/api/auth/verify')
  return { ...made, userId: body.user.id }
}

const another = async (name: string) => {
  const client = new pg.Client({ connectionString: app.pool.options.connectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
  return { release: () => client.end(), pid: (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid }
}

const timed = async <Result>(work: Promise<Result>): Promise<[Result, number]> => {
  const began = performance.now()
  return [await work, performance.now() - began]
}

const uploading = (client: Client, programId: string, csv: string, more: Record<string, string> = {}) => {
  const leaving = new AbortController()
  const form = new FormData()
  for (const [name, value] of Object.entries({ uploadType: 'individualMembers', assessmentProgramId: programId, ...more })) form.set(name, value)
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'members.csv')
  const sent = fetch(`${app.base}/api/uploads`, { method: 'POST', headers: { cookie: client.cookie() }, body: form, signal: leaving.signal })
  sent.catch(() => {})
  return { sent, hangUp: () => leaving.abort() }
}
const stateOf = async (client: Client, id: string) =>
  (await client.send<{ state: string; rows: number; done: number }>('get', `/api/uploads/${id}`)).body

test("makes a user's second upload or dry run wait up to ten seconds for the first, in any process", async () => {
  const { admin, programId, userId } = await empty()
  const other = await empty()
  const first = await another(`uploads ${userId}`)
  const [answers, took] = await timed(
    Promise.all([
      admin.upload(programId, memberCsv(3, 1)),
      admin.upload(programId, memberCsv(3, 1), { dryRun: true }),
      other.admin.get('/api/members'),
    ]),
  )
  const [upload, dryRun] = answers
  for (const { status, body, headers } of [upload, dryRun])
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'slow-down', true])
  expect(took).toBeGreaterThan(9_500)
  expect(took).toBeLessThan(15_000)

  const waiting = admin.upload(programId, memberCsv(3, 1))
  await setTimeout(300)
  await first.release()
  expect((await waiting).body).toMatchObject({ success: true, billsGenerated: 3 })
})

test("runs one user's uploads one after the other, and another user's at the same time", async () => {
  const [one, other] = [await empty(), await empty()]
  const mine = await Promise.all([
    one.admin.upload(one.programId, memberCsv(3, 1)),
    one.admin.upload(one.programId, memberCsv(3, 1), { dryRun: true }),
  ])
  expect(mine.map(({ status }) => status)).toEqual([200, 200])
  const held = await another(`uploads ${one.userId}`)
  const [{ status }, took] = await timed(other.admin.upload(other.programId, memberCsv(3, 1)))
  expect(status).toBe(200)
  expect(took).toBeLessThan(9_000)
  await held.release()
})

test('stops a dry run when its client disconnects', async () => {
  const { admin, programId } = await empty()
  const progressId = randomUUID()
  const { hangUp } = uploading(admin, programId, memberCsv(40_000, 1), { dryRun: 'true', progressId })
  await expect.poll(async () => (await stateOf(admin, progressId)).rows, { interval: 20 }).toBe(40_000)
  hangUp()
  await expect.poll(async () => (await stateOf(admin, progressId)).state, { interval: 20 }).toBe('failed')
  expect((await stateOf(admin, progressId)).done).toBeLessThan(40_000)
  expect((await admin.upload(programId, memberCsv(3, 2))).status).toBe(200)
})

test('writes nothing if the client disconnects before the first write', async () => {
  const { admin, programId, networkId } = await empty()
  const held = await another(`upload ${networkId}`)
  const progressId = randomUUID()
  const { hangUp } = uploading(admin, programId, memberCsv(10, 1), { progressId })
  await expect.poll(async () => (await stateOf(admin, progressId)).rows, { interval: 20 }).toBe(10)
  const head = await app.store.head()
  hangUp()
  await expect.poll(async () => (await stateOf(admin, progressId)).state, { interval: 20 }).toBe('failed')
  await held.release()
  await setTimeout(500)
  expect(await app.store.head()).toBe(head)
})

test("bills by the program's state after the wait, and bills nobody if the program has ended", async () => {
  const { admin, programId, networkId } = await empty()
  const waiting = async (csv: string) => {
    const held = await another(`upload ${networkId}`)
    const progressId = randomUUID()
    const { sent } = uploading(admin, programId, csv, { progressId })
    await expect.poll(async () => (await stateOf(admin, progressId)).rows, { interval: 20 }).toBe(10)
    return { sent, release: held.release }
  }
  const first = await waiting(memberCsv(10, 1))
  await admin.put(`/api/assessments/${programId}`, { ...terms, amount: 120 })
  await first.release()
  expect((await first.sent).status).toBe(200)
  const amounts = (await admin.bills(programId)).map(({ amount }) => amount)
  expect(amounts).toEqual(Array.from({ length: 10 }, () => 120))

  const second = await waiting(memberCsv(10, 2))
  await admin.put(`/api/assessment-programs/${programId}/status`, { status: 'Completed' })
  await second.release()
  const answer = await second.sent
  expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining({ success: false, code: 'not-active' })])
  expect(await admin.bills(programId)).toHaveLength(10)
})

test('completes an upload that has begun to write, even without its client', async () => {
  const { admin, programId } = await empty()
  const progressId = randomUUID()
  const { hangUp } = uploading(admin, programId, memberCsv(5_000, 1), { progressId })
  await expect.poll(async () => (await stateOf(admin, progressId)).done, { interval: 10 }).toBeGreaterThan(0)
  hangUp()
  await expect.poll(async () => (await stateOf(admin, progressId)).state).toBe('done')
  const { pagination } = await admin.get<{ pagination: { totalItems: number } }>(`/api/assessment-bills?assessmentProgramId=${programId}&pageSize=1`)
  expect(pagination.totalItems).toBe(5_000)
})

test('runs an upload once per Idempotency-Key, and repeats the first answer', async () => {
  const { admin, programId } = await empty()
  const headers = { 'idempotency-key': 'upload-1' }
  const csv = memberCsv(20, 1)
  const [first, second] = await Promise.all([1, 2].map(() => admin.upload(programId, csv, { headers })))
  const third = await admin.upload(programId, csv, { headers })
  expect(first?.body).toMatchObject({ success: true, billsGenerated: 20, billGeneration: { created: 20, duplicates: 0 } })
  expect([second?.text, third.text]).toEqual([first?.text, first?.text])
  for (const other of [admin.upload(programId, `${csv}\nOle,Other,,,,,`, { headers }), admin.upload(programId, csv, { headers, dryRun: true })])
    expect((await other).body).toMatchObject({ success: false, code: 'idempotency-mismatch' })
  expect((await admin.upload(programId, csv)).body).toMatchObject({ billGeneration: { created: 0, duplicates: 20 } })
})

test('frees a key once its process has died, and not before', async () => {
  const { admin } = await empty()
  const process = `process ${randomUUID()}`
  const alive = await another(process)
  const create = (key: string) => admin.send('post', '/api/networks', { json: { name: 'Second' }, headers: { 'idempotency-key': key } })
  expect((await create('key-1')).status).toBe(201)
  // Simulates another process that has worked on the first request for long without end.
  await app.pool.query(
    `update idempotency_keys set status = null, body = null, holder = $1, created_at = now() - interval '1 minute' where key = 'key-1'`,
    [process],
  )
  expect((await create('key-1')).status).toBe(503)
  await app.pool.query('select pg_terminate_backend($1)', [alive.pid])
  // After a while, a key that is not released is refused.
  expect((await create('key-1')).status).toBe(201)
})

test('resumes an upload under its key after a crash', async () => {
  const { admin, programId } = await empty()
  const headers = { 'idempotency-key': 'cut-short' }
  const csv = memberCsv(1_200, 1)
  expect((await admin.upload(programId, csv, { headers })).status).toBe(200)
  await app.pool.query(`update idempotency_keys set status = null, body = null, holder = 'process that is gone' where key = 'cut-short'`)
  const { status, body } = await admin.upload(programId, csv, { headers })
  expect([status, body.billGeneration]).toEqual([200, { created: 0, duplicates: 1_200, skipped: 0 }])
  expect(await admin.bills(programId)).toHaveLength(1_200)
})

test("updates the planner's statistics after a large upload, so that searches use indexes", async () => {
  const large = await startApp()
  // Analyze would skip a table that autovacuum is analyzing.
  for (const table of ['members', 'bills']) await large.pool.query(`alter table read.${table} set (autovacuum_enabled = false)`)
  await startNetwork(large, { csv: memberCsv(1_500, 1) })
  const { rows } = await large.pool.query<{ name: string; known: boolean }>(
    `select relname as name, reltuples >= 1500 as known from pg_class where relnamespace = 'read'::regnamespace and relname in ('members', 'bills') order by 1`,
  )
  expect(rows).toEqual(['bills', 'members'].map((name) => ({ name, known: true })))
  await setTimeout(1_000)
  const filing = `select from pg_stat_activity where state = 'active' and query like 'select gin_clean%'`
  await expect.poll(async () => (await large.pool.query(filing)).rowCount).toBe(0)
  expect((await large.pool.query(`select gin_clean_pending_list('read.members_sought')::int as pages`)).rows).toEqual([{ pages: 0 }])
  await large.stop()
})

test('stored answers are removed after a day', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const sweeping = await startApp()
  const admin = await sweeping.join()
  for (const key of ['old', 'new']) await admin.send('post', '/api/networks', { json: { name: key }, headers: { 'idempotency-key': key } })
  await sweeping.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  const keys = async () => (await sweeping.pool.query<{ key: string }>(`select key from idempotency_keys`)).rows.map(({ key }) => key)
  await expect.poll(keys).toEqual(['new'])
  await sweeping.stop()
})

test('writes nothing more for a failed slice once its answer was sent', async () => {
  const { admin, programId } = await empty()
  // Makes the first slice slow and the second one fail, because it finds no keys.
  await app.pool.query(`
    create function slow_first() returns trigger language plpgsql as $$ begin if new.stream like 'upload-%.0' then perform pg_sleep(1); end if; return new; end $$;
    create trigger slow_first before insert on events for each row execute function slow_first();
    create function no_more() returns trigger language plpgsql as $$ begin
      if (select count(*) from person_keys) > (select count(*) from people_before) + 400 then raise exception 'no more keys'; end if; return null; end $$;
    create table people_before as select owner from person_keys;
    create trigger no_more before insert on person_keys for each statement execute function no_more()`)
  const { status } = await admin.upload(programId, memberCsv(1_400, 7))
  const head = await app.store.head()
  await app.pool.query('drop trigger slow_first on events; drop trigger no_more on person_keys')
  expect(status).toBe(500)
  await setTimeout(2_000)
  expect(await app.store.head()).toBe(head)
})

test('does not count bills of payors whom other uploads enrolled', async () => {
  const store = memoryEventStore()
  const uploadId = randomUUID() as UploadId
  const [mine, also, other, another] = Array.from({ length: 4 }, () => randomUUID() as PayorId)
  const circumstances = { actor: 'system:test', at: '2026-01-01T00:00:00.000Z', cause: 'test' } as UploadCommand['circumstances']
  const payors = [mine, also].map((payorId) => ({ payorId, kind: 'individual', amount: null }))
  const stream = enrolmentStream(uploadId, 0)
  const result = { success: true, membersUploaded: 3, billGeneration: null, billsGenerated: 0, billGenerationError: '', errors: [], warnings: [] }
  const upload = uploadMembers(
    async () => {
      await store.append(
        stream,
        eventsFor(stream, 0, [{ type: 'PayorsEnrolled', data: { uploadId, networkId: '', programId: '', payors } }], circumstances),
        'none',
      )
      return result as UploadResult
    },
    {
      store,
      generateBills: async () => ({ billed: [mine, other, another, also].filter((id) => id !== undefined), shown: [] }),
      settled: async () => true,
    },
  )
  const program = { id: randomUUID() as ProgramId, hasProfile: false } as UploadCommand['program']
  const command = { uploadId, program, uploadType: 'individualMembers', file: '', dryRun: false, circumstances } as const
  expect(await upload(command, () => {})).toMatchObject({ billsGenerated: 2, billGeneration: { created: 2, duplicates: 1, skipped: 0 } })
  await store.close()
})

test('leaves a payor unchanged if others keep changing it faster than the upload', async () => {
  const store = memoryEventStore()
  const id = randomUUID() as PayorId
  const circumstances = { actor: 'system:test', at: '2026-01-01T00:00:00.000Z', cause: 'test' } as UploadCommand['circumstances']
  const details = { firstName: 'Ruth', lastName: 'One', name: 'Ruth One', email: null, phone: null, dob: null, gender: null, contactName: null }
  const one = { kind: 'individual', nameKey: 'ruth one', memberSince: null } as const
  const payor: KnownPayor = { ...one, id, person: details, congregationId: null, revision: NO_STREAM_YET }
  const row: PayorRow = { ...one, row: 2, person: { ...details, gender: 'f' }, congregation: null, amount: null, notes: [] }
  const stream = `member-${id}` as const
  const byOthers = eventsFor(stream, 0, [{ type: 'MemberChanged', data: {} }], { ...circumstances, cause: 'others' })
  await store.append(stream, byOthers, 'none')
  let reads = 0
  const writer = sliceWriter(
    {
      store,
      personal: { sealAll: async (all: readonly unknown[]) => all.map(() => 'sealed') } as unknown as PersonalData,
      listsKnown: async () => {},
      // The read never shows the latest change.
      payorsById: async () => {
        reads += 1
        return [payor]
      },
      placesOf: async () => new Map(),
      billAppends: async () => [],
    },
    { uploadId: randomUUID(), program: { id: randomUUID(), networkId: randomUUID(), hasProfile: false }, circumstances } as unknown as UploadCommand,
    'individual',
    () => ({ id: null, calledNow: null }),
  )
  const { revised } = await writer.write([update(payor, row, { id: null, calledNow: null }, false).action], [], 0)
  const notes = ['the details were changed while this upload ran, and stay as they are']
  expect([...revised]).toEqual([[2, { row: 2, name: 'Ruth One', action: 'same', notes }]])
  expect(reads).toBe(3)
  expect(await store.read(stream)).toHaveLength(1)
  await store.close()
})

test('logs only the errors that the tests cause', () => {
  expect(app.complaints.filter((line) => !line.includes('no more keys'))).toEqual([])
})

test('keeps a large upload at most a few slices ahead of the read models, so that other changes show soon (R115)', async () => {
  const { admin, programId } = await empty()
  const ROWS = 6_000
  const written = async () => {
    const { rows } = await app.pool.query<{ bills: number }>(
      `select count(*) as bills from events where type = 'BillIssued' and position(('"programId":"' || $1 || '"') in data) > 0`,
      [programId],
    )
    return rows[0]?.bills ?? 0
  }
  const projector = await app.pool.connect()
  // Blocks the read models.
  await projector.query('begin; set local idle_in_transaction_session_timeout = 0; lock table read.bills in exclusive mode')
  const upload = admin.upload(programId, memberCsv(ROWS, 7))
  await expect.poll(written, { timeout: 60_000 }).toBeGreaterThan(0)
  await setTimeout(2_000)
  const ahead = await written()
  await projector.query('commit')
  projector.release()
  expect(ahead).toBeLessThan(ROWS / 2)
  expect((await upload).body).toMatchObject({ billsGenerated: ROWS })
  expect(await written()).toBe(ROWS)
})
