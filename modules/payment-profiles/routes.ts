import { forbidden, missing } from '../kernel/errors.ts'
import { ProfileId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { admins, IdParams, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { profileCodec } from './codec.ts'
import { masked, PaymentProfile, PaymentProfileInput, Revealed, stripeOf } from './contract.ts'
import { profileDecider } from './decider.ts'
import type { ProfileState } from './events.ts'

const THING = 'Payment profile'

/** A profile as an Admin sees it. @throws DomainError 404 */
export const showProfile = (id: ProfileId, state: ProfileState): PaymentProfile => {
  if (!state) throw missing(THING)
  const stripe = state.stripe ?? { accountId: null, chargesEnabled: false, wanted: [] }
  return { id, name: state.name, methods: masked(state.methods), ...stripeOf(stripe) }
}

export const paymentProfileRoutes = (store: EventStore, personal: PersonalData): Route[] => {
  const { handle } = commandHandler(store, profileDecider, profileCodec(personal))
  const streamOf = (id: ProfileId) => `profile-${id}` as const

  return [
    route({
      method: 'post',
      path: '/api/payment-profiles',
      summary: 'Create a payment profile',
      access: admins('create', 'payment profile'),
      noted: 'payee',
      fresh: true,
      body: PaymentProfileInput,
      answer: PaymentProfile,
      status: 201,
      creates: true,
      refusals: ['not-found'],
      handle: async ({ visitor, body, circumstances, settled, etag }) => {
        if (!visitor.network) throw forbidden('create', 'payment profile')
        const networkId = mayIn(visitor, visitor.network, 'write', THING, 'create')
        const profileId = uuidV5(`profile/${circumstances.cause}`) as ProfileId
        const command = { type: 'CreateProfile', profileId, networkId, ...body } as const
        const { state, shown, revision } = await handle(streamOf(profileId), command, circumstances)
        await settled(shown)
        etag(revision)
        return showProfile(profileId, state)
      },
    }),
    route({
      method: 'put',
      path: '/api/payment-profiles/:id',
      about: 'profile',
      summary: 'Change a payment profile',
      access: admins('update', 'payment profile'),
      noted: 'payee',
      fresh: true,
      params: IdParams,
      body: PaymentProfileInput,
      answer: PaymentProfile,
      refusals: ['stale'],
      handle: async ({ visitor, params, body, circumstances, ifMatch, settled, etag }) => {
        const profileId = idOf(ProfileId, params.id, THING)
        const { state, shown, revision } = await handle(
          streamOf(profileId),
          (profile) => {
            mayIn(visitor, profile?.networkId, 'write', THING, 'update')
            return { type: 'ChangeProfile', profileId, ...body }
          },
          { ...circumstances, expected: ifMatch },
        )
        await settled(shown)
        etag(revision)
        return showProfile(profileId, state)
      },
    }),
    route({
      method: 'post',
      path: '/api/payment-profiles/:id/reveal',
      about: 'profile',
      summary: 'The account numbers of a payment profile in full; its history tells who looked',
      access: admins('view', 'payment profile'),
      noted: 'reveal',
      fresh: true,
      params: IdParams,
      answer: Revealed,
      handle: async ({ visitor, params, circumstances, settled }) => {
        const profileId = idOf(ProfileId, params.id, THING)
        const { state, shown } = await handle(
          streamOf(profileId),
          (profile) => {
            mayIn(visitor, profile?.networkId, 'write', THING, 'view')
            return { type: 'RevealProfile', profileId }
          },
          circumstances,
        )
        if (!state) throw missing(THING)
        await settled(shown)
        return { methods: state.methods }
      },
    }),
  ]
}
