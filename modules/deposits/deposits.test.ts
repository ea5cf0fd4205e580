import { afterAll, beforeAll, expect, test } from 'vitest'
import { moneyAgrees } from '../../scripts/invariants.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { Remittance } from '../remittances/contract.ts'
import type { HistoryRow } from '../shared/history.ts'
import type { Deposit, ListedDeposit } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Answered<Data> = { data: Data; code?: string; message?: string; issues?: { path: string; message: string }[] }
const DAY = '2026-01-05'
const csv = 'firstName,lastName,email\nRuth,One,\nOle,Two,\nAda,Three,\n'

/** A network of three members with a bill of $100 each, and an open deposit that expects two checks of $100. */
const started = async () => {
  const made = await startNetwork(app, { csv })
  const { admin, networkId, profileId, bills } = made
  const terms = { day: DAY, paymentProfileId: profileId, expectedCount: 2, expectedTotal: 200 }
  const { data: deposit } = await admin.post<{ data: Deposit }>('/api/deposits', terms)
  const path = `/api/deposits/${deposit.id}`
  const enter = (n: number, json: object = {}, as = admin) =>
    as.send<Answered<Remittance>>('post', '/api/remittances', {
      json: { method: 'check', amount: 100, allocations: [{ billId: bills[n]?.id }], depositId: deposit.id, ...json },
    })
  return {
    ...{ admin, networkId, profileId, bills, terms, deposit, enter },
    shown: async () => (await admin.get<{ data: Deposit }>(path)).data,
    change: (json: object) => admin.send<Answered<Deposit>>('put', path, { json: { ...terms, ...json } }),
    close: (json: object = {}, as = admin) => as.send<Answered<Deposit>>('post', `${path}/close`, { json }),
    reopen: (json: object = { reason: 'One check was forgotten' }) => admin.send<Answered<Deposit>>('post', `${path}/reopen`, { json }),
    path,
  }
}

test('takes checks and cash, shows the running totals, and closes when they are the expected ones', async () => {
  const { deposit, enter, shown, close, admin, path } = await started()
  expect(deposit).toMatchObject({ day: `${DAY}T00:00:00.000Z`, paymentProfileName: 'Main', count: 0, total: 0, status: 'Open', remittances: [] })
  const { status, body } = await enter(0, { reference: 'No. 12' })
  expect(status).toBe(201)
  expect(body.data.depositId).toBe(deposit.id)
  await enter(1, { method: 'cash' })
  expect(await shown()).toMatchObject({ count: 2, total: 200, status: 'Open', remittances: [{ method: 'cash' }, { reference: 'No. 12' }] })
  const closed = await close()
  expect(closed.status).toBe(200)
  expect(closed.body.data).toMatchObject({ count: 2, total: 200, status: 'Closed', closedBy: 'Ada Example', differenceReason: null })
  const { data } = await admin.get<{ data: ListedDeposit[] }>('/api/deposits?status=Closed')
  expect(data.map(({ id }) => id)).toEqual([deposit.id])
  expect((await admin.get<{ data: ListedDeposit[] }>('/api/deposits?status=Open')).data).toEqual([])
  const history = (await admin.get<{ data: HistoryRow[] }>(`${path}/history`)).data
  expect(history.map(({ summary }) => summary)).toEqual([
    'Opened for 2 payments, $200.00',
    '$100.00 added',
    '$100.00 added',
    'Closed with 2 payments, $200.00',
  ])
  expect(await moneyAgrees(app.pool)).toEqual([])
})

test('closes with a difference only for a reason', async () => {
  const { enter, close, shown } = await started()
  await enter(0)
  const refused = await close()
  expect(refused).toMatchObject({ status: 409, body: { code: 'totals-differ' } })
  expect(refused.body.message).toContain('The deposit has one payment, $100.00. Expected: 2 payments, $200.00.')
  expect(await shown()).toMatchObject({ status: 'Open' })
  expect((await close({ reason: 'One check was lost' })).body.data).toMatchObject({
    status: 'Closed',
    count: 1,
    differenceReason: 'One check was lost',
  })
})

test('records a second close only once', async () => {
  const { enter, close, admin, path } = await started()
  await enter(0)
  await enter(1)
  const both = await Promise.all([close(), close()])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { data } = await admin.get<{ data: HistoryRow[] }>(`${path}/history`)
  expect(data.filter(({ summary }) => summary.startsWith('Closed'))).toHaveLength(1)
})

