import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { Bill } from '../../modules/bills/contract.ts'
import { dataOf, listOf } from '../../modules/kernel/api.ts'
import { AgingReport, DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import { get } from '../api/client.ts'

/** `asOf` shows the moment given, the present without. */
const at = (asOf: string | null) => ({ query: { asOf } })

const countOf = async (status: string): Promise<number> =>
  (await get('/assessment-bills', listOf(z.object({ id: z.string() })), { query: { status, pageSize: 1 } })).pagination.totalItems

const summary = (asOf: string | null) =>
  queryOptions({ queryKey: ['dashboard', 'summary', asOf], queryFn: () => get('/dashboard/summary', DashboardSummary, at(asOf)) })
const recent = (asOf: string | null) =>
  queryOptions({
    queryKey: ['dashboard', 'recent-payments', asOf],
    queryFn: async () => (await get('/dashboard/recent-payments', dataOf(z.array(Payment)), at(asOf))).data,
  })
const report = (asOf: string | null) =>
  queryOptions({ queryKey: ['dashboard', 'report', asOf], queryFn: () => get('/reports/payments', PaymentsReport, at(asOf)) })
const aging = (asOf: string | null) =>
  queryOptions({ queryKey: ['dashboard', 'aging', asOf], queryFn: async () => (await get('/reports/aging', dataOf(AgingReport), at(asOf))).data })

export const dashboardQueries = {
  summaryAt: summary,
  recentAt: recent,
  reportAt: report,
  agingAt: aging,
  summary: summary(null),
  /** Payments that payors say they sent, and bank debits that came back. */
  toConfirm: queryOptions({ queryKey: ['dashboard', 'to-confirm'], queryFn: () => countOf('PendingConfirmation') }),
  failed: queryOptions({ queryKey: ['dashboard', 'failed'], queryFn: () => countOf('Failed') }),
  mine: (page: number) =>
    queryOptions({ queryKey: ['my-bills', page], queryFn: () => get('/my/listAssessmentBills', listOf(Bill), { query: { page } }) }),
}
