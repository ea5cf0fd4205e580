import { queryOptions } from '@tanstack/react-query'
import type { MyBill, WaitingClaim } from '../../modules/bills/contract.ts'
import type { DeliveryStatus } from '../../modules/messages/contract.ts'
import type { AgingReport, DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { get } from './api/client.ts'
import { answerOf, dataOf } from './queries.ts'

const mailsOf = async (status: DeliveryStatus): Promise<number> =>
  (await get<ListOf<{ id: string }>>('/messages', { query: { status, pageSize: 1 } })).pagination.totalItems

export const dashboardQueries = {
  summary: answerOf<DashboardSummary>(['dashboard', 'summary'], '/dashboard/summary'),
  recent: dataOf<Payment[]>(['dashboard', 'recent-payments'], '/dashboard/recent-payments'),
  report: answerOf<PaymentsReport>(['dashboard', 'report'], '/reports/payments'),
  aging: dataOf<AgingReport>(['dashboard', 'aging'], '/reports/aging'),
  claims: queryOptions({
    queryKey: ['claims', 'count'],
    queryFn: async () => (await get<ListOf<WaitingClaim>>('/claims', { query: { pageSize: 1 } })).pagination.totalItems,
  }),
  /** Mails that bounced or could not be sent. */
  mails: queryOptions({
    queryKey: ['dashboard', 'mails'],
    queryFn: async () => (await Promise.all([mailsOf('Bounced'), mailsOf('Failed')])).reduce((a, b) => a + b),
  }),
  myPayments: (page: number) => answerOf<ListOf<Payment>>(['my-payments', page], '/my/payments', { query: { page } }),
  mine: (page: number) => answerOf<ListOf<MyBill>>(['my-bills', page], '/my/listAssessmentBills', { query: { page } }),
}
