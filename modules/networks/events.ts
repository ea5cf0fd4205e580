import { z } from 'zod'
import { Role } from '../identity/contract.ts'
import type { Instant } from '../kernel/dates.ts'
import { type EventOf, eventsOf, foldOf, sealed, sentenceOf, text } from '../kernel/events.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { languages } from '../kernel/language.ts'
import { OffBecause, WebhookEventType } from '../webhooks/contract.ts'
import type { HeldKey, HeldWebhook, Invitation, NetworkState } from './access.ts'
import { KeyScope } from './contract.ts'

export const networkStream = (id: NetworkId) => `network-${id}` as const

const inNetwork = { networkId: text<NetworkId>() }
const ofUser = { ...inNetwork, userId: text<UserId>() }
const ofInvitation = { ...inNetwork, invitationId: z.string() }
const ofKey = { ...inNetwork, keyId: z.string() }
const ofWebhook = { ...inNetwork, webhookId: z.string() }

/** The settings in the first release. */
const first = {
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  timeZone: z.string(),
  embedOrigins: z.array(z.string()).readonly(),
  reminderDays: z.array(z.int()).readonly(),
  senderName: z.string().nullable(),
}
/** Settings added later: earlier events lack them. */
const Later = z.object({
  language: z.enum(languages),
  trackMail: z.boolean(),
  secondFactor: z.boolean(),
  /** True if the daily seal of the network's audit log is mailed to its Admins. */
  mailSeals: z.boolean(),
  congregationsPayForMembers: z.boolean(),
  depositsCountedByTwo: z.boolean(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  postalAddress: z.string().nullable(),
})
const Settings = Later.extend(first)
export type NetworkSettings = Readonly<z.output<typeof Settings>>

/** The settings of networks whose events lack them. */
const DEFAULTS: z.output<typeof Later> = {
  ...{ language: 'en' as const, trackMail: false, secondFactor: false, mailSeals: true },
  ...{ congregationsPayForMembers: false, depositsCountedByTwo: false },
  ...{ contactName: null, contactEmail: null, contactPhone: null, postalAddress: null },
}

const partly = <Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.exactOptional(schema)])) as {
    [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]>
  }

/** The invited person, sealed under a key of the invitation; null once the key is deleted. */
const Invitee = z.object({ email: z.string() }).nullable()
export type Invitee = Readonly<z.output<typeof Invitee>>

const webhookTerms = { name: z.string(), url: z.string(), happenings: z.array(WebhookEventType).readonly() }
const WebhookTerms = z.object(webhookTerms)
export type WebhookTerms = Readonly<z.output<typeof WebhookTerms>>
/** The key version from which a webhook's secret is derived; absent: the first. */
const secretOrigin = { keyVersion: z.int().exactOptional() }

type Network = NonNullable<NetworkState>

const declare = eventsOf<NetworkState>()

/** Declares an event of an existing network. `changes` returns the state that the event changes. */
const event = <Schema extends z.ZodObject>(
  data: Schema,
  {
    changes = () => ({}),
    ...parts
  }: Omit<Parameters<typeof declare<Schema>>[1], 'evolve' | 'webhook'> &
    Readonly<{ changes?: (network: Network, data: z.output<Schema>) => Partial<Network> }>,
) => declare(data, { ...parts, webhook: null, evolve: (network, given) => network && { ...network, ...changes(network, given) } })

const put = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> => new Map(map).set(key, value)
const altered = <Value>(map: ReadonlyMap<string, Value>, key: string, change: Partial<Value>): ReadonlyMap<string, Value> => {
  const value = map.get(key)
  return value === undefined ? map : put(map, key, { ...value, ...change })
}

const granted = ({ people }: Network, { userId, role, expiresAt = null }: Readonly<{ userId: UserId; role: Role; expiresAt?: Instant | null }>) => ({
  people: put(people, userId, { role, expiresAt }),
})
const answered = ({ invitations }: Network, invitationId: string, state: Invitation['state'], answeredBy: UserId | null) => ({
  invitations: altered(invitations, invitationId, { state, answeredBy }),
})
const keyAfter = ({ keys }: Network, keyId: string, change: Partial<HeldKey>) => ({ keys: altered(keys, keyId, change) })
const webhookAfter = ({ webhooks }: Network, webhookId: string, change: Partial<HeldWebhook>) => ({ webhooks: altered(webhooks, webhookId, change) })

const keyIn = (before: NetworkState, keyId: string): string => `API key "${before?.keys.get(keyId)?.name ?? ''}"`
const webhookIn = (before: NetworkState, webhookId: string): string => `Webhook "${before?.webhooks.get(webhookId)?.name ?? ''}"`

