import { missing } from '../kernel/errors.ts'
import { History } from '../kernel/history.ts'
import { NetworkId } from '../kernel/ids.ts'
import type { Historian } from '../platform/history.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { type PersonalData, sealedField } from '../platform/personal-data/personal-data.ts'
import type { NetworkState } from './access.ts'
import { networkDecider } from './decider.ts'
import type { NetworkEvent } from './events.ts'

const summary = ({ type, data }: NetworkEvent): string => {
  switch (type) {
    case 'NetworkCreated':
      return 'Network created'
    case 'NetworkSettingsChanged':
      return 'Settings changed'
    case 'NetworkRoleGranted':
      return `Role granted: ${data.role}`
    case 'TemporaryRoleGranted':
      return `Role granted for a time: ${data.role}`
    case 'NetworkRoleRevoked':
      return 'Access ended'
    case 'PersonInvited':
      return `Invited as ${data.role}`
    case 'InvitationAccepted':
      return 'Invitation accepted'
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
      const codec = sealedField<NetworkEvent>(personal, 'invitationId', 'invitee')
      const data = await tell([`network-${networkId}`], networkDecider, { summary, shown }, codec)
      if (data.length === 0) throw missing('Network')
      return { data }
    },
  }),
]
