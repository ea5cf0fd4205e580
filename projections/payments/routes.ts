import { Credit } from '../../modules/bills/contract.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { BillId, PaymentId } from '../../modules/kernel/ids.ts'
import { CreditsQuery, Payment, PaymentsQuery, SettledPayment } from '../../modules/payments/contract.ts'
import { IdParams, idOf, type Route, readers, route, signedInTo } from '../../modules/platform/http/route.ts'
import { mayIn, signedIn } from '../../modules/platform/http/visitor.ts'
import { RemittanceAnswer, Remittances, RemittancesQuery } from '../../modules/remittances/contract.ts'
import { dataOf, listOf, PageQuery } from '../../modules/shared/api.ts'
import type { FindBill } from '../bills/queries.ts'
import { emptyPage } from '../lists/page.ts'
import { paymentsOf } from './list.ts'
import { creditsOf, paymentsOfBill, paymentsOfPayor } from './queries.ts'
import { remittanceById, remittancesOf } from './remittances.ts'

export const paymentQueryRoutes = (findBill: FindBill, findRemittance: ReturnType<typeof remittanceById>): Route[] => [
  route({
    method: 'get',
    path: '/api/payments',
    summary: 'The payments of the current network',
    asOf: true,
    access: readers('payment'),
    query: PaymentsQuery,
    answer: listOf(Payment),
    handle: async ({ visitor, query, now, db }) => (visitor.network ? paymentsOf(db, visitor.network, query, now) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/assessment-bills/:id/payments',
    about: 'bill',
    summary: 'The payments that came in for a bill, newest first',
    asOf: true,
    access: readers('assessment bill'),
    params: IdParams,
    answer: dataOf(SettledPayment.array()),
    handle: async ({ visitor, params, db, asOf }) => {
      const bill = await findBill(idOf(BillId, params.id, 'Assessment bill'))
      const networkId = mayIn(visitor, bill?.networkId, 'read', 'Assessment bill', 'view')
      if (!bill) throw missing('Assessment bill')
      return { data: await paymentsOfBill(asOf ? db.asOf(asOf, networkId) : db, networkId, bill.id) }
    },
  }),
  route({
    method: 'get',
    path: '/api/remittances',
    summary: 'Money that came in for the current network, each with the bills it paid, newest first',
    asOf: true,
    access: readers('remittance'),
    query: RemittancesQuery,
    answer: Remittances,
    handle: async ({ visitor, query, db }) => (visitor.network ? remittancesOf(db, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/remittances/:id',
    about: 'remittance',
    summary: 'Money that came in, with the bills that it paid',
    asOf: true,
    access: readers('remittance'),
    params: IdParams,
    answer: RemittanceAnswer,
    handle: async ({ visitor, params, db, asOf }) => {
      const id = idOf(PaymentId, params.id, 'Remittance')
      const now = await findRemittance(id)
      const networkId = mayIn(visitor, now?.networkId, 'read', 'Remittance', 'view')
      const remittance = asOf ? await remittanceById(db.asOf(asOf, networkId))(id) : now
      if (!remittance) throw missing('Remittance')
      return { data: remittance.shown }
    },
  }),
  route({
    method: 'get',
    path: '/api/credits',
    summary: 'Payments with unapplied credit, oldest first',
    asOf: true,
    access: readers('payment'),
    query: CreditsQuery,
    answer: listOf(Credit),
    handle: async ({ visitor, query, db }) => (visitor.network ? creditsOf(db, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/my/payments',
    summary: "The signed-in payor's own payments, over all networks",
    access: signedInTo('view', 'payment'),
    query: PageQuery,
    answer: listOf(Payment),
    handle: async ({ visitor, query, db }) => {
      const { email, emailConfirmed } = signedIn(visitor)
      return emailConfirmed ? paymentsOfPayor(db, email, query) : emptyPage(query)
    },
  }),
]
