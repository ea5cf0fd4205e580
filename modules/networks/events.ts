import type { Role } from '../identity/contract.ts'
import type { Instant } from '../kernel/dates.ts'
import type { DomainEvent, Repeatable } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { HappeningType, OffBecause } from '../webhooks/contract.ts'
import type { KeyScope } from './contract.ts'

/** The stream of a network's events. */
export const networkStream = (id: NetworkId) => `network-${id}` as const

export type NetworkSettings = Readonly<{
  name: string
  slug: string
  description: string | null
  timeZone: string
  embedOrigins: readonly string[]
  reminderDays: readonly number[]
  senderName: string | null
  /** Which payors are written to in. */
  language: Language
  /** Note when a mail is opened and its link followed. */
  trackMail: boolean
  /** Admins need a second factor. */
  secondFactor: boolean
  /** Mail the daily seal of its record to its Admins. */
  mailSeals: boolean
  /** Whom payors may ask. */
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
  postalAddress: string | null
}>

export type ContactField = 'contactName' | 'contactEmail' | 'contactPhone' | 'postalAddress'

/** Settings that came later: an event from before has none of them. */
type Later = 'language' | 'trackMail' | 'secondFactor' | 'mailSeals' | ContactField

/** Who was invited: sealed in the log under a key of the invitation; null once that is forgotten. */
export type Invitee = Readonly<{ email: string }> | null

/** What a webhook is called, where it is, and what it is told of. */
export type WebhookTerms = Readonly<{ name: string; url: string; happenings: readonly HappeningType[] }>
/** Of which version of the installation's key a webhook's secret is; absent: of the first. */
type SecretOrigin = Readonly<{ keyVersion?: number }>

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type NetworkEvent =
  | DomainEvent<
      'NetworkCreated',
      {
        networkId: NetworkId
        name: string
        slug: string
        description: string | null
        timeZone: string
        reminderDays: readonly number[]
        createdBy: UserId
      }
    >
  | DomainEvent<'NetworkSettingsChanged', { networkId: NetworkId } & Omit<NetworkSettings, Later> & Partial<Pick<NetworkSettings, Later>>>
  /** Names what has changed alone, so that a network may change one setting often without its stream growing by all of them. */
  | DomainEvent<'NetworkSettingsEdited', { networkId: NetworkId } & Partial<NetworkSettings>>
  | DomainEvent<'NetworkRoleGranted', { networkId: NetworkId; userId: UserId; role: Role }>
  | DomainEvent<'TemporaryRoleGranted', { networkId: NetworkId; userId: UserId; role: Role; expiresAt: Instant }>
  | DomainEvent<'NetworkRoleRevoked', { networkId: NetworkId; userId: UserId }>
  /** An Admin has removed the second factors of an account that has a role here. */
  | DomainEvent<'SecondFactorsReset', { networkId: NetworkId; userId: UserId }>
  | DomainEvent<
      'PersonInvited',
      { networkId: NetworkId; invitationId: string; invitee: Invitee; role: Role; expiresAt: Instant | null; acceptUntil: Instant }
    >
  | DomainEvent<'InvitationAccepted', { networkId: NetworkId; invitationId: string; userId: UserId }>
  | DomainEvent<'InvitationDeclined', { networkId: NetworkId; invitationId: string; userId: UserId }>
  | DomainEvent<'InvitationRevoked', { networkId: NetworkId; invitationId: string }>
  | DomainEvent<'ApiKeyMade', { networkId: NetworkId; keyId: string; name: string; scope: KeyScope; endsAt: Instant | null }>
  /** It has a new secret; the one before is good until then. */
  | DomainEvent<'ApiKeyReplaced', { networkId: NetworkId; keyId: string; earlierUntil: Instant }>
  | DomainEvent<'ApiKeyEnded', { networkId: NetworkId; keyId: string }>
  | DomainEvent<'WebhookMade', { networkId: NetworkId; webhookId: string } & WebhookTerms & SecretOrigin>
  | DomainEvent<'WebhookChanged', { networkId: NetworkId; webhookId: string; isOn: boolean } & WebhookTerms>
  /** It has a new secret; the one before signs, too, until then. */
  | DomainEvent<'WebhookSecretReplaced', { networkId: NetworkId; webhookId: string; earlierUntil: Instant } & SecretOrigin>
  /** By itself: it said that it is gone, or has taken nothing for three days. */
  | DomainEvent<'WebhookTurnedOff', { networkId: NetworkId; webhookId: string; because: OffBecause }>
  | DomainEvent<'WebhookRemoved', { networkId: NetworkId; webhookId: string }>

/** Ending, removing and answering are never refused, and are bounded by what they end: a key is made once and ended once. */
export const REPEATABLE: Repeatable<NetworkEvent> = {
  NetworkCreated: false,
  NetworkSettingsChanged: true,
  NetworkSettingsEdited: true,
  NetworkRoleGranted: true,
  TemporaryRoleGranted: true,
  NetworkRoleRevoked: false,
  SecondFactorsReset: true,
  PersonInvited: true,
  InvitationAccepted: false,
  InvitationDeclined: false,
  InvitationRevoked: false,
  ApiKeyMade: true,
  ApiKeyReplaced: true,
  ApiKeyEnded: false,
  WebhookMade: true,
  WebhookChanged: true,
  WebhookSecretReplaced: true,
  // One that is off stays off until it is changed.
  WebhookTurnedOff: false,
  WebhookRemoved: false,
}

/** Of one slug, in a stream of its own, which can begin only once. Kept for ever. */
export type SlugEvent = DomainEvent<'SlugReserved', { slug: string; networkId: string }>
