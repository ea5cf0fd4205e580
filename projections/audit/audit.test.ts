import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Differences, JournalRow } from '../../modules/audit/contract.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const started = async () => {
  const made = await startNetwork(app, { terms: { type: 'Custom' } })
  const { admin, networkId } = made
  const events = (query = '') => admin.get<ListOf<JournalRow>>(`/api/audit/events?pageSize=100${query}`)
  const auditor = await app.join('Olga')
  await app.grantAccess(admin, networkId, auditor, 'Auditor')
  return { ...made, events, auditor }
}

test('the journal lists every event of the network, newest first, in the words of the histories', async () => {
  const { admin, auditor, events, bills, programId, profileId, networkId } = await started()
  const [bill] = bills
  await admin.post(`/api/assessment-bills/${bill?.id}/receipts`, { amount: 30, method: 'check', reference: '1234' })
  await admin.put(`/api/members/${bill?.individualMember?.id}`, { phone: '(320) 555-0199' })
  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  await app.written()
  await auditor.get('/api/dashboard/summary')
  // A mail that is sent between the two reads would be counted by only one of them.
  await app.written()
  await app.ready()
  const { data, pagination } = await events()
  expect(pagination.totalItems).toBe(data.length)
  expect(data.map(({ position }) => position)).toEqual(data.map(({ position }) => position).sort((a, b) => b - a))
  expect(await auditor.get('/api/audit/events?pageSize=100')).toEqual({ data, pagination })
  for (const [path, stream] of [
    [`assessment-bills/${bill?.id}`, `bill-${bill?.id}`],
    [`assessments/${programId}`, `program-${programId}`],
    [`payment-profiles/${profileId}`, `profile-${profileId}`],
    [`networks/${networkId}`, `network-${networkId}`],
  ]) {
    const history = (await admin.get<{ data: { position: number }[] }>(`/api/${path}/history`)).data
    expect(history.length, path).toBeGreaterThan(0)
    expect(data.filter((row) => row.stream === stream).reverse(), path).toEqual(
      history.map((row) => ({ ...row, stream, about: path?.startsWith('networks/') ? null : { name: expect.any(String), stream } })),
    )
  }
  // Only the reservation of the network's short name is missing from it.
  const { rows } = await app.pool.query<{ position: string }>(
    `select position from events where stream not like 'slug-%' and stream not like 'payout-%'`,
  )
  const mine = new Set(data.map(({ position }) => position))
  const others = await app.pool.query<{ position: number }>('select position from read.journal where network_id <> $1', [networkId])
  expect(rows.length).toBe(mine.size + others.rows.length)
  // A summary that equals the type means that the event has no words.
  expect(data.filter(({ summary, type }) => summary === type)).toEqual([])
})

test('the journal names the payor and the record of an event, but no forgotten payor', async () => {
  const { admin, networkId, programId, bills, events } = await started()
  const [bill, other] = [...bills].sort((a, b) => `${b.individualMember?.firstName}`.localeCompare(`${a.individualMember?.firstName}`))
  await admin.put(`/api/assessment-programs/${programId}/campaign/status`, { status: 'Active' })
  const address = `eva-${Date.now()}@example.org`
  await admin.post(`/api/networks/${networkId}/people`, { email: address, role: 'Auditor' })
  await app.written()
  await app.ready()
  const named = async (query = '') =>
    (await events(query)).data.map(({ type, stream, summary, about }) => ({ type, stream, row: [summary, about?.name, about?.stream] }))
  const of = (rows: Awaited<ReturnType<typeof named>>, kind: string) => rows.filter(({ type }) => type === kind).map(({ row }) => row)
  const nameOf = (rows: Awaited<ReturnType<typeof named>>, id: string | undefined) => rows.find(({ stream }) => stream === `bill-${id}`)?.row[1]
  const at = app.clock.now()
  const before = await named()
  expect(nameOf(before, bill?.id)).toBe('Ruth One, Dues')
  expect(of(before, 'PaymentProfileAttached')).toEqual([['Payment profile attached: Main', 'Dues', `program-${programId}`]])
  expect(of(before, 'PersonInvited').map(([summary]) => summary)).toEqual([`${address} invited as Auditor`, 'Olga Example invited as Auditor'])
  expect(of(before, 'CampaignLaunched')).toEqual([['Campaign launched', 'Dues', `campaign-${programId}`]])
  expect(of(before, 'MessageQueued')).toContainEqual(['Mail written: Bill', 'Ruth One, Dues', `member-${bill?.individualMember?.id}`])
  for (const kind of ['UploadStarted', 'PayorsEnrolled', 'RunStarted'])
    for (const row of of(before, kind)) expect(row.slice(1), kind).toEqual(['Dues', `program-${programId}`])
  expect(before.filter(({ row, stream }) => !row[1] && !stream.startsWith('network-'))).toEqual([])

  await admin.send('delete', `/api/members/${bill?.individualMember?.id}`)
  await app.ready()
  for (const query of ['', `&asOf=${at}`]) {
    const after = await named(query)
    expect(nameOf(after, bill?.id)).toBe('Forgotten member, Dues')
    expect(nameOf(after, other?.id)).toBe('Ole Two, Dues')
    expect(JSON.stringify(after)).not.toMatch(/\bruth\b/i)
  }
})

