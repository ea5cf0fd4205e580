import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantOf } from '../../modules/kernel/dates.ts'
import type { AgingReport, DashboardSummary, Payment, PaymentsReport, Payout, SettledPayment } from '../../modules/payments/contract.ts'
import { type App, type Client, startApp } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'

const toCents = (dollars: number): number => Math.round(dollars * 100)
const CARD = { card: '4242424242424242' }

let app: App
let admin: Client
let made: Awaited<ReturnType<typeof startPayableNetwork>>
/**
 * Has card payments with partial refunds, a dispute, a reversal, an archived bill, kept credit, credit applied to
 * another bill, and a forgotten payor.
 */
beforeAll(async () => {
  app = await startApp()
  const csv = `firstName,lastName,email\n${Array.from({ length: 9 }, (_, i) => `Ruth,Row${i},r${i}@example.org`).join('\n')}\n`
  made = await startPayableNetwork(app, { csv })
  admin = made.admin
  const paying = payingAt(app.guest())
  const bill = (i: number): string => made.bills[i]?.id ?? expect.fail('no bill')
  const paymentsOn = async (id: string) => (await admin.get<{ data: SettledPayment[] }>(`/api/assessment-bills/${id}/payments`)).data
  const receive = (id: string, amount: number) => admin.post(`/api/assessment-bills/${id}/receipts`, { amount, method: 'check' })
  for (const i of [0, 1]) {
    const { body } = await paying.intend(bill(i))
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(bill(i), body.paymentIntentId)
    if (i === 1) await paying.dispute(body.paymentIntentId)
  }
  const [refunded] = await paymentsOn(bill(0))
  await admin.post(`/api/assessment-bills/${bill(0)}/refunds`, { paymentId: refunded?.id, amount: 50.3, reason: 'Paid too much' })
  await admin.post('/api/reconciliations')
  await receive(bill(2), 30)
  const [reversed] = await paymentsOn(bill(2))
  await admin.post(`/api/assessment-bills/${bill(2)}/reversals`, { paymentId: reversed?.id, reason: 'Bounced' })
  await receive(bill(3), 25)
  await admin.put(`/api/assessment-bills/${bill(3)}/archive`, { reason: 'Moved' })
  await receive(bill(4), 140)
  await receive(bill(5), 10)
  await receive(bill(6), 12.34)
  const gone = (await admin.bills(made.programId)).find(({ id }) => id === bill(6))?.individualMember?.id
  await admin.send('delete', `/api/members/${gone}`)
  await admin.post('/api/sandbox/clock', { now: instantOf(Date.parse(app.clock.now()) + 4 * 86_400_000) })
  await admin.post('/api/reconciliations')
})
afterAll(() => app.stop())

const sums = async (name: string): Promise<Record<string, number>> => {
  const { text, status } = await admin.send('get', `/api/exports/${name}.csv`)
  expect(status, name).toBe(200)
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  expect(rows.length, name).toBeGreaterThan(0)
  const totals: Record<string, number> = {}
  for (const row of rows)
    for (const [column, cell] of Object.entries(row))
      if (/^'?-?\d+\.\d\d$/.test(cell)) totals[column] = (totals[column] ?? 0) + toCents(Number(cell.replace("'", '')))
  return totals
}
const summary = () => admin.get<DashboardSummary>('/api/dashboard/summary')

test('payments: net is collected money plus unapplied credit, and the other columns add up to it (R76)', async () => {
  const { Amount = 0, Refunded = 0, Disputed = 0, Reversed = 0, Net, 'Unapplied credit': credit } = await sums('payments')
  const { totalCollected, unappliedCredit } = await summary()
  expect([Refunded, Disputed, Reversed]).toEqual([50_30, 100_00, 30_00])
  expect(Net).toBe(Amount - Refunded - Disputed - Reversed)
  expect(Net).toBe(toCents(totalCollected) + toCents(unappliedCredit))
  expect(credit).toBe(toCents(unappliedCredit))
  const { body } = await admin.send<{ data: Payment[] }>('get', '/api/payments?pageSize=100')
  const { data } = body
  expect(data.find(({ remaining }) => remaining?.refunded)).toMatchObject({
    ...{ amount: 100, remaining: { refunded: 50.3, disputed: 0, net: 49.7, unapplied: 0 } },
  })
  expect(toCents(data.reduce((sum, { amount, remaining }) => sum + (remaining?.net ?? amount), 0))).toBe(Net)
})

test('bills: assessed, collected and balance equal the dashboard, the aging report and the payments report', async () => {
  const { Assessed, Collected, Balance } = await sums('bills')
  const { totalAssessed, totalCollected, totalOutstanding } = await summary()
  expect([Assessed, Collected, Balance]).toEqual([totalAssessed, totalCollected, totalOutstanding].map(toCents))
  expect(toCents((await admin.get<{ data: AgingReport }>('/api/reports/aging')).data.total)).toBe(Balance)
  const { datasets } = await admin.get<PaymentsReport>('/api/reports/payments')
  expect(toCents(datasets[0]?.data.reduce((sum, month) => sum + month, 0) ?? 0)).toBe(Collected)
})

test('members: balances sum to the outstanding money', async () => {
  expect((await sums('members')).Balance).toBe(toCents((await summary()).totalOutstanding))
})

test('payouts: the lines of each sum to its amount', async () => {
  const { data } = await admin.get<{ data: Payout[] }>('/api/payouts?pageSize=100')
  expect((await sums('payouts')).Net).toBe(data.reduce((sum, { amount }) => sum + toCents(amount), 0))
})
