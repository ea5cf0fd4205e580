import { queryOptions } from '@tanstack/react-query'
import type { Bill, WaitingClaim } from '../../modules/bills/contract.ts'
import type { DataOf, ListOf } from '../../modules/kernel/api.ts'
import type { DeliveryStatus } from '../../modules/messages/contract.ts'
import type { AgingReport, DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import { get } from './api/client.ts'

const mailsOf = async (status: DeliveryStatus): Promise<number> =>
  (await get<ListOf<{ id: string }>>('/messages', { query: { status, pageSize: 1 } })).pagination.totalItems

export const dashboardQueries = {
  summary: queryOptions({ queryKey: ['dashboard', 'summary'], queryFn: () => get<DashboardSummary>('/dashboard/summary') }),
  recent: queryOptions({
    queryKey: ['dashboard', 'recent-payments'],
    queryFn: async () => (await get<DataOf<Payment[]>>('/dashboard/recent-payments')).data,
  }),
  report: queryOptions({ queryKey: ['dashboard', 'report'], queryFn: () => get<PaymentsReport>('/reports/payments') }),
  aging: queryOptions({ queryKey: ['dashboard', 'aging'], queryFn: async () => (await get<DataOf<AgingReport>>('/reports/aging')).data }),
  /** Payments that payors say they sent. */
  claims: queryOptions({
    queryKey: ['claims', 'count'],
    queryFn: async () => (await get<ListOf<WaitingClaim>>('/claims', { query: { pageSize: 1 } })).pagination.totalItems,
  }),
  /** Mails that came back or could not be handed over. */
  mails: queryOptions({
    queryKey: ['dashboard', 'mails'],
    queryFn: async () => (await Promise.all([mailsOf('Bounced'), mailsOf('Failed')])).reduce((a, b) => a + b),
  }),
  myPayments: (page: number) =>
    queryOptions({ queryKey: ['my-payments', page], queryFn: () => get<ListOf<Payment>>('/my/payments', { query: { page } }) }),
  mine: (page: number) =>
    queryOptions({ queryKey: ['my-bills', page], queryFn: () => get<ListOf<Bill>>('/my/listAssessmentBills', { query: { page } }) }),
}
