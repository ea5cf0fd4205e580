import type { ProfileId } from '../kernel/ids.ts'
import { commandHandler } from '../platform/handle.ts'
import { sealedField } from '../platform/personal-data/personal-data.ts'
import type { Platform } from '../platform/platform.ts'
import { profileDecider } from './decider.ts'
import type { ProfileEvent } from './events.ts'
import { profileHistoryRoutes } from './history.ts'
import { noticeOfProfiles } from './notice-of-profiles.ts'
import { paymentProfileRoutes } from './routes.ts'

/** Where a network's money goes. */
export const openPaymentProfiles = ({ store, personal, tell }: Platform) => {
  const { load } = commandHandler(store, profileDecider, sealedField<ProfileEvent>(personal, 'profileId', 'methods'))
  return {
    routes: [...paymentProfileRoutes(store, personal), ...profileHistoryRoutes(store, personal, tell)],
    noticeOf: noticeOfProfiles(personal),
    profileOf: async (id: ProfileId) => (await load(`profile-${id}`)).state,
  }
}
