import { DepositAnswer, Deposits, DepositsQuery } from '../../modules/deposits/contract.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { DepositId } from '../../modules/kernel/ids.ts'
import type { ActorsOf } from '../../modules/platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/http/route.ts'
import { mayIn } from '../../modules/platform/http/visitor.ts'
import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import { emptyPage } from '../lists/page.ts'
import { depositById, depositsOf } from './queries.ts'

const THING = 'Deposit'

export const depositQueryRoutes = (findDeposit: ReturnType<ReturnType<typeof depositById>>, personal: PersonalData, actorsOf: ActorsOf): Route[] => [
  route({
    method: 'get',
    path: '/api/deposits',
    summary: 'The deposits of the current network, the latest day first',
    asOf: true,
    access: readers('deposit'),
    query: DepositsQuery,
    answer: Deposits,
    handle: async ({ visitor, query, db }) => (visitor.network ? depositsOf(db, personal, actorsOf, visitor.network, query) : emptyPage(query)),
  }),
  route({
    method: 'get',
    path: '/api/deposits/:id',
    about: 'deposit',
    summary: 'A deposit with its remittances, the newest first',
    asOf: true,
    access: readers('deposit'),
    params: IdParams,
    answer: DepositAnswer,
    handle: async ({ visitor, params, db, asOf, etag }) => {
      const id = idOf(DepositId, params.id, THING)
      const now = await findDeposit(id)
      const networkId = mayIn(visitor, now?.networkId, 'read', THING, 'view')
      const deposit = asOf ? await depositById(db.asOf(asOf, networkId), personal)(actorsOf)(id) : now
      if (!deposit) throw missing(THING)
      etag(deposit.revision)
      return { data: deposit.shown }
    },
  }),
]
