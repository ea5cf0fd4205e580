import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf, listOf } from '../../modules/kernel/api.ts'
import type { DeliveryStatus } from '../../modules/messages/contract.ts'
import { AgingReport, DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import { get } from '../api/client.ts'

const mailsOf = async (status: DeliveryStatus): Promise<number> =>
  (await get('/messages', listOf(z.object({ id: z.string() })), { query: { status, pageSize: 1 } })).pagination.totalItems

export const dashboardQueries = {
  summary: queryOptions({ queryKey: ['dashboard', 'summary'], queryFn: () => get('/dashboard/summary', DashboardSummary) }),
  recent: queryOptions({
    queryKey: ['dashboard', 'recent-payments'],
    queryFn: async () => (await get('/dashboard/recent-payments', dataOf(z.array(Payment)))).data,
  }),
  report: queryOptions({ queryKey: ['dashboard', 'report'], queryFn: () => get('/reports/payments', PaymentsReport) }),
  aging: queryOptions({ queryKey: ['dashboard', 'aging'], queryFn: async () => (await get('/reports/aging', dataOf(AgingReport))).data }),
  /** Mails that came back or could not be handed over. */
  mails: queryOptions({
    queryKey: ['dashboard', 'mails'],
    queryFn: async () => (await Promise.all([mailsOf('Bounced'), mailsOf('Failed')])).reduce((a, b) => a + b),
  }),
  mine: (page: number) =>
    queryOptions({ queryKey: ['my-bills', page], queryFn: () => get('/my/listAssessmentBills', listOf(Bill), { query: { page } }) }),
}
