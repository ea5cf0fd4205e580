import { missing } from '../kernel/errors.ts'
import { ProfileId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Historian, ThingHistory } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { History } from '../shared/history.ts'
import { profileCodec } from './codec.ts'
import { masked } from './contract.ts'
import { profileDecider } from './decider.ts'
import { type ProfileState, profileSentence } from './events.ts'

const THING = 'Payment profile'

/** The state that a history shows, with masked account numbers. */
const shown = (profile: ProfileState) =>
  profile && { name: profile.name, methods: profile.methods && masked(profile.methods), ...(profile.stripe && { stripe: profile.stripe }) }

const codecOf = (personal: PersonalData) => profileCodec(personal)

export const profileHistory =
  (personal: PersonalData, historian: Historian): ThingHistory =>
  (stream) =>
    historian([stream], profileDecider, { summary: profileSentence, shown }, codecOf(personal))

export const profileHistoryRoutes = (store: EventStore, personal: PersonalData, historian: Historian): Route[] => {
  const { load } = commandHandler(store, profileDecider, codecOf(personal))
  return [
    route({
      method: 'get',
      path: '/api/payment-profiles/:id/history',
      about: 'profile',
      summary: 'Everything that happened to a payment profile, oldest first',
      access: readers('payment profile'),
      params: IdParams,
      answer: History,
      refusals: ['unfolded'],
      handle: async ({ visitor, params }) => {
        const stream = `profile-${idOf(ProfileId, params.id, THING)}` as const
        const { state } = await load(stream)
        const networkId = mayIn(visitor, state?.networkId, 'read', THING, 'view')
        if (!state) throw missing(THING)
        return { data: await profileHistory(personal, historian)(stream, networkId) }
      },
    }),
  ]
}
