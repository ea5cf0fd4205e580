import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const BILL = 'amount balance code congregation createdAt dueDate id individualMember network paymentProfile period program status'.split(' ')

test('a bill has its documented fields alone, and the days left where the client prefers them', async () => {
  const { admin, bills } = await startNetwork(app)
  const [bill] = bills
  const paths = ['/api/assessment-bills', `/api/assessment-bills/${bill?.id}`]
  for (const path of paths)
    for (const prefer of [undefined, 'respond-async', 'days-left']) {
      const { body } = await admin.send<{ data: object | object[] }>('get', path, { headers: prefer === undefined ? {} : { prefer } })
      for (const shown of [body.data].flat()) expect('daysLeft' in shown, `${path}, ${prefer}`).toBe(prefer === 'days-left')
      const [first] = [body.data].flat()
      if (path === paths[0]) expect(Object.keys(first ?? {}).sort()).toEqual(prefer === 'days-left' ? [...BILL, 'daysLeft'].sort() : BILL)
    }
  for (const prefer of [{}, { prefer: 'days-left' }]) {
    const link = await app.guest().send<{ data: object }>('get', `/api/assessment-bills/${bill?.id}`, { headers: prefer })
    for (const own of ['isClaimed', 'payments', 'credited']) expect(own in link.body.data, own).toBe('prefer' in prefer)
  }
  const member = await admin.get<{ bills: object[] }>(`/api/members/${bill?.individualMember?.id}`)
  expect(Object.keys(member.bills[0] ?? {}).sort()).toEqual(BILL)
  const { body } = await admin.send<{ data: object }>('put', `/api/assessment-bills/${bill?.id}/mark-as-paid`, { json: {} })
  expect(Object.keys(body.data).sort()).toEqual(BILL)
})

const PAYMENT = 'amount assessment billId createdAt description id method receiptNumber reference status'.split(' ')

test('a payment has its documented fields alone, and what was refunded and kept where the client prefers them', async () => {
  const { admin, bills } = await startNetwork(app)
  await admin.put(`/api/assessment-bills/${bills[0]?.id}/mark-as-paid`)
  for (const prefer of [undefined, 'days-left']) {
    const { body } = await admin.send<{ data: object[] }>('get', '/api/payments', { headers: prefer === undefined ? {} : { prefer } })
    const own = prefer ? ['disputed', 'net', 'refunded', 'unapplied'] : []
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual([...PAYMENT, ...own].sort())
  }
})
