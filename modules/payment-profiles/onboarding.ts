import { missing, nullWithoutAccess, refused } from '../kernel/errors.ts'
import { ProfileId } from '../kernel/ids.ts'
import { isAccessEnded } from '../kernel/platform-access.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { admins, type Call, IdParams, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn, signedIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { profileCodec } from './codec.ts'
import { type ConnectedAccounts, Onboard, OnboardingLink, PaymentProfile } from './contract.ts'
import { profileDecider } from './decider.ts'
import type { ProfileState } from './events.ts'

const THING = 'Payment profile'

type Dependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  /** Null if Stripe is not set up. */
  accounts: ConnectedAccounts | null
  baseUrl: () => string
  show: (id: ProfileId, state: ProfileState) => PaymentProfile
}>

/**
 * A network's own accounts at Stripe: one per profile, created on first request, and read again whenever it may have
 * changed.
 */
export const onboarding = ({ store, personal, accounts, baseUrl, show }: Dependencies) => {
  const { load, handle } = commandHandler(store, profileDecider, profileCodec(personal))
  const streamOf = (id: ProfileId) => `profile-${id}` as const
  const port = (): ConnectedAccounts => {
    if (!accounts) throw refused('not-set-up', 'Card payments are not set up here.')
    return accounts
  }

  const owned = async ({ visitor }: Call<unknown, unknown, unknown>, id: string) => {
    const profileId = idOf(ProfileId, id, THING)
    const { state } = await load(streamOf(profileId))
    mayIn(visitor, state?.networkId, 'write', THING, 'update')
    if (!state) throw missing(THING)
    return { profileId, profile: state }
  }

  const refresh = async (profileId: ProfileId, accountId: string, circumstances: Circumstances) => {
    const standing = await port().look(accountId)
    const { state } = await load(streamOf(profileId))
    const { protocol, hostname } = new URL(baseUrl())
    // Wallets need https, and payments work without them; the doctor reports missing ones.
    if (standing.chargesEnabled && !state?.stripe?.chargesEnabled && protocol === 'https:')
      await port()
        .allowWallets(accountId, hostname)
        .catch(() => {})
    return handle(streamOf(profileId), { type: 'NoteAccount', profileId, accountId, ...standing }, circumstances)
  }

  type Connecting = Readonly<{ profileId: ProfileId; profile: NonNullable<ProfileState> }>

  /** Creates a profile's account, replacing one whose owner has ended our access; returns its id. */
  const connect = async ({ visitor, circumstances, settled }: Call<unknown, unknown, unknown>, { profileId, profile }: Connecting) => {
    const { name, stripe } = profile
    const account = await port().open({ profileId, name, email: signedIn(visitor).email, instead: stripe?.accountId ?? null })
    const connected = await handle(streamOf(profileId), { type: 'ConnectAccount', profileId, accountId: account.accountId }, circumstances)
    const noted = await handle(streamOf(profileId), { type: 'NoteAccount', profileId, ...account }, circumstances)
    await settled([...connected.shown, ...noted.shown])
    return connected.state?.stripe?.accountId ?? account.accountId
  }

  /**
   * @throws DomainError 409 `access-ended` the first time Stripe refuses access; the next call connects another account
   */
  const linkTo = async (accountId: string, profileId: ProfileId, { circumstances, settled }: Call<unknown, unknown, unknown>): Promise<string> => {
    const url = await nullWithoutAccess(port().link(accountId, profileId, baseUrl()))
    if (url !== null) return url
    const { shown } = await refresh(profileId, accountId, circumstances)
    await settled(shown)
    throw refused('access-ended', 'Our access to this account was ended at Stripe. Connect with Stripe again to take cards and bank debits.')
  }

  const routes: Route[] = [
    route({
      method: 'post',
      path: '/api/stripe/onboard-admin',
      about: 'profile',
      aboutIn: 'paymentProfileId',
      summary:
        "A link to Stripe's questions about a profile's account, good once; the account is made at the first call, and anew once its owner has ended our access",
      access: admins('update', 'payment profile'),
      noted: 'payee',
      fresh: true,
      body: Onboard,
      answer: OnboardingLink,
      refusals: ['not-found', 'not-set-up', 'access-ended'],
      handle: async (call) => {
        const { profileId, profile } = await owned(call, call.body.paymentProfileId)
        const known = profile.stripe && !isAccessEnded(profile.stripe.wanted) ? profile.stripe.accountId : null
        return { url: await linkTo(known ?? (await connect(call, { profileId, profile })), profileId, call) }
      },
    }),
    route({
      method: 'post',
      path: '/api/payment-profiles/:id/refresh',
      about: 'profile',
      summary: "Asks Stripe how a profile's account stands",
      access: admins('update', 'payment profile'),
      params: IdParams,
      answer: PaymentProfile,
      refusals: ['not-set-up'],
      handle: async (call) => {
        const { profileId, profile } = await owned(call, call.params.id)
        if (!profile.stripe) return show(profileId, profile)
        const { state, shown } = await refresh(profileId, profile.stripe.accountId, call.circumstances)
        await call.settled(shown)
        return show(profileId, state)
      },
    }),
  ]
  return { routes, refresh }
}
