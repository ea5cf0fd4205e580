import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../kernel/decider.ts'
import { missing } from '../kernel/errors.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { type AccessCommand, decideAccess, type Invitation, invitationInvalid, type NetworkState } from './access.ts'
import { type ApiKeyCommand, decideApiKeys } from './api-keys.ts'
import { DEFAULT_REMINDER_DAYS, DEFAULT_TIME_ZONE, type NetworkChange } from './contract.ts'
import { type NetworkEvent, type NetworkSettings, REPEATABLE } from './events.ts'
import { decideWebhooks, type WebhookCommand, webhookAfter } from './webhooks.ts'

export type NetworkCommand =
  | { type: 'CreateNetwork'; networkId: NetworkId; name: string; slug: string; description: string | null; by: UserId }
  | { type: 'ChangeSettings'; networkId: NetworkId; change: NetworkChange }
  | AccessCommand
  | ApiKeyCommand
  | WebhookCommand

/** What a text is after a change: left out it stays, empty it goes. */
const textAfter = (before: string | null, changed: string | null | undefined): string | null =>
  changed === undefined || changed === null ? before : changed || null

const settingsAfter = (before: NetworkSettings, change: NetworkChange): NetworkSettings => ({
  name: change.name ?? before.name,
  slug: change.slug ?? before.slug,
  description: textAfter(before.description, change.description),
  timeZone: change.timeZone ?? before.timeZone,
  embedOrigins: change.embedOrigins ? [...new Set(change.embedOrigins)] : before.embedOrigins,
  reminderDays: change.reminderDays ? [...new Set(change.reminderDays)].sort((a, b) => a - b) : before.reminderDays,
  senderName: textAfter(before.senderName, change.senderName),
  language: change.language ?? before.language,
  trackMail: change.trackMail ?? before.trackMail,
  secondFactor: change.secondFactor ?? before.secondFactor,
  mailSeals: change.mailSeals ?? before.mailSeals,
  contactName: textAfter(before.contactName, change.contactName),
  contactEmail: textAfter(before.contactEmail, change.contactEmail),
  contactPhone: textAfter(before.contactPhone, change.contactPhone),
  postalAddress: textAfter(before.postalAddress, change.postalAddress),
})

const changedIn = (before: NetworkSettings, after: NetworkSettings): Partial<NetworkSettings> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof NetworkSettings])))

const decide = (command: NetworkCommand, network: NetworkState): NetworkEvent[] => {
  const { networkId } = command
  if (command.type === 'CreateNetwork') {
    if (network) return []
    const { name, slug, description, by } = command
    return [
      {
        type: 'NetworkCreated',
        data: { networkId, name, slug, description, timeZone: DEFAULT_TIME_ZONE, reminderDays: DEFAULT_REMINDER_DAYS, createdBy: by },
      },
      { type: 'NetworkRoleGranted', data: { networkId, userId: by, role: 'Admin' } },
    ]
  }
  if (!network) throw command.type === 'AcceptInvitation' || command.type === 'DeclineInvitation' ? invitationInvalid() : missing('Network')

  switch (command.type) {
    case 'ChangeSettings': {
      const changed = changedIn(network.settings, settingsAfter(network.settings, command.change))
      return Object.keys(changed).length === 0 ? [] : [{ type: 'NetworkSettingsEdited', data: { networkId, ...changed } }]
    }
    case 'MakeApiKey':
    case 'ReplaceApiKey':
    case 'EndApiKey':
      return decideApiKeys(command, network)
    case 'MakeWebhook':
    case 'ChangeWebhook':
    case 'ReplaceWebhookSecret':
    case 'RemoveWebhook':
    case 'TurnWebhookOff':
      return decideWebhooks(command, network)
    default:
      return decideAccess(command, network)
  }
}

const replaced = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined): ReadonlyMap<string, Value> =>
  value === undefined ? map : new Map(map).set(key, value)

/** English, nobody is watched, a password is enough, Admins keep the seals, and the first of them is asked. */
const NO_CONTACT = { contactName: null, contactEmail: null, contactPhone: null, postalAddress: null } as const
const DEFAULTS = { language: 'en', trackMail: false, secondFactor: false, mailSeals: true, ...NO_CONTACT } as const

const evolve = (network: NetworkState, event: NetworkEvent): NetworkState => {
  const { type, data } = event
  const { networkId } = data
  if (type === 'NetworkCreated') {
    const { name, slug, description, timeZone, reminderDays } = data
    const settings = { name, slug, description, timeZone, embedOrigins: [], reminderDays, senderName: null, ...DEFAULTS }
    return { networkId, settings, people: new Map(), invitations: new Map(), keys: new Map(), webhooks: new Map() }
  }
  if (!network) return network
  const { people, invitations, keys, webhooks } = network
  const inState = (id: string, state: Invitation['state'], answeredBy: UserId | null) => {
    const invitation = invitations.get(id)
    return { ...network, invitations: replaced(invitations, id, invitation && { ...invitation, state, answeredBy }) }
  }
  switch (type) {
    case 'NetworkSettingsChanged': {
      const { networkId: _, ...settings } = data
      return { ...network, settings: { ...DEFAULTS, ...settings } }
    }
    case 'NetworkSettingsEdited': {
      const { networkId: _, ...changed } = data
      return { ...network, settings: { ...network.settings, ...changed } }
    }
    case 'NetworkRoleGranted':
      return { ...network, people: replaced(people, data.userId, { role: data.role, expiresAt: null }) }
    case 'TemporaryRoleGranted':
      return { ...network, people: replaced(people, data.userId, { role: data.role, expiresAt: data.expiresAt }) }
    case 'NetworkRoleRevoked':
      return { ...network, people: replaced(people, data.userId, null) }
    case 'SecondFactorsReset':
      return network
    case 'PersonInvited': {
      const { role, expiresAt, acceptUntil, invitee } = data
      return {
        ...network,
        invitations: replaced(invitations, data.invitationId, {
          role,
          expiresAt,
          acceptUntil,
          email: invitee?.email ?? null,
          state: 'open',
          answeredBy: null,
        }),
      }
    }
    case 'InvitationAccepted':
      return inState(data.invitationId, 'accepted', data.userId)
    case 'InvitationDeclined':
      return inState(data.invitationId, 'declined', data.userId)
    case 'InvitationRevoked':
      return inState(data.invitationId, 'revoked', null)
    case 'ApiKeyMade': {
      const { name, scope, endsAt } = data
      return { ...network, keys: replaced(keys, data.keyId, { name, scope, endsAt, ended: false, replacedUntil: null }) }
    }
    case 'ApiKeyReplaced': {
      const key = keys.get(data.keyId)
      return { ...network, keys: replaced(keys, data.keyId, key && { ...key, replacedUntil: data.earlierUntil }) }
    }
    case 'ApiKeyEnded': {
      const key = keys.get(data.keyId)
      return { ...network, keys: replaced(keys, data.keyId, key && { ...key, ended: true }) }
    }
    case 'WebhookMade':
    case 'WebhookChanged':
    case 'WebhookSecretReplaced':
    case 'WebhookTurnedOff':
    case 'WebhookRemoved': {
      const { webhookId } = data
      return { ...network, webhooks: replaced(webhooks, webhookId, webhookAfter(webhooks.get(webhookId), event)) }
    }
  }
}

export const networkDecider: Decider<NetworkState, NetworkCommand, NetworkEvent> = {
  initial: null,
  decide,
  evolve,
  isRepeatable: ({ type }) => REPEATABLE[type],
}
