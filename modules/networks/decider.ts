import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../kernel/decider.ts'
import { missing } from '../kernel/errors.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { type AccessCommand, decideAccess, invitationInvalid, type NetworkState } from './access.ts'
import { type ApiKeyCommand, decideApiKeys } from './api-keys.ts'
import { DEFAULT_REMINDER_DAYS, DEFAULT_TIME_ZONE, type NetworkChange } from './contract.ts'
import { type NetworkEvent, type NetworkSettings, networkFold } from './events.ts'
import { decideWebhooks, type WebhookCommand } from './webhooks.ts'

export type NetworkCommand =
  | { type: 'CreateNetwork'; networkId: NetworkId; name: string; slug: string; description: string | null; by: UserId }
  | { type: 'ChangeSettings'; networkId: NetworkId; change: NetworkChange }
  | AccessCommand
  | ApiKeyCommand
  | WebhookCommand

/** A text after a change: a missing value leaves it unchanged, an empty one removes it. */
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
  congregationsPayForMembers: change.congregationsPayForMembers ?? before.congregationsPayForMembers,
  depositsCountedByTwo: change.depositsCountedByTwo ?? before.depositsCountedByTwo,
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

export const networkDecider: Decider<NetworkState, NetworkCommand, NetworkEvent> = { initial: null, decide, ...networkFold }