test('takes nothing while it is closed, and takes payments again once it is reopened', async () => {
  const { enter, close, reopen, shown, change, bills, admin } = await started()
  await enter(0)
  await enter(1)
  await close()
  expect(await enter(2)).toMatchObject({ status: 409, body: { code: 'not-allowed' } })
  expect(await enter(2, { dryRun: true })).toMatchObject({ status: 409 })
  expect(await change({ expectedCount: 3 })).toMatchObject({ status: 409, body: { code: 'not-allowed' } })
  expect((await admin.get<{ data: { balance: number } }>(`/api/assessment-bills/${bills[2]?.id}`)).data.balance).toBe(100)
  expect(await reopen({})).toMatchObject({ status: 400 })
  expect((await reopen()).body.data).toMatchObject({ status: 'Open', closedAt: null, count: 2 })
  expect((await change({ expectedCount: 3, expectedTotal: 300 })).status).toBe(200)
  await enter(2)
  await close()
  expect(await shown()).toMatchObject({ status: 'Closed', count: 3, total: 300 })
})

test('leaves out a payment that was reversed, and keeps the totals of a closed deposit', async () => {
  const { enter, close, shown, admin } = await started()
  const reverse = (id: string) => admin.post(`/api/remittances/${id}/reversals`, { reason: 'It bounced' })
  const first = (await enter(0)).body.data
  const second = (await enter(1)).body.data
  await reverse(first.id)
  expect(await shown()).toMatchObject({ count: 1, total: 100 })
  expect((await close({ reason: 'One check was torn' })).body.data).toMatchObject({ count: 1, total: 100 })
  await reverse(second.id)
  expect(await shown()).toMatchObject({ status: 'Closed', count: 1, total: 100 })
})

test('drops a payment that a bill refuses', async () => {
  const { enter, admin, bills, shown } = await started()
  await admin.put(`/api/assessment-bills/${bills[0]?.id}/archive`, { reason: 'Moved away' })
  expect((await enter(0)).status).toBe(409)
  expect(await shown()).toMatchObject({ count: 0, total: 0, remittances: [] })
})

test('is closed by another Admin where deposits are counted by two', async () => {
  const { enter, close, admin, networkId, shown } = await started()
  await admin.put(`/api/networks/${networkId}`, { depositsCountedByTwo: true })
  const second = await app.join('Ben')
  await app.grantAccess(admin, networkId, second, 'Admin')
  await enter(0)
  await enter(1)
  expect(await close()).toMatchObject({ status: 409, body: { code: 'counted-by-two' } })
  expect(await shown()).toMatchObject({ status: 'Open' })
  expect((await close({}, second)).status).toBe(200)
})

test.each([
  ['a transfer', { method: 'wire' }, 400],
  ['an unknown deposit', { depositId: '00000000-0000-4000-8000-000000000000' }, 404],
])('refuses %s', async (_, json, status) => {
  const { enter } = await started()
  expect((await enter(0, json)).status).toBe(status)
})

test('is not found from another network', async () => {
  const { deposit, path } = await started()
  const other = await startNetwork(app)
  for (const [method, to, json] of [
    ['get', path, undefined],
    ['get', `${path}/history`, undefined],
    ['post', `${path}/close`, {}],
    ['post', `${path}/reopen`, { reason: 'No' }],
    ['put', path, { day: DAY, paymentProfileId: other.profileId, expectedCount: 1, expectedTotal: 1 }],
    ['post', '/api/remittances', { method: 'check', amount: 1, allocations: [{ billId: other.bills[0]?.id }], depositId: deposit.id }],
  ] as const)
    expect((await other.admin.send(method, to, { json })).status, `${method} ${to}`).toBe(404)
})

test.each([
  ['a day in the future', { day: '2149-01-05' }],
  ['no day', { day: 'soon' }],
  ['a count of zero', { expectedCount: 0 }],
  ['a count that is no whole number', { expectedCount: 1.5 }],
  ['a negative total', { expectedTotal: -5 }],
])('cannot be opened with %s', async (_, json) => {
  const { admin, terms } = await started()
  expect((await admin.send('post', '/api/deposits', { json: { ...terms, ...json } })).status).toBe(400)
})

test('answers as of a moment', async () => {
  const { enter, close, path, admin } = await started()
  await enter(0)
  await enter(1)
  const before = new Date().toISOString()
  await close()
  expect((await admin.get<{ data: Deposit }>(`${path}?asOf=${before}`)).data).toMatchObject({ status: 'Open', count: 2 })
})

test('prints a slip with its checks, letter or A4', async () => {
  const { enter, close, path, admin } = await started()
  await enter(0, { reference: '1042' })
  await enter(1, { method: 'cash' })
  await close()
  for (const size of ['letter', 'a4']) {
    const { status, headers, text } = await admin.send('get', `${path}/slip.pdf?size=${size}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(text.startsWith('%PDF-')).toBe(true)
  }
  expect((await admin.send('get', `${path}/slip.pdf?size=a5`)).status).toBe(400)
})
