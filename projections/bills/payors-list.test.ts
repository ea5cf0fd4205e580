import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type App, startApp, startNetwork } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test("a payor's list shows overdue bills first, then open ones, each by due day, then the others, newest first", async () => {
  app.clock.moveTo('2030-01-10T12:00:00.000Z' as Instant)
  const payor = await app.join('Ruth')
  const billDue = async (dueDate: string, paid = 0) => {
    const { admin, bills } = await startNetwork(app, { terms: { dueDate }, csv: `firstName,lastName,email\nRuth,Bell,${payor.email}` })
    if (paid > 0) await admin.post(`/api/assessment-bills/${bills[0]?.id}/receipts`, { amount: paid, method: 'check' })
  }
  await billDue('2030-03-01', 100)
  await billDue('2030-05-01')
  await billDue('2030-02-20')
  await billDue('2030-02-01', 40)
  await billDue('2030-01-20')
  await billDue('2030-04-01', 100)
  app.clock.moveTo('2030-02-10T12:00:00.000Z' as Instant)
  const list = async (query = '') => {
    const { data } = await payor.get<{ data: { dueDate: string; status: string }[] }>(`/api/my/listAssessmentBills${query}`)
    return data.map(({ dueDate, status }) => `${dueDate.slice(5, 10)} ${status}`)
  }
  const wanted = ['01-20 Overdue', '02-01 Overdue', '02-20 Unpaid', '05-01 Unpaid', '04-01 Paid', '03-01 Paid']
  expect(await list()).toEqual(wanted)
  expect([...(await list('?pageSize=4')), ...(await list('?pageSize=4&page=2'))]).toEqual(wanted)
  expect(await list('?paidOnly=true')).toEqual(wanted.slice(4))
})
