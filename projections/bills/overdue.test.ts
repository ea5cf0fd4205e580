import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { type App, PASSWORD, startApp, startNetwork } from '../../scripts/testing/app.ts'

// The clocks of New York go forward on 8 March 2026 and back on 1 November 2026.
describe.each(['Pacific/Auckland', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  const before = process.env.TZ
  let app: App
  beforeAll(async () => {
    process.env.TZ = zone
    app = await startApp()
  })
  afterAll(async () => {
    await app.stop()
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  // The clock moves on while a page is being read.
  test.each([
    ['2026-03-07', '2026-03-08T04:59:30.000Z', '2026-03-08T05:00:00.000Z'],
    ['2026-03-08', '2026-03-09T03:59:30.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-10-31', '2026-11-01T03:59:30.000Z', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', '2026-11-02T04:59:30.000Z', '2026-11-02T05:00:00.000Z'],
    ['2028-02-29', '2028-03-01T04:59:30.000Z', '2028-03-01T05:00:00.000Z'],
  ])('a bill due on %s is overdue once that day has ended in New York', async (dueDate, last, next) => {
    app.clock.moveTo('2026-01-15T12:00:00.000Z' as Instant)
    const { admin, programId, bills } = await startNetwork(app, { terms: { dueDate } })
    const [{ id } = expect.fail('no bill')] = bills
    // An overdue bill that is partly paid is Overdue, not Partial. The other bill is Unpaid.
    expect(await admin.post(`/api/assessment-bills/${id}/receipts`, { amount: 40, method: 'check' })).toMatchObject({
      data: { status: 'Partial', balance: 60 },
    })
    const seen = async (at: string) => {
      app.clock.moveTo(at as Instant)
      // A session expires within two idle months.
      await admin.post('/api/auth/login', { email: admin.email, password: PASSWORD })
      const list = await admin.bills(programId)
      const { data } = await admin.get<{ data: { status: string } }>(`/api/assessment-bills/${id}`)
      const { totalOverdue } = await admin.get<{ totalOverdue: number }>(`/api/assessment-programs/${programId}/count`)
      const { membersPastDue } = await admin.get<{ membersPastDue: number }>('/api/dashboard/summary')
      const late = await admin.get<{ pagination: { totalItems: number } }>('/api/assessment-bills?status=Overdue')
      const { data: counts } = await admin.get<{ data: Record<string, number> }>(`/api/bill-counts?assessmentProgramId=${programId}`)
      expect(
        Object.entries(counts)
          .flatMap(([status, count]) => Array.from({ length: count }, () => status))
          .sort(),
      ).toEqual(list.map(({ status }) => status).sort())
      expect(await admin.get('/api/bill-counts')).toEqual({ data: counts })
      const { data: ages } = await admin.get<{ data: { current: number; days1to30: number } }>('/api/reports/aging')
      return [
        ...list.map(({ status }) => status).sort(),
        data.status,
        totalOverdue,
        membersPastDue,
        late.pagination.totalItems,
        ages.current,
        ages.days1to30,
      ]
    }
    expect(await seen(last)).toEqual(['Partial', 'Unpaid', 'Partial', 0, 0, 0, 160, 0])
    expect(await seen(next)).toEqual(['Overdue', 'Overdue', 'Overdue', 160, 2, 2, 0, 160])
  })
})
