import { missing } from '../../modules/kernel/errors.ts'
import { Payout, PayoutWithParts, Reconciliation, StripeEvent, StripeEventsQuery } from '../../modules/payments/contract.ts'
import { IdParams, type Route, readers, route } from '../../modules/platform/http/route.ts'
import { mayIn } from '../../modules/platform/http/visitor.ts'
import { dataOf, listOf, PageQuery } from '../../modules/shared/api.ts'
import { emptyPage } from '../lists/page.ts'
import { linesOfPayout, payoutById, payoutsOf, reconciliationsOf, showPayout, stripeEventsOf } from './queries.ts'

export const payoutQueryRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/payouts',
    summary: "What Stripe has sent to the current network's bank, the latest first",
    access: readers('payment'),
    query: PageQuery,
    answer: listOf(Payout),
    handle: async ({ visitor, query, db }) => (visitor.network ? payoutsOf(db, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/payouts/:id',
    about: null,
    summary: 'A payout with everything in it',
    access: readers('payment'),
    params: IdParams,
    answer: dataOf(PayoutWithParts),
    handle: async ({ visitor, params, db }) => {
      const payout = await payoutById(db, params.id)
      mayIn(visitor, payout?.networkId, 'read', 'Payout', 'view')
      if (!payout) throw missing('Payout')
      return { data: { ...showPayout(payout), payments: await linesOfPayout(db, payout.id) } }
    },
  }),
  route({
    method: 'get',
    path: '/api/reconciliations',
    summary: 'How the last comparison of each Stripe account of the current network with the recorded payments went',
    access: readers('payment'),
    answer: dataOf(Reconciliation.array()),
    handle: async ({ visitor, db }) => ({ data: visitor.network ? await reconciliationsOf(db)(visitor.network) : [] }),
  }),
  route({
    method: 'get',
    path: '/api/stripe/events',
    summary: "What Stripe has told of the current network's accounts, the latest first",
    access: readers('payment'),
    query: StripeEventsQuery,
    answer: listOf(StripeEvent),
    handle: async ({ visitor, query, db }) => (visitor.network ? stripeEventsOf(db, visitor.network, query) : emptyPage(query)),
  }),
]
