import { z } from 'zod'
import { type EventOf, eventsOf, foldOf, sealed, sentenceOf, text } from '../kernel/events.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import type { ConnectedAccount, Methods } from './contract.ts'
import { methodsFrom } from './methods.ts'

const onProfile = { profileId: text<ProfileId>() }
/** `methods` holds bank account numbers: sealed under the profile's key. */
const content = { name: z.string(), methods: sealed(z.custom<Methods>((value) => typeof value === 'object')) }

export type ProfileContent = Readonly<{ name: string; methods: Methods }>
export type ProfileState = (Readonly<{ networkId: NetworkId; stripe: ConnectedAccount | null }> & ProfileContent) | null

/** A profile whose key is deleted has no methods. */
const opened = ({ name, methods }: ProfileContent): ProfileContent => ({ name, methods: methods && methodsFrom(methods) })

const event = eventsOf<ProfileState>()

/** The events of a payment profile. They are kept forever: add optional fields only, or a new event. */
export const profileEvents = {
  PaymentProfileCreated: event(z.object({ ...onProfile, networkId: text<NetworkId>(), ...content }), {
    icon: 'plus',
    says: 'Profile created',
    evolve: (_, data) => ({ networkId: data.networkId, ...opened(data), stripe: null }),
    webhook: null,
  }),
  PaymentProfileChanged: event(z.object({ ...onProfile, ...content }), {
    icon: 'pencil',
    repeatable: true,
    says: 'Profile changed',
    evolve: (profile, data) => profile && { ...profile, ...opened(data) },
    webhook: null,
  }),
  /** The account numbers were displayed in full. */
  PaymentProfileRevealed: event(z.object(onProfile), { icon: 'eye', repeatable: true, says: 'Account numbers shown in full', webhook: null }),
  /**
   * The network's own Stripe account, connected to this installation, and used until its owner ends our access (R77).
   */
  StripeAccountConnected: event(z.object({ ...onProfile, accountId: z.string() }), {
    icon: 'card',
    says: 'Stripe account connected',
    evolve: (profile, { accountId }) => profile && { ...profile, stripe: { accountId, chargesEnabled: false, debitsEnabled: false, wanted: [] } },
    webhook: null,
  }),
  /** The account's abilities, and Stripe's open requirements, in Stripe's words. */
  StripeAccountChanged: event(
    z.object({ ...onProfile, chargesEnabled: z.boolean(), debitsEnabled: z.boolean(), wanted: z.array(z.string()).readonly() }),
    {
      icon: 'card',
      says: 'What the Stripe account may take has changed',
      evolve: (profile, { profileId: _, ...standing }) => (profile?.stripe ? { ...profile, stripe: { ...profile.stripe, ...standing } } : profile),
      webhook: null,
    },
  ),
}

export type ProfileEvent = EventOf<typeof profileEvents>
export const profileFold = foldOf<ProfileState, typeof profileEvents>(profileEvents)
export const profileSentence = sentenceOf(profileEvents)
