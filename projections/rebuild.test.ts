import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countsAgree, moneyAgrees } from '../scripts/invariants.ts'
import { type App, startApp, startNetwork, terms } from '../scripts/testing/app.ts'
import { rebuild } from './rebuild.ts'

const log = pino({ level: 'silent' })
const tables = [
  'networks',
  'network_people',
  'payment_profiles',
  'programs',
  'members',
  'uploads',
  'left_programs',
  'program_moves',
  'bills',
  'payments',
  'receipt_counts',
  'receipt_zones',
  'totals',
  'collections',
  'bill_counts',
  'payment_counts',
  'debtors',
  'billed_payors',
  'name_words',
  'collection_months',
]

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** All rows of all read models, except the checkpoints. */
const rows = async (): Promise<Record<string, string[]>> => {
  await app.ready()
  const entries = tables.map(async (table) => {
    const { rows: found } = await app.pool.query<{ row: string }>(`select t::text as row from read.${table} t order by 1`)
    return [table, found.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** A history with every kind of event. */
const live = async () => {
  const made = await startNetwork(app, {
    csv: ['firstName,lastName,email,congregation', ...Array.from({ length: 12 }, (_, i) => `Ruth,No${'x'.repeat(i)},r${i}@example.org,First`)].join(
      '\n',
    ),
    terms: { type: 'Custom', name: 'Tab\there \\ "and" there' },
  })
  const { admin, programId, profileId } = made
  const [a, b, c, d, e, f] = made.bills.map(({ id }) => `/api/assessment-bills/${id}`)
  await admin.put(`${a}/mark-as-paid`, { method: 'check', reference: 'a\tb\\' })
  await admin.post(`${b}/receipts`, { amount: 40, method: 'cash' })
  await admin.post(`${c}/receipts`, { amount: 140, method: 'wire', receivedOn: '2020-01-31' })
  await admin.put(`${d}/archive`, { reason: 'Moved' })
  await admin.put(`${d}/mark-as-paid`)
  await admin.post(`${e}/receipts`, { amount: 1, method: 'cash' })
  await admin.put(`${e}/archive`)
  await admin.put(`${f}/amount`, { amount: 55.55 })
  const claim = (n: number) => `/api/assessments/${made.bills[n]?.id}/mark-as-paid`
  await app.guest().post(claim(6), { paymentMethod: 'wire' })
  await app.guest().post(claim(7), { paymentMethod: 'zelle' })
  await admin.post(`/api/assessment-bills/${made.bills[7]?.id}/not-received`, { reason: 'No' })
  const removals = `/api/assessment-programs/${programId}/removals`
  for (const n of [8, 9]) await admin.post(removals, { memberId: made.bills[n]?.individualMember?.id, openBills: 'keep' })
  await admin.post(`/api/assessment-programs/${programId}/bills`, { memberId: made.bills[8]?.individualMember?.id })
  await admin.upload(programId, 'firstName,lastName,email\nRuth,No,changed@example.org\nOle,New,')
  await admin.put(`/api/payment-profiles/${profileId}`, { name: 'Renamed', methods: { Zelle: { isEnabled: true, zelleContact: 'x@example.org' } } })
  await admin.put(`/api/assessments/${programId}`, { ...terms, type: 'Custom', name: 'Renamed' })
  await admin.put(`/api/assessment-programs/${programId}/status`, { status: 'Completed' })
  await admin.put(`/api/assessment-programs/${programId}/status`, { status: 'Active' })
  return made
}

const indexes = async () =>
  (await app.pool.query<{ as: string }>(`select indexdef as "as" from pg_indexes where schemaname = 'read' order by 1`)).rows.map((index) => index.as)

test('rebuilt read models equal the live ones, row for row and index for index', async () => {
  await live()
  const before = await rows()
  const indexed = await indexes()
  for (const table of tables) expect(before[table]?.length, table).toBeGreaterThan(0)
  await rebuild({ pool: app.pool, store: app.store, projections: app.projections, log })
  expect(await rows()).toEqual(before)
  expect(await indexes()).toEqual(indexed)
  expect([...(await moneyAgrees(app.pool)), ...(await countsAgree(app.pool))]).toEqual([])
})

test('no command during a rebuild is lost, folded twice or hidden', async ({ signal }) => {
  const { admin, programId, bills } = await live()
  let busy = true
  let amount = 0
  let wrong = 0
  const paying = (async () => {
    while (busy && !signal.aborted) {
      amount += 1
      const answer = await admin.send<{ data: { status: string } }>('post', `/api/assessment-bills/${bills[9]?.id}/receipts`, {
        json: { amount: 0.01, method: 'cash' },
      })
      if (answer.status !== 201) wrong += 1
      await setTimeout(10)
    }
  })()
  const reading = (async () => {
    while (busy && !signal.aborted) {
      const { count } = await admin.get<{ count: number }>(`/api/assessment-programs/${programId}/count`)
      const { totalAssessed, totalCollected, totalOutstanding } = await admin.get<Record<string, number>>('/api/dashboard/summary')
      if (count < 11 || Math.round(100 * (totalAssessed ?? 0)) !== Math.round(100 * ((totalCollected ?? 0) + (totalOutstanding ?? 0)))) wrong += 1
      await setTimeout(10)
    }
  })()
  for (let i = 0; i < 3; i += 1) {
    await rebuild({ pool: app.pool, store: app.store, projections: app.projections, log })
    await setTimeout(100)
  }
  busy = false
  await Promise.all([paying, reading])
  expect(wrong).toBe(0)
  expect(amount).toBeGreaterThan(3)
  await app.ready()
  const { rows: paid } = await app.pool.query<{ count: number }>('select count(*) as count from read.payments where bill_id = $1', [bills[9]?.id])
  expect(paid[0]?.count).toBe(amount)
  const after = await rows()
  await rebuild({ pool: app.pool, store: app.store, projections: app.projections, log })
  expect(await rows()).toEqual(after)
})

test('an event that cannot be folded blocks its projection alone, and /readyz names it', async () => {
  const poisoned = await startApp()
  const { admin, networkId, bills } = await startNetwork(poisoned)
  const metadata = { $correlationId: '', $causationId: '', actor: 'system:test', schema: 1, at: poisoned.clock.now() }
  const data = { billId: 'never-issued', paymentId: crypto.randomUUID(), amount: 1, applied: 1, method: null, reference: null, receivedOn: null }
  expect((await admin.send('get', '/readyz')).status).toBe(200)
  await poisoned.store.append('bill-poison', [{ id: crypto.randomUUID(), type: 'PaymentRecorded', data, metadata }], 'none')
  await expect.poll(async () => (await admin.send('get', '/readyz')).status).toBe(503)
  const { body } = await admin.send<{ ready: boolean; problems: string[] }>('get', '/readyz')
  expect(body).toEqual({ ready: false, problems: [expect.stringMatching(/^projection ledger has stopped: /)] })
  expect((await admin.send('get', '/healthz')).status).toBe(200)

  // The others continue; commands on the blocked one answer with a lag; its present rows stay.
  const program = await admin.send('post', `/api/networks/${networkId}/assessments`, { json: { ...terms, name: 'Meanwhile' } })
  expect([program.status, program.headers.get('vestry-lag')]).toEqual([201, null])
  const paid = await admin.send('put', `/api/assessment-bills/${bills[0]?.id}/mark-as-paid`, { json: {} })
  expect([paid.status, paid.headers.get('vestry-lag')]).toEqual([200, 'true'])
  expect((await admin.send('get', `/api/assessment-bills/${bills[1]?.id}`)).status).toBe(200)
  await poisoned.stop()
})
