import { missing } from '../kernel/errors.ts'
import { NetworkId } from '../kernel/ids.ts'
import { OF_RIGHTS } from '../kernel/refusals.ts'
import type { Historian, ThingHistory } from '../platform/history.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { History } from '../shared/history.ts'
import type { NetworkState } from './access.ts'
import { networkCodec } from './codec.ts'
import { networkDecider } from './decider.ts'
import { type NetworkEvent, networkSentence, networkStream } from './events.ts'

/** The recipient of each invitation, by id: an address, or a user's id. */
type Invited = ReadonlyMap<string, string | null>

/** An answered invitation names its user; an open one shows the address, like the list of people. */
const invitedIn = (events: readonly NetworkEvent[]): Invited => {
  const invited = new Map<string, string | null>()
  for (const { type, data } of events) {
    if (type === 'PersonInvited') invited.set(data.invitationId, data.invitee?.email ?? null)
    if (type === 'InvitationAccepted' || type === 'InvitationDeclined') invited.set(data.invitationId, data.userId)
    if (type === 'InvitationRevoked') invited.set(data.invitationId, null)
  }
  return invited
}

/**
 * Adds the recipient to the sentence of an invitation's event. The event itself contains the address sealed or not
 * at all.
 */
const sentenceWith =
  (invited: Invited) =>
  (event: NetworkEvent, nameOf: (userId: string) => string, before: NetworkState): string => {
    const whom = event.type === 'PersonInvited' ? invited.get(event.data.invitationId) : null
    if (event.type !== 'PersonInvited' || !whom) return networkSentence(event, nameOf, before)
    return `${whom.includes('@') ? whom : nameOf(whom)} invited as ${event.data.role}`
  }

/** Roles by user, and open invitations without their addresses. */
const shown = (network: NetworkState) =>
  network && {
    ...network.settings,
    people: Object.fromEntries([...network.people].flatMap(([userId, grant]) => (grant ? [[userId, grant]] : []))),
    openInvitations: [...network.invitations.values()].filter(({ state, email }) => state === 'open' && email !== null).length,
  }

export const networkHistory = (personal: PersonalData, historian: Historian): ThingHistory => {
  const codec = networkCodec(personal)
  return (stream) => {
    let summary = sentenceWith(new Map())
    const decode: typeof codec.decode = async (recorded) => {
      const events = await codec.decode(recorded)
      summary = sentenceWith(invitedIn(events))
      return events
    }
    return historian([stream], networkDecider, { summary: (event, nameOf, before) => summary(event, nameOf, before), shown }, { decode })
  }
}

export const networkHistoryRoutes = (personal: PersonalData, historian: Historian): Route[] => [
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
      const data = await networkHistory(personal, historian)(networkStream(networkId), networkId)
      if (data.length === 0) throw missing('Network')
      return { data }
    },
  }),
]
