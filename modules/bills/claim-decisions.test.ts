import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'
import type { Instant } from '../kernel/dates.ts'
import type { ListOf } from '../shared/api.ts'
import type { ClaimDecided, WaitingClaim } from './contract.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const csv = `firstName,lastName,email\n${['Ann', 'Ben', 'Cleo', 'Dan', 'Eva'].map((name) => `${name},Bell,${name}@claims.example`).join('\n')}`

test('lists waiting claims, oldest first, and confirms or rejects several, each separately', async () => {
  app.clock.moveTo('2030-03-01T15:00:00.000Z' as Instant)
  const { admin, bills } = await startNetwork(app, { csv })
  const other = await startNetwork(app, { csv })
  const [ann = '', ben = '', cleo = '', dan = '', eva = ''] = bills.map(({ id }) => id)
  const claim = (id: string, paymentMethod = 'zelle') =>
    app.guest().post<{ data: { withdrawToken: string } }>(`/api/assessments/${id}/mark-as-paid`, { paymentMethod })
  await claim(ben, 'wire')
  app.clock.moveTo('2030-03-04T15:00:00.000Z' as Instant)
  await claim(ann)
  const { data: claimed } = await claim(cleo)
  await claim(eva)
  await claim(other.bills[0]?.id ?? '')
  const waiting = async (query = '') =>
    (await admin.get<ListOf<WaitingClaim>>(`/api/claims${query}`)).data.map(({ bill, method, daysWaiting }) => [bill.id, method, daysWaiting])
  expect(await waiting()).toEqual([
    [ben, 'wire', 3],
    [ann, 'zelle', 0],
    [cleo, 'zelle', 0],
    [eva, 'zelle', 0],
  ])
  expect(await waiting('?pageSize=1&page=2')).toEqual([[ann, 'zelle', 0]])

  await app.guest().send('delete', `/api/assessments/${cleo}/mark-as-paid`, { json: claimed })
  const foreign = other.bills[0]?.id ?? ''
  const decide = (what: string, billIds: string[], key: string, more = {}) =>
    admin.send<{ data: ClaimDecided[] }>('post', `/api/claims/${what}`, { json: { billIds, ...more }, headers: { 'Idempotency-Key': key } })
  const asked = [ben, cleo, dan, foreign, 'x', ben, ann]
  const { body, status } = await decide('confirm', asked, 'a-key-of-claims')
  const unclaimed = { code: 'not-allowed', message: 'This bill has no claim to confirm.' }
  expect([status, body.data.map(({ billId, status: now, error }) => [billId, now, error?.code ?? null])]).toEqual([
    200,
    [
      [ben, 'Paid', null],
      [cleo, null, 'not-allowed'],
      [dan, null, 'not-allowed'],
      [foreign, null, 'not-found'],
      ['x', null, 'not-found'],
      [ann, 'Paid', null],
    ],
  ])
  expect(body.data[1]?.error).toEqual(unclaimed)
  expect((await decide('confirm', asked, 'a-key-of-claims')).body).toEqual(body)
  expect((await decide('confirm', [ben], 'another-key')).body.data).toEqual([{ billId: ben, status: 'Paid', error: null }])
  const { data: payments } = await admin.get<{ data: { amount: number; method: string }[] }>(`/api/assessment-bills/${ben}/payments`)
  expect(payments).toMatchObject([{ amount: 100, method: 'wire' }])

  const refused = await decide('not-received', [eva, dan], 'a-third-key', { reason: 'No such transfer' })
  expect(refused.body.data).toEqual([
    { billId: eva, status: 'Unpaid', error: null },
    { billId: dan, status: null, error: unclaimed },
  ])
  expect(await waiting()).toEqual([])
  expect((await other.admin.get<ListOf<WaitingClaim>>('/api/claims')).pagination.totalItems).toBe(1)
})