test('filters the journal by person, kind, record and time, and shows it in pages', async () => {
  const { admin, events, bills } = await started()
  const [bill] = bills
  const before = app.clock.now()
  await setTimeout(2)
  await app.guest().post(`/api/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  await app.ready()
  const { user } = await admin.get<{ user: { id: string } }>('/api/auth/verify')
  const types = async (query: string) => (await events(query)).data.map(({ type }) => type)
  expect(await types('&actor=guest')).toEqual(['PaymentClaimed'])
  expect(new Set((await events('&actor=user')).data.map(({ actor }) => actor.kind))).toEqual(new Set(['user']))
  expect(new Set((await events(`&actor=${user.id}`)).data.map(({ actor }) => actor.name))).toEqual(new Set(['Ada Example']))
  expect(await types('&type=BillIssued')).toEqual(['BillIssued', 'BillIssued'])
  expect(await types(`&stream=bill-${bill?.id}`)).toEqual(['PaymentClaimed', 'BillIssued'])
  expect(new Set(await types('&stream=program'))).toEqual(new Set(['ProgramCreated', 'PaymentProfileAttached', 'ProgramActivated']))
  expect(await types(`&stream=bill&from=${before}`)).toEqual(['PaymentClaimed'])
  expect(await types(`&to=${before}&type=PaymentClaimed`)).toEqual([])
  expect(await types(`&type=PaymentClaimed&from=2020-01-01&to=2150-01-01`)).toEqual(['PaymentClaimed'])
  expect(await types(`&to=2020-01-01`)).toEqual([])
  const all = await types('')
  const paged = await admin.get<ListOf<JournalRow>>('/api/audit/events?pageSize=3&page=2')
  expect(paged.data.map(({ type }) => type)).toEqual(all.slice(3, 6))
  for (const day of ['soon', '0000-01-01', '0001-01-01', '1899-12-31', '9999-12-31'])
    for (const limit of ['from', 'to']) expect((await admin.send('get', `/api/audit/events?${limit}=${day}`)).status, day).toBe(400)
})

test("the journal shows an Auditor's visits once an hour, and each download", async () => {
  const { admin, auditor, events, bills } = await started()
  await auditor.get('/api/assessment-bills')
  await auditor.get('/api/dashboard/summary')
  await auditor.send('get', `/api/assessment-bills/${bills[0]?.id}/bill.pdf`)
  for (const name of ['bills', 'bills', 'members']) await auditor.send('get', `/api/exports/${name}.csv`)
  await admin.send('get', '/api/exports/bills.csv')
  await auditor.send('get', '/api/audit/pack')
  const noted = async () => (await events('&stream=visits')).data.map(({ type, actor }) => [type, actor.name]).reverse()
  await expect.poll(noted).toEqual([['AuditorVisited', 'Olga Example'], ...Array.from({ length: 4 }, () => ['AuditorTookFile', 'Olga Example'])])
})

test('visits are in the journal of the network that was read, even if another network is current', async () => {
  const { auditor, events, bills } = await started()
  const [bill] = bills
  const own = await auditor.post<{ id: string }>('/api/networks', { name: 'Elsewhere' })
  await auditor.post('/api/auth/network', { networkId: own.id })
  const noted = async () => (await events('&stream=visits')).data.map(({ type }) => type).reverse()
  expect(await noted()).toEqual([])
  await auditor.get(`/api/assessment-bills/${bill?.id}`)
  await expect.poll(noted).toEqual(['AuditorVisited'])
  await auditor.send('get', `/api/assessment-bills/${bill?.id}/bill.pdf`)
  await expect.poll(noted).toEqual(['AuditorVisited', 'AuditorTookFile'])
  const { data } = await auditor.get<ListOf<JournalRow>>('/api/audit/events?stream=visits')
  expect(data).toEqual([])
})

test('compares two moments by the events between them', async () => {
  const { admin, bills } = await started()
  const [paid, reduced, untouched] = bills
  expect(untouched).toBeUndefined()
  const diff = (query: string) => admin.get<z.output<typeof Differences>>(`/api/audit/diff?${query}`)
  const from = app.clock.now()
  await setTimeout(2)
  await admin.put(`/api/assessment-bills/${paid?.id}/mark-as-paid`, { method: 'check' })
  await app.ready()
  const middle = app.clock.now()
  await setTimeout(2)
  await admin.put(`/api/assessment-bills/${reduced?.id}/amount`, { amount: 60 })
  // A withdrawn claim leaves the bill unchanged.
  const { withdrawToken } = (
    await app.guest().post<{ data: { withdrawToken: string } }>(`/api/assessments/${reduced?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  ).data
  await app.guest().send('delete', `/api/assessments/${reduced?.id}/mark-as-paid`, { json: { withdrawToken } })
  await app.ready()
  const to = app.clock.now()
  const first = await diff(`from=${from}&to=${middle}`)
  const at = (status: string, amount: number, balance: number) => ({ status, amount, balance, collected: amount - balance })
  expect(first.data.summary.before).toMatchObject({ totalAssessed: 200, totalCollected: 0 })
  expect(first.data.summary.after).toMatchObject({ totalAssessed: 200, totalCollected: 100 })
  expect(first.data.bills).toMatchObject([{ bill: { id: paid?.id }, before: at('Unpaid', 100, 100), after: at('Paid', 100, 0) }])
  expect(first.data.payments).toMatchObject([{ billId: paid?.id, amount: 100 }])
  const second = await diff(`from=${middle}&to=${to}`)
  expect(second.data.bills).toMatchObject([{ bill: { id: reduced?.id }, before: at('Unpaid', 100, 100), after: at('Unpaid', 60, 60) }])
  expect(second.data.payments).toEqual([])
  // Money for a paid bill changes neither its state nor its figures.
  await admin.post(`/api/assessment-bills/${paid?.id}/receipts`, { amount: 50, method: 'check' })
  await app.ready()
  const third = await diff(`from=${to}&to=${app.clock.now()}`)
  expect(third.data.bills).toMatchObject([{ bill: { id: paid?.id }, before: at('Paid', 100, 0), after: at('Paid', 100, 0) }])
  expect(third.data.payments).toMatchObject([{ billId: paid?.id, amount: 50 }])
  const whole = await diff(`from=2020-01-01&to=${to}&pageSize=1&page=2`)
  expect(whole.pagination).toMatchObject({ totalItems: 2, totalPages: 2 })
  expect(whole.data.bills).toMatchObject([{ before: null }])
  expect((await diff(`from=2020-01-01&to=${dayOf(to)}`)).pagination.totalItems).toBe(2)
  const later = new Date(Date.parse(to) + 60_000).toISOString()
  for (const wrong of [`from=${to}&to=${from}`, `from=${from}&to=${later}`, `from=${from}`, `from=soon&to=${to}`])
    expect((await admin.send('get', `/api/audit/diff?${wrong}`)).status, wrong).toBe(400)
})

/** The day in the network's time zone, which is the default one. */
const dayOf = (at: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date(at))
