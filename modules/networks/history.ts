import { missing } from '../kernel/errors.ts'
import { History } from '../kernel/history.ts'
import { NetworkId } from '../kernel/ids.ts'
import { OF_RIGHTS } from '../kernel/refusals.ts'
import type { Historian, TellThing } from '../platform/history.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import type { HeldWebhook, NetworkState } from './access.ts'
import { networkDecider } from './decider.ts'
import { type NetworkEvent, networkStream, type WebhookTerms } from './events.ts'

/** Whom an invitation was for, by its id: an address, or a user's id. */
type Invited = ReadonlyMap<string, string | null>

/** Whoever answered an invitation is named as a user; the address of one is told while it is open, as the list of people tells it. */
const invitedIn = (events: readonly NetworkEvent[]): Invited => {
  const invited = new Map<string, string | null>()
  for (const { type, data } of events) {
    if (type === 'PersonInvited') invited.set(data.invitationId, data.invitee?.email ?? null)
    if (type === 'InvitationAccepted' || type === 'InvitationDeclined') invited.set(data.invitationId, data.userId)
    if (type === 'InvitationRevoked') invited.set(data.invitationId, null)
  }
  return invited
}

/** 'API key "Accounting"'. */
const keyIn = (before: NetworkState, keyId: string): string => `API key "${before?.keys.get(keyId)?.name ?? ''}"`

/** 'Webhook "Accounting"'. */
const webhookIn = (before: NetworkState, webhookId: string): string => `Webhook "${before?.webhooks.get(webhookId)?.name ?? ''}"`

/** The host of an address alone: its path may be a secret of whoever receives it. */
const hostOf = ({ url }: Pick<WebhookTerms, 'url'>): string => new URL(url).host

const changeOf = (now: WebhookTerms & Readonly<{ isOn: boolean }>, before: HeldWebhook | undefined): string => {
  const changes = [
    before?.name !== now.name && `renamed "${now.name}"`,
    before?.url !== now.url && `moved to ${hostOf(now)}`,
    before?.isOn !== now.isOn && `turned ${now.isOn ? 'on' : 'off'}`,
  ].filter((change) => change !== false)
  return changes.join(', ') || 'told of other happenings'
}

const summaryWith =
  (invited: Invited) =>
  ({ type, data }: NetworkEvent, nameOf: (userId: string) => string, before: NetworkState): string => {
    switch (type) {
      case 'NetworkCreated':
        return 'Network created'
      case 'NetworkSettingsChanged':
      case 'NetworkSettingsEdited':
        return 'Settings changed'
      case 'NetworkRoleGranted':
        return `${nameOf(data.userId)} became ${data.role}`
      case 'TemporaryRoleGranted':
        return `${nameOf(data.userId)} became ${data.role} for a time`
      case 'NetworkRoleRevoked':
        return `Access ended: ${nameOf(data.userId)}`
      case 'SecondFactorsReset':
        return `Second factor reset: ${nameOf(data.userId)}`
      case 'PersonInvited': {
        const whom = invited.get(data.invitationId)
        if (!whom) return `Invited as ${data.role}`
        return `${whom.includes('@') ? whom : nameOf(whom)} invited as ${data.role}`
      }
      case 'InvitationAccepted':
        return `Invitation accepted: ${nameOf(data.userId)}`
      case 'InvitationDeclined':
        return `Invitation declined: ${nameOf(data.userId)}`
      case 'InvitationRevoked':
        return 'Invitation taken back'
      case 'ApiKeyMade':
        return `API key "${data.name}" made, to ${data.scope === 'read' ? 'read' : 'read and change'}`
      case 'ApiKeyReplaced':
        return `${keyIn(before, data.keyId)} replaced`
      case 'ApiKeyEnded':
        return `${keyIn(before, data.keyId)} ended`
      case 'WebhookMade':
        return `Webhook "${data.name}" made, to ${hostOf(data)}`
      case 'WebhookChanged':
        return `${webhookIn(before, data.webhookId)} ${changeOf(data, before?.webhooks.get(data.webhookId))}`
      case 'WebhookSecretReplaced':
        return `${webhookIn(before, data.webhookId)} has a new secret`
      case 'WebhookTurnedOff':
        return `${webhookIn(before, data.webhookId)} turned off: ${data.because === 'gone' ? 'it answered that it is gone' : 'it took nothing for three days'}`
      case 'WebhookRemoved':
        return `${webhookIn(before, data.webhookId)} removed`
    }
  }

/** Who has which role, by user; invitations without their addresses. */
const shown = (network: NetworkState) =>
  network && {
    ...network.settings,
    people: Object.fromEntries([...network.people].flatMap(([userId, grant]) => (grant ? [[userId, grant]] : []))),
    openInvitations: [...network.invitations.values()].filter(({ state, email }) => state === 'open' && email !== null).length,
  }

export const networkHistory = (personal: PersonalData, tell: Historian): TellThing => {
  const codec = sealedField<NetworkEvent>(personal, 'invitationId', 'invitee')
  return (stream) => {
    let summary = summaryWith(new Map())
    const decode: typeof codec.decode = async (recorded) => {
      const events = await codec.decode(recorded)
      summary = summaryWith(invitedIn(events))
      return events
    }
    return tell([stream], networkDecider, { summary: (event, nameOf, before) => summary(event, nameOf, before), shown }, { decode })
  }
}

export const networkHistoryRoutes = (personal: PersonalData, tell: Historian): Route[] => [
  route({
    method: 'get',
    path: '/api/networks/:id/history',
    about: 'network',
    summary: 'Everything that happened to a network, oldest first',
    access: signedInTo('view', 'network'),
    params: IdParams,
    answer: History,
    refusals: [...OF_RIGHTS],
    handle: async ({ visitor, params }) => {
      const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'read', 'Network', 'view')
      const data = await networkHistory(personal, tell)(networkStream(networkId), networkId)
      if (data.length === 0) throw missing('Network')
      return { data }
    },
  }),
]
