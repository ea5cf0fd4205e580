import { SignedIn, type User } from '../identity/contract.ts'
import { missing, refused } from '../kernel/errors.ts'
import { NetworkId, type UserId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store.ts'
import { commandHandler } from '../platform/handle.ts'
import { type PersonalData, sealedField } from '../platform/personal-data.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/route.ts'
import type { SignedLinks } from '../platform/signed-links.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { mayIn, signedIn, type Visitor } from '../platform/visitor.ts'
import { Admission, InvitationToken, Network, NetworkChange, NewNetwork, Person } from './contract.ts'
import { invitationInvalid, type NetworkState, networkDecider } from './decider.ts'
import type { NetworkEvent } from './events.ts'
import { reserveSlug, slugOf, takeSlug } from './slugs.ts'

const THING = 'Network'

/** The commands of networks; addresses of invited people lie sealed in the log. */
export const networkHandler = (store: EventStore, personal: PersonalData) =>
  commandHandler(store, networkDecider, sealedField<NetworkEvent>(personal, 'invitationId', 'invitee'))

export type NetworksDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  tokens: SignedLinks<'networkId' | 'invitationId'>
  /** Makes a network the current one of a user; `onlyIfNone`: keeps the one that they have. */
  makeCurrent: (userId: UserId, networkId: NetworkId, onlyIfNone?: boolean) => Promise<void>
  /** Who has confirmed that this address is theirs. */
  accountOf: (email: string) => Promise<Readonly<{ id: UserId; firstName: string; lastName: string; email: string }> | null>
  userOf: (id: UserId) => Promise<User>
}>

const showNetwork = (id: NetworkId, state: NetworkState, role: Network['role']): Network => {
  if (!state) throw missing(THING)
  const { embedOrigins, reminderDays, ...settings } = state.settings
  return { id, ...settings, embedOrigins: [...embedOrigins], reminderDays: [...reminderDays], role }
}

export const networkRoutes = ({ store, personal, tokens, makeCurrent, accountOf, userOf }: NetworksDependencies): Route[] => {
  const { handle } = networkHandler(store, personal)
  const streamOf = (id: NetworkId) => `network-${id}` as const

  /** The network of a path, if the visitor is its Admin. */
  const administered = (visitor: Visitor, id: string, action: string): NetworkId => mayIn(visitor, idOf(NetworkId, id, THING), 'write', THING, action)

  return [
    route({
      method: 'post',
      path: '/api/networks',
      summary: 'Create a network; its maker is its Admin',
      access: signedInTo('create', 'network'),
      body: NewNetwork,
      answer: Network,
      status: 201,
      creates: true,
      handle: async ({ visitor, body: { name, description }, circumstances, settled, etag }) => {
        const user = signedIn(visitor)
        const networkId = uuidV5(`network/${circumstances.cause}`) as NetworkId
        const slug = await reserveSlug(store, slugOf(name), networkId, circumstances)
        const { state, shown, revision } = await handle(
          streamOf(networkId),
          { type: 'CreateNetwork', networkId, name, slug, description, by: user.id },
          { ...circumstances, expected: undefined },
        )
        await settled(shown)
        await makeCurrent(user.id, networkId, visitor.network !== null)
        etag(revision)
        return showNetwork(networkId, state, 'Admin')
      },
    }),
    route({
      method: 'put',
      path: '/api/networks/:id',
      summary: "Change a network's settings; what is left out stays",
      access: signedInTo('update', 'network'),
      params: IdParams,
      body: NetworkChange,
      answer: Network,
      handle: async ({ visitor, params, body, circumstances, settled, etag }) => {
        const networkId = administered(visitor, params.id, 'update')
        if (body.slug && !(await takeSlug(store, body.slug, networkId, circumstances)))
          throw refused('slug-taken', 'Another network has this address already. Please choose another.')
        const { state, shown, revision } = await handle(streamOf(networkId), { type: 'ChangeSettings', networkId, change: body }, circumstances)
        await settled(shown)
        etag(revision)
        return showNetwork(networkId, state, 'Admin')
      },
    }),
    route({
      method: 'post',
      path: '/api/networks/:id/people',
      summary: 'Let somebody in, or change their role: at once who has an account, by a mailed invitation who has none',
      access: signedInTo('update', 'network'),
      fresh: true,
      params: IdParams,
      body: Admission,
      answer: Person,
      status: 201,
      creates: true,
      handle: async ({ visitor, params, body: { email, role, expiresAt }, circumstances, now, settled }) => {
        const networkId = administered(visitor, params.id, 'update')
        const account = await accountOf(email)
        const invitationId = uuidV5(`invitation/${networkId}/${circumstances.cause}`)
        const admitted = { networkId, email, role, expiresAt, at: now } as const
        const { shown } = await handle(
          streamOf(networkId),
          account ? { type: 'GrantRole', userId: account.id, ...admitted } : { type: 'Invite', invitationId, ...admitted },
          { ...circumstances, expected: undefined },
        )
        await settled(shown)
        if (!account) return { userId: invitationId, email, firstName: null, lastName: null, role, expiresAt, status: 'invited' as const }
        const { id: userId, firstName, lastName } = account
        return { userId, email: account.email, firstName, lastName, role, expiresAt, status: 'active' as const }
      },
    }),
    route({
      method: 'delete',
      path: '/api/networks/:id/people/:userId',
      summary: "End somebody's access, or take an invitation back",
      access: signedInTo('update', 'network'),
      fresh: true,
      params: IdParams.extend({ userId: IdParams.shape.id }),
      handle: async ({ visitor, params, circumstances, settled }) => {
        const networkId = administered(visitor, params.id, 'update')
        const { shown } = await handle(
          streamOf(networkId),
          { type: 'Remove', networkId, personId: params.userId.toLowerCase() },
          { ...circumstances, expected: undefined },
        )
        await settled(shown)
        return null
      },
    }),
    route({
      method: 'post',
      path: '/api/invitations/accept',
      summary: 'Accept an invitation by its mailed token',
      access: signedInTo('accept', 'invitation'),
      body: InvitationToken,
      answer: SignedIn,
      handle: async ({ visitor, body, circumstances, now, settled }) => {
        const user = signedIn(visitor)
        const named = tokens.read(body.token)
        if (!named) throw invitationInvalid()
        const networkId = named.networkId as NetworkId
        const email = user.emailConfirmed ? user.email : ''
        const { appended, shown } = await handle(
          streamOf(networkId),
          { type: 'AcceptInvitation', networkId, invitationId: named.invitationId, userId: user.id, email, at: now },
          { ...circumstances, expected: undefined },
        )
        await settled(shown)
        if (appended.length > 0) await makeCurrent(user.id, networkId)
        return { user: await userOf(user.id) }
      },
    }),
  ]
}
