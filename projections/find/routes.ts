import { FindQuery, Found } from '../../modules/networks/contract.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import { dataOf } from '../../modules/shared/api.ts'
import { findIn } from './queries.ts'

export const findRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/find',
    summary: 'Payors, bills, programs and payments of the current network that a text may mean, best first, at most twenty',
    access: readers('network'),
    query: FindQuery,
    answer: dataOf(Found.array()),
    handle: async ({ visitor, query, db }) => ({ data: visitor.network ? await findIn(db, visitor.network, query.q) : [] }),
  }),
]
