import type { ProfileId } from '../kernel/ids.ts'
import { commandHandler } from '../platform/handle.ts'
import type { Platform } from '../platform/platform.ts'
import { profileCodec } from './codec.ts'
import type { ConnectedAccounts } from './contract.ts'
import { profileDecider } from './decider.ts'
import { profileHistory, profileHistoryRoutes } from './history.ts'
import { noticeOfProfiles } from './notice-of-profiles.ts'
import { onboarding } from './onboarding.ts'
import { paymentProfileRoutes, showProfile } from './routes.ts'

export type PaymentProfilesNeeds = Platform &
  Readonly<{
    accounts: ConnectedAccounts | null
    profileOfAccount: (accountId: string) => Promise<ProfileId | null>
  }>

export const openPaymentProfiles = (needs: PaymentProfilesNeeds) => {
  const { store, personal, historian, now, profileOfAccount } = needs
  const { load } = commandHandler(store, profileDecider, profileCodec(personal))
  const accounts = onboarding({ ...needs, show: showProfile })
  return {
    routes: [...paymentProfileRoutes(store, personal), ...accounts.routes, ...profileHistoryRoutes(store, personal, historian)],
    histories: { profile: profileHistory(personal, historian) },
    noticeOf: noticeOfProfiles(personal),
    /** Reads a connected account's state at Stripe. An account that belongs to no profile is ignored. */
    refreshAccount: async (accountId: string) => {
      const profileId = await profileOfAccount(accountId)
      if (profileId) await accounts.refresh(profileId, accountId, { actor: 'system:stripe', at: now() })
    },
    profileOf: async (id: ProfileId) => (await load(`profile-${id}`)).state,
  }
}
