import { missing } from '../../modules/kernel/errors.ts'
import { ProfileId } from '../../modules/kernel/ids.ts'
import { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { IdParams, idOf, type Route, readers, route } from '../../modules/platform/http/route.ts'
import { mayIn } from '../../modules/platform/http/visitor.ts'
import type { PersonalData } from '../../modules/platform/personal-data/personal-data.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import { dataOf } from '../../modules/shared/api.ts'
import { profileById, profilesOf } from './queries.ts'

const THING = 'Payment profile'

export const paymentProfileQueryRoutes = (db: Queries, personal: PersonalData): Route[] => [
  route({
    method: 'get',
    path: '/api/payment-profiles',
    summary: 'The payment profiles of the current network, account numbers masked',
    access: readers('payment profile'),
    answer: dataOf(PaymentProfile.array()),
    handle: async ({ visitor }) => ({ data: visitor.network ? await profilesOf(db, personal, visitor.network) : [] }),
  }),
  route({
    method: 'get',
    path: '/api/payment-profiles/:id',
    about: 'profile',
    summary: 'A payment profile, account numbers masked',
    access: readers('payment profile'),
    params: IdParams,
    answer: PaymentProfile,
    handle: async ({ visitor, params, etag }) => {
      const found = await profileById(db, personal, idOf(ProfileId, params.id, THING))
      mayIn(visitor, found?.networkId, 'read', THING, 'view')
      if (!found) throw missing(THING)
      etag(found.revision)
      return found.profile
    },
  }),
]
