import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'
import { instantOf } from '../kernel/dates.ts'
import { wrapAnew } from '../platform/personal-data/wrap-anew.ts'
import { keyDigest, noteBackup } from './backups.ts'
import type { DeadJob, InstallationHealth } from './contract.ts'

const OPERATOR = 'Olga@Vestry.example'

let app: App
let olga: Client
beforeAll(async () => {
  app = await startApp({ OPERATORS: `somebody@vestry.example, ${OPERATOR}`, DATA_DIR: '.' })
  olga = await app.join('Olga', 'olga@vestry.example')
})
afterAll(() => app.stop())

const health = async () => (await olga.get<{ data: InstallationHealth }>('/api/operations')).data
const titles = async () => (await health()).attention.map(({ title }) => title)
const dead = async (query = '') => await olga.get<{ data: DeadJob[]; pagination: { totalItems: number } }>(`/api/operations/dead-jobs${query}`)
const newest = () => app.noted.map((line) => JSON.parse(line) as Record<string, unknown>).findLast(({ event }) => event === 'operation')

/** A job that failed for the last time an hour ago. */
const fail = async (task: string, { error = 'connect ECONNREFUSED 127.0.0.1:25', attempts = 25 } = {}): Promise<string> => {
  await app.pool.query('insert into graphile_worker._private_tasks (identifier) values ($1) on conflict do nothing', [task])
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into graphile_worker._private_jobs (key, task_id, payload, created_at, run_at, attempts, max_attempts, last_error)
     select gen_random_uuid(), id, '{"email":"ruth@example.org"}'::json, now() - interval '3 days', now() - interval '1 hour' + exp(10) * interval '1 second', $2, 25, $3
     from graphile_worker._private_tasks where identifier = $1 returning id::text`,
    [task, attempts, error],
  )
  return rows[0]?.id ?? ''
}

const noteOne = async (madeAt: Date) => noteBackup(app.pool, { madeAt: madeAt.toISOString(), bytes: 4_096, key: await keyDigest(app.pool) })

test('no projection lags in an empty log', async () => {
  for (const one of (await health()).projections) expect(one.behind).toBe(0)
})

test('an operator is a user who has confirmed an address in OPERATORS, in upper or lower case', async () => {
  const isOperator = async (client: Client) => (await client.get<{ user: { isOperator: boolean } }>('/api/auth/verify')).user.isOperator
  expect(await isOperator(olga)).toBe(true)
  expect(await isOperator((await startNetwork(app)).admin)).toBe(false)

  const unconfirmed = await app.join('Somebody', 'somebody@vestry.example')
  expect(await isOperator(unconfirmed)).toBe(true)
  await app.pool.query(`update users set confirmed_at = null where email = 'somebody@vestry.example'`)
  await unconfirmed.send('delete', '/api/auth/sessions')
  const again = await app.guest().send('post', '/api/auth/login', { json: { email: unconfirmed.email, password: PASSWORD } })
  expect(again.status).toBe(403)
})

test('everyone else gets 404', async () => {
  const id = await fail('mail-confirmation')
  const { admin } = await startNetwork(app)
  const nowhere = await admin.send('get', '/api/no-such-call')
  for (const [method, path] of [
    ['get', '/api/operations'],
    ['get', '/api/operations/dead-jobs'],
    ['post', '/api/operations/dead-jobs/retry'],
    ['post', `/api/operations/dead-jobs/${id}/retry`],
    ['delete', `/api/operations/dead-jobs/${id}`],
  ] as const) {
    const answer = await admin.send(method, path)
    expect([answer.status, answer.text], path).toEqual([nowhere.status, nowhere.text])
    expect((await app.guest().send(method, path)).status, path).toBe(401)
  }
  expect((await dead()).data.map((job) => job.id)).toEqual([id])
  await olga.send('delete', `/api/operations/dead-jobs/${id}`)
})

test('reports no problem once a backup is known, and gives advice on each problem', async () => {
  expect(await titles()).toEqual(['No backup of this installation is known.'])
  await noteOne(new Date(Date.now() - 9 * 3_600_000))
  expect(await titles()).toEqual(['The last backup was made 9 hours ago.'])
  await noteOne(new Date())
  // A projection skips foreign events when it next polls the log, within ten seconds.
  await expect.poll(async () => (await health()).projections.every(({ behind }) => behind === 0)).toBe(true)
  const { projections, processes, storage, backup, attention, ...rest } = await health()
  expect(attention).toEqual([])
  expect(projections.map(({ name }) => name)).toEqual(app.projections.map(({ name }) => name))
  const [process] = processes
  expect(processes).toHaveLength(1)
  expect(process).toMatchObject({ role: 'all', release: '0.1.0' })
  for (const one of projections) expect(one).toMatchObject({ behind: 0, secondsBehind: 0, holder: process?.name, stopped: false, unreadable: null })
  expect(storage.disks.map(({ name }) => name)).toEqual(['data'])
  expect(storage.disks[0]?.freeShare).toBeGreaterThan(0)
  expect(storage.databaseBytes).toBeGreaterThan(storage.logBytes ?? 0)
  expect(storage.logBytes).toBeGreaterThan(0)
  expect(backup).toMatchObject({ bytes: 4_096, ofEarlierKey: false })
  expect(rest).toMatchObject({ jobs: { dead: 0 }, mail: { waiting: 0, failed: 0, oldestWaiting: 0 }, deliveries: { due: 0, oldestDue: 0 } })
})

test('reports a backup from before a change of the key', async () => {
  const { rows } = await app.pool.query<{ wrapped: Buffer }>(`select wrapped from installation_keys where name = 'bill-ids'`)
  await wrapAnew(app.pool, [randomBytes(32), app.masterKey])
  expect(await titles()).toEqual(['The last backup was made before PERSONAL_DATA_KEY was changed.'])
  await app.pool.query(`update installation_keys set wrapped = $1 where name = 'bill-ids'`, [rows[0]?.wrapped])
  expect(await titles()).toEqual([])
})

test('reports a mail that has waited for hours, and one that failed today', async () => {
  const { rows } = await app.pool.query<{ network: string; payor: string }>('select network_id as network, id as payor from read.members limit 1')
  const put = (status: string, hours: number) =>
    app.pool.query(
      `insert into read.messages (id, network_id, purpose, payor_id, status, created_at, position)
       values ($1, $2, 'bill', $3, $4, now() - $5 * interval '1 hour', -1)`,
      [randomUUID(), rows[0]?.network, rows[0]?.payor, status, hours],
    )
  await put('Pending', 3)
  await put('Failed', 2)
  await put('Failed', 25)
  const { mail } = await health()
  expect(mail).toMatchObject({ waiting: 1, failed: 1 })
  expect(Math.floor(mail.oldestWaiting / 60)).toBe(180)
  expect(await titles()).toEqual(['A mail to a payor has waited for 3 hours.'])
  await app.pool.query('delete from read.messages where position = -1')
})

test('reports a late delivery, unless its webhook is slow or paused', async () => {
  const put = (webhook: string, state: string, due: string) =>
    app.pool.query(
      `insert into webhook_deliveries (id, webhook_id, network_id, happening_id, type, position, body, state, next_try_at)
       values ($1, $2, $1, $1, 'bill.paid', 1, '{}', $3, now() + $4::interval)`,
      [randomUUID(), webhook, state, due],
    )
  const [well, slow, resting] = [randomUUID(), randomUUID(), randomUUID()]
  await app.pool.query(
    `insert into webhook_states (webhook_id, is_slow, rests_until)
     values ($1, false, now() - interval '1 minute'), ($2, true, null), ($3, false, now() + interval '1 minute')`,
    [well, slow, resting],
  )
  await put(well, 'waiting', '-2 hours')
  await put(well, 'waiting', '-1 hours')
  await put(well, 'waiting', '1 hour')
  await put(well, 'failed', '-9 hours')
  for (const late of [slow, resting]) await put(late, 'waiting', '-5 hours')
  const { deliveries } = await health()
  expect([deliveries.due, Math.floor(deliveries.oldestDue / 60)]).toEqual([2, 120])
  expect(await titles()).toEqual(['A delivery to a webhook is late by 2 hours.'])
  await app.pool.query(`delete from webhook_deliveries`)
  await app.pool.query(`delete from webhook_states`)
})

test('reports an unreadable event without its stream, and a projection without a process', async () => {
  await app.pool.query(
    `insert into mending.unfolded (projection, event_id, type, stream, revision, position, at, of_thing, problem, first_tried_at, last_tried_at)
     values ('networks', $1, 'NetworkCreated', 'bill-secret', 0, 1, now(), true, 'It cannot be read.', now(), now())`,
    [randomUUID()],
  )
  const { text } = await olga.send('get', '/api/operations')
  expect(text).not.toContain('bill-secret')
  expect((await health()).projections.find(({ name }) => name === 'networks')?.unreadable).toMatchObject({ type: 'NetworkCreated' })
  expect(await titles()).toEqual(['Blocked: networks.'])
  await app.pool.query('delete from mending.unfolded')
})

test('describes dead jobs by type and error, without payload or names', async () => {
  const id = await fail('mail-confirmation', {
    error: '[Error EENVELOPE] Message failed: 550 5.1.1 <ruth@example.org> Ruth One is unknown\n  at somewhere',
  })
  const other = await fail('erase-forgotten')
  const earlier = await fail('refund-payment', { error: 'could not refund Ruth One' })
  await fail('mail-confirmation', { attempts: 3 })
  const { data, pagination } = await dead('?pageSize=1')
  expect([data.length, pagination.totalItems]).toEqual([1, 3])
  const listed = (await dead()).data
  const one = listed.find((job) => job.id === id)
  expect(one).toMatchObject({ task: 'mail-confirmation', attempts: 25, error: 'Error EENVELOPE', canDiscard: true })
  const ago = (moment = '') => Math.round((Date.now() - Date.parse(moment)) / 3_600_000)
  expect([ago(one?.addedAt), ago(one?.triedAt)]).toEqual([72, 1])
  expect(listed.find((job) => job.id === other)).toMatchObject({ canDiscard: false })
  expect(listed.find((job) => job.id === earlier)).toMatchObject({ error: null })
  expect(JSON.stringify(listed)).not.toMatch(/ruth/i)
  expect(await titles()).toEqual(['3 jobs have failed for good.'])

  const owed = await olga.send('delete', `/api/operations/dead-jobs/${other}`)
  expect([owed.status, owed.body.code]).toEqual([409, 'owed'])
  expect((await olga.send('delete', `/api/operations/dead-jobs/${id}`)).status).toBe(204)
  expect(newest()).toMatchObject({ route: 'delete /api/operations/dead-jobs/:id', of: `mail-confirmation ${id}`, user: expect.any(String) })
  expect((await olga.send('delete', `/api/operations/dead-jobs/${id}`)).status).toBe(404)
  await app.pool.query('delete from graphile_worker._private_jobs where id = any($1)', [[other, earlier]])
})

test('runs a restarted job, and neither restarts nor discards one that is not dead', async () => {
  const id = await fail('follow-up')
  await olga.post(`/api/operations/dead-jobs/${id}/retry`)
  expect(newest()).toMatchObject({ route: 'post /api/operations/dead-jobs/:id/retry', of: `follow-up ${id}` })
  await expect.poll(async () => (await app.pool.query('select 1 from graphile_worker._private_jobs where id = $1', [id])).rowCount).toBe(0)

  const waiting = await fail('of-nobody', { attempts: 3 })
  expect(await olga.post(`/api/operations/dead-jobs/${waiting}/retry`)).toEqual({ data: { retried: 0 } })
  const refused = await olga.send('delete', `/api/operations/dead-jobs/${waiting}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'not-dead'])

  await fail('of-nobody')
  await fail('of-nobody')
  expect(await olga.post('/api/operations/dead-jobs/retry')).toEqual({ data: { retried: 2 } })
  expect(newest()).toMatchObject({ of: '2 jobs' })
  for (const absent of ['0', '-1', '1.5', 'x', '9'.repeat(30), '999999999999']) {
    const { status, body } = await olga.send('post', `/api/operations/dead-jobs/${absent}/retry`)
    expect([status, body.message], absent).toEqual([404, 'Job not found or you do not have access to it.'])
  }
})

test('requires a fresh sign-in for changes of the queue', async () => {
  const id = await fail('of-nobody')
  app.clock.moveTo(instantOf(Date.now() + 16 * 60_000))
  for (const [method, path] of [
    ['post', '/api/operations/dead-jobs/retry'],
    ['post', `/api/operations/dead-jobs/${id}/retry`],
    ['delete', `/api/operations/dead-jobs/${id}`],
  ] as const)
    expect((await olga.send(method, path)).body.code, path).toBe('reauth-required')
  expect((await dead()).pagination.totalItems).toBe(1)
  app.clock.moveTo(instantOf(Date.now()))
})
