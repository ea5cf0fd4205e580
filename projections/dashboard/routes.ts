import { z } from 'zod'
import { ProgramId } from '../../modules/kernel/ids.ts'
import { AgingReport, DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import { dataOf } from '../../modules/shared/api.ts'
import { recentPayments } from '../payments/queries.ts'
import { aging, dashboardSummary, noAging, noSummary, paymentsByMonth } from './queries.ts'

export const dashboardRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/dashboard/summary',
    summary: "The current network's figures",
    asOf: true,
    access: readers('dashboard'),
    answer: DashboardSummary,
    handle: async ({ visitor, now, db }) => (visitor.network ? dashboardSummary(db, visitor.network, now) : noSummary),
  }),
  route({
    method: 'get',
    path: '/api/dashboard/recent-payments',
    summary: 'The latest ten payments',
    asOf: true,
    access: readers('dashboard'),
    answer: dataOf(Payment.array()),
    handle: async ({ visitor, db }) => ({ data: visitor.network ? await recentPayments(db, visitor.network) : [] }),
  }),
  route({
    method: 'get',
    path: '/api/reports/payments',
    summary: 'Twelve months of payments',
    asOf: true,
    access: readers('report'),
    answer: PaymentsReport,
    handle: async ({ visitor, now, db }) => paymentsByMonth(db, visitor.network, now),
  }),
  route({
    method: 'get',
    path: '/api/reports/aging',
    summary: 'Open money by days past due',
    asOf: true,
    access: readers('report'),
    query: z.object({ assessmentProgramId: z.string().optional() }),
    answer: dataOf(AgingReport),
    handle: async ({ visitor, query, now, db }) => {
      const program = query.assessmentProgramId === undefined ? null : ProgramId.safeParse(query.assessmentProgramId)
      if (!visitor.network || program?.success === false) return { data: noAging }
      return { data: await aging(db, visitor.network, program?.data ?? null, now) }
    },
  }),
]
