import { dataOf } from '../../modules/kernel/api.ts'
import { missing } from '../../modules/kernel/errors.ts'
import { Network } from '../../modules/networks/contract.ts'
import type { Queries } from '../../modules/platform/database.ts'
import { IdParams, type Route, route, signedInTo } from '../../modules/platform/route.ts'
import { signedIn } from '../../modules/platform/visitor.ts'
import { networksOf } from './queries.ts'

export const networkQueryRoutes = (db: Queries): Route[] => [
  route({
    method: 'get',
    path: '/api/networks',
    summary: "One's own networks",
    access: signedInTo('view', 'networks'),
    answer: dataOf(Network.array()),
    handle: async ({ visitor }) => ({ data: (await networksOf(db, signedIn(visitor).id)).map(({ revision: _, ...network }) => network) }),
  }),
  route({
    method: 'get',
    path: '/api/networks/:id',
    summary: 'A network',
    access: signedInTo('view', 'network'),
    params: IdParams,
    answer: Network,
    handle: async ({ visitor, params, etag }) => {
      const found = (await networksOf(db, signedIn(visitor).id)).find(({ id }) => id === params.id)
      if (!found) throw missing('Network')
      const { revision, ...network } = found
      etag(revision)
      return network
    },
  }),
]
