import { missing } from '../kernel/errors.ts'
import { History } from '../kernel/history.ts'
import { NetworkId } from '../kernel/ids.ts'
import type { Historian, TellThing } from '../platform/history.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import type { NetworkState } from './access.ts'
import { networkDecider } from './decider.ts'
import type { NetworkEvent } from './events.ts'

const summary = ({ type, data }: NetworkEvent, nameOf: (userId: string) => string): string => {
  switch (type) {
    case 'NetworkCreated':
      return 'Network created'
    case 'NetworkSettingsChanged':
      return 'Settings changed'
    case 'NetworkRoleGranted':
      return `${nameOf(data.userId)} became ${data.role}`
    case 'TemporaryRoleGranted':
      return `${nameOf(data.userId)} became ${data.role} for a time`
    case 'NetworkRoleRevoked':
      return `Access ended: ${nameOf(data.userId)}`
    case 'PersonInvited':
      return `Invited as ${data.role}`
    case 'InvitationAccepted':
      return `Invitation accepted: ${nameOf(data.userId)}`
    case 'InvitationDeclined':
      return 'Invitation declined'
    case 'InvitationRevoked':
      return 'Invitation taken back'
  }
}

/** Who has which role, by user; invitations without their addresses. */
const shown = (network: NetworkState) =>
  network && {
    ...network.settings,
    people: Object.fromEntries([...network.people].flatMap(([userId, grant]) => (grant ? [[userId, grant]] : []))),
    openInvitations: [...network.invitations.values()].filter(({ state }) => state === 'open').length,
  }

export const networkHistory =
  (personal: PersonalData, tell: Historian): TellThing =>
  (stream) =>
    tell([stream], networkDecider, { summary, shown }, sealedField<NetworkEvent>(personal, 'invitationId', 'invitee'))

export const networkHistoryRoutes = (personal: PersonalData, tell: Historian): Route[] => [
  route({
    method: 'get',
    path: '/api/networks/:id/history',
    summary: 'Everything that happened to a network, oldest first',
    access: signedInTo('view', 'network'),
    params: IdParams,
    answer: History,
    handle: async ({ visitor, params }) => {
      const networkId = mayIn(visitor, idOf(NetworkId, params.id, 'Network'), 'read', 'Network', 'view')
      const data = await networkHistory(personal, tell)(`network-${networkId}`, networkId)
      if (data.length === 0) throw missing('Network')
      return { data }
    },
  }),
]
