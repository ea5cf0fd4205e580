import type { DomainEvent, Repeatable } from '../kernel/decider.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import type { Methods } from './contract.ts'

/** `methods` is sealed in the log under a key of the profile: it holds bank account numbers. */
export type ProfileContent = Readonly<{ name: string; methods: Methods }>

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type ProfileEvent =
  | DomainEvent<'PaymentProfileCreated', { profileId: ProfileId; networkId: NetworkId } & ProfileContent>
  | DomainEvent<'PaymentProfileChanged', { profileId: ProfileId } & ProfileContent>
  /** Somebody looked at the account numbers in full. */
  | DomainEvent<'PaymentProfileRevealed', { profileId: ProfileId }>
  /** The network's own account at Stripe, connected to this installation, and used until its owner ends our access (R141). */
  | DomainEvent<'StripeAccountConnected', { profileId: ProfileId; accountId: string }>
  /** What the account may take, and what Stripe still wants to know, in Stripe's words. */
  | DomainEvent<'StripeAccountChanged', { profileId: ProfileId; chargesEnabled: boolean; debitsEnabled: boolean; wanted: readonly string[] }>

/** Events about the account at Stripe follow from what Stripe says. */
export const REPEATABLE: Repeatable<ProfileEvent> = {
  PaymentProfileCreated: false,
  PaymentProfileChanged: true,
  PaymentProfileRevealed: true,
  StripeAccountConnected: false,
  StripeAccountChanged: false,
}