/** Only the host of an address: its path may be a secret of the receiver. */
const hostOf = ({ url }: Pick<WebhookTerms, 'url'>): string => new URL(url).host

const differences = (before: HeldWebhook | undefined, now: WebhookTerms & Readonly<{ isOn: boolean }>): string => {
  const changes = [
    before?.name !== now.name && `renamed "${now.name}"`,
    before?.url !== now.url && `moved to ${hostOf(now)}`,
    before?.isOn !== now.isOn && `turned ${now.isOn ? 'on' : 'off'}`,
  ].filter((change) => change !== false)
  return changes.join(', ') || 'changed to other events'
}

/** The events of a network. They are kept forever: add optional fields only, or a new event. */
export const networkEvents = {
  NetworkCreated: declare(
    z.object({
      ...{ ...inNetwork, name: first.name, slug: first.slug, description: first.description, timeZone: first.timeZone },
      ...{ reminderDays: first.reminderDays, createdBy: text<UserId>() },
    }),
    {
      icon: 'plus',
      says: 'Network created',
      evolve: (_, { networkId, createdBy: __, ...terms }) => {
        const settings = { ...terms, embedOrigins: [], senderName: null, ...DEFAULTS }
        return { networkId, settings, people: new Map(), invitations: new Map(), keys: new Map(), webhooks: new Map() }
      },
      webhook: null,
    },
  ),
  NetworkSettingsChanged: event(z.object({ ...inNetwork, ...first, ...partly(Later.shape) }), {
    icon: 'pencil',
    repeatable: true,
    says: 'Settings changed',
    changes: (_, { networkId: __, ...settings }) => ({ settings: { ...DEFAULTS, ...settings } }),
  }),
  /** Holds only the changed settings, so that frequent changes keep the stream small. */
  NetworkSettingsEdited: event(z.object({ ...inNetwork, ...partly(Settings.shape) }), {
    icon: 'pencil',
    repeatable: true,
    says: 'Settings changed',
    changes: ({ settings }, { networkId: _, ...changed }) => ({ settings: { ...settings, ...changed } }),
  }),
  NetworkRoleGranted: event(z.object({ ...ofUser, role: Role }), {
    icon: 'user-plus',
    repeatable: true,
    says: ({ userId, role }, { nameOf }) => `${nameOf(userId)} became ${role}`,
    changes: granted,
  }),
  TemporaryRoleGranted: event(z.object({ ...ofUser, role: Role, expiresAt: text<Instant>() }), {
    icon: 'user-plus',
    repeatable: true,
    says: ({ userId, role }, { nameOf }) => `${nameOf(userId)} became ${role} for a time`,
    changes: granted,
  }),
  // The daily limit does not count ended roles, removals and answers: each ends something that exists, which bounds
  // their number.
  NetworkRoleRevoked: event(z.object(ofUser), {
    icon: 'user-minus',
    says: ({ userId }, { nameOf }) => `Access ended: ${nameOf(userId)}`,
    changes: ({ people }, { userId }) => ({ people: put(people, userId, null) }),
  }),
  /** An Admin has removed the second factors of an account that has a role here. */
  SecondFactorsReset: event(z.object(ofUser), {
    icon: 'shield-off',
    repeatable: true,
    says: ({ userId }, { nameOf }) => `Second factor reset: ${nameOf(userId)}`,
  }),
  PersonInvited: event(
    z.object({ ...ofInvitation, invitee: sealed(Invitee), role: Role, expiresAt: text<Instant>().nullable(), acceptUntil: text<Instant>() }),
    {
      icon: 'mail',
      repeatable: true,
      says: ({ role }) => `Invited as ${role}`,
      changes: ({ invitations }, { invitationId, invitee, role, expiresAt, acceptUntil }) => ({
        invitations: put(invitations, invitationId, {
          ...{ role, expiresAt, acceptUntil, email: invitee?.email ?? null },
          ...{ state: 'open', answeredBy: null },
        }),
      }),
    },
  ),
  InvitationAccepted: event(z.object({ ...ofInvitation, ...ofUser }), {
    icon: 'user-plus',
    says: ({ userId }, { nameOf }) => `Invitation accepted: ${nameOf(userId)}`,
    changes: (network, { invitationId, userId }) => answered(network, invitationId, 'accepted', userId),
  }),
  InvitationDeclined: event(z.object({ ...ofInvitation, ...ofUser }), {
    icon: 'user-minus',
    says: ({ userId }, { nameOf }) => `Invitation declined: ${nameOf(userId)}`,
    changes: (network, { invitationId, userId }) => answered(network, invitationId, 'declined', userId),
  }),
  InvitationRevoked: event(z.object(ofInvitation), {
    icon: 'user-minus',
    says: 'Invitation taken back',
    changes: (network, { invitationId }) => answered(network, invitationId, 'revoked', null),
  }),
  ApiKeyMade: event(z.object({ ...ofKey, name: z.string(), scope: KeyScope, endsAt: text<Instant>().nullable() }), {
    icon: 'key',
    repeatable: true,
    says: ({ name, scope }) => `API key "${name}" made, to ${scope === 'read' ? 'read' : 'read and change'}`,
    changes: ({ keys }, { keyId, name, scope, endsAt }) => ({ keys: put(keys, keyId, { name, scope, endsAt, ended: false, replacedUntil: null }) }),
  }),
  /** The key has a new secret; the former one is valid until `earlierUntil`. */
  ApiKeyReplaced: event(z.object({ ...ofKey, earlierUntil: text<Instant>() }), {
    icon: 'key',
    repeatable: true,
    says: ({ keyId }, { before }) => `${keyIn(before, keyId)} replaced`,
    changes: (network, { keyId, earlierUntil }) => keyAfter(network, keyId, { replacedUntil: earlierUntil }),
  }),
  ApiKeyEnded: event(z.object(ofKey), {
    icon: 'key',
    says: ({ keyId }, { before }) => `${keyIn(before, keyId)} ended`,
    changes: (network, { keyId }) => keyAfter(network, keyId, { ended: true }),
  }),
  WebhookMade: event(z.object({ ...ofWebhook, ...webhookTerms, ...secretOrigin }), {
    icon: 'webhook',
    repeatable: true,
    says: (data) => `Webhook "${data.name}" made, to ${hostOf(data)}`,
    changes: ({ webhooks }, { webhookId, name, url, happenings, keyVersion = 1 }) => ({
      webhooks: put(webhooks, webhookId, {
        ...{ name, url, happenings, isOn: true, offBecause: null, removed: false },
        ...{ secretNumber: 0, keyVersion, earlierUntil: null },
      }),
    }),
  }),
  WebhookChanged: event(z.object({ ...ofWebhook, isOn: z.boolean(), ...webhookTerms }), {
    icon: 'webhook',
    repeatable: true,
    says: (data, { before }) => `${webhookIn(before, data.webhookId)} ${differences(before?.webhooks.get(data.webhookId), data)}`,
    changes: (network, { webhookId, name, url, happenings, isOn }) =>
      webhookAfter(network, webhookId, { name, url, happenings, isOn, ...(isOn && { offBecause: null }) }),
  }),
  /** The webhook has a new secret; the former one also signs until `earlierUntil`. */
  WebhookSecretReplaced: event(z.object({ ...ofWebhook, earlierUntil: text<Instant>(), ...secretOrigin }), {
    icon: 'webhook',
    repeatable: true,
    says: ({ webhookId }, { before }) => `${webhookIn(before, webhookId)} has a new secret`,
    changes: (network, { webhookId, earlierUntil, keyVersion = 1 }) => {
      const secretNumber = (network.webhooks.get(webhookId)?.secretNumber ?? 0) + 1
      return webhookAfter(network, webhookId, { secretNumber, keyVersion, earlierUntil })
    },
  }),
  /** Automatic: the receiver answered 410, or accepted nothing for three days. It stays off until it is changed. */
  WebhookTurnedOff: event(z.object({ ...ofWebhook, because: OffBecause }), {
    icon: 'webhook',
    says: ({ webhookId, because }, { before }) =>
      `${webhookIn(before, webhookId)} turned off: ${because === 'gone' ? 'it answered that it is gone' : 'it took nothing for three days'}`,
    changes: (network, { webhookId, because }) => webhookAfter(network, webhookId, { isOn: false, offBecause: because }),
  }),
  WebhookRemoved: event(z.object(ofWebhook), {
    icon: 'webhook',
    says: ({ webhookId }, { before }) => `${webhookIn(before, webhookId)} removed`,
    changes: (network, { webhookId }) => webhookAfter(network, webhookId, { isOn: false, removed: true }),
  }),
}
export type NetworkEvent = EventOf<typeof networkEvents>
export const networkFold = foldOf<NetworkState, typeof networkEvents>(networkEvents)
export const networkSentence = sentenceOf(networkEvents)

/** The event that reserves a slug. The slug's stream can begin only once, and is kept forever. */
export const slugEvents = {
  SlugReserved: eventsOf<null>()(z.object({ slug: z.string(), networkId: z.string() }), { icon: 'plus', says: 'Slug reserved', webhook: null }),
}
export type SlugEvent = EventOf<typeof slugEvents>
