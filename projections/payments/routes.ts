import { Credit } from '../../modules/bills/contract.ts'
import { listOf, PageQuery } from '../../modules/kernel/api.ts'
import { Payment, PaymentsQuery } from '../../modules/payments/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { type Route, readers, route, signedInTo } from '../../modules/platform/route.ts'
import { signedIn } from '../../modules/platform/visitor.ts'
import { emptyPage } from '../page.ts'
import { creditsOf, paymentsOf, paymentsOfPayor } from './queries.ts'

export const paymentQueryRoutes = (db: Queries): Route[] => [
  route({
    method: 'get',
    path: '/api/payments',
    summary: 'The payments of the current network',
    access: readers('payments'),
    query: PaymentsQuery,
    answer: listOf(Payment),
    handle: async ({ visitor, query }) => (visitor.network ? paymentsOf(db, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/credits',
    summary: 'Payments with unapplied credit, oldest first',
    access: readers('payments'),
    query: PageQuery,
    answer: listOf(Credit),
    handle: async ({ visitor, query }) => (visitor.network ? creditsOf(db, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/my/payments',
    summary: "The signed-in payor's own payments, over all networks",
    access: signedInTo('view', 'payments'),
    query: PageQuery,
    answer: listOf(Payment),
    handle: async ({ visitor, query }) => {
      const { email, emailConfirmed } = signedIn(visitor)
      return emailConfirmed ? paymentsOfPayor(db, email, query) : emptyPage(query)
    },
  }),
]
