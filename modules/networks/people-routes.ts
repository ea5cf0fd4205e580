import type { Response } from 'express'
import { SignedIn, type User } from '../identity/contract.ts'
import { NetworkId, type UserId } from '../kernel/ids.ts'
import { OF_COMMANDS, OF_RIGHTS } from '../kernel/refusals.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { IdParams, idOf, type Route, route, signedInTo } from '../platform/http/route.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import { mayIn, signedIn, type Visitor } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { invitationInvalid, isIn, offered, untilOf } from './access.ts'
import { Admission, Admitted, Invitation, InvitationToken } from './contract.ts'
import { networkStream } from './events.ts'
import { networkHandler } from './routes.ts'

type Account = Readonly<{ id: UserId; firstName: string; lastName: string; email: string }>

export type PeopleDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  tokens: SignedLinks<'networkId' | 'invitationId'>
  makeCurrent: (userId: UserId, networkId: NetworkId) => Promise<void>
  confirmedAccountOf: (email: string) => Promise<Account | null>
  userOf: (id: UserId) => Promise<User>
  /** Counts an invitation of a network; refuses one beyond the limit. */
  takeInvitation: (networkId: NetworkId, res: Response) => Promise<void>
}>

const people = ({ store, personal, tokens }: PeopleDependencies) => {
  const { load, handle } = networkHandler(store, personal)

  /** The network of a path, if the visitor is its Admin. */
  const administered = (visitor: Visitor, id: string): NetworkId => mayIn(visitor, idOf(NetworkId, id, 'Network'), 'write', 'Network', 'update')

  /** The ids in a mailed token, with the answering user; the e-mail is empty if unconfirmed. */
  const addressed = async (visitor: Visitor, token: string) => {
    const { id: userId, email, emailConfirmed } = signedIn(visitor)
    const named = await tokens.read(token)
    if (!named) throw invitationInvalid()
    return { networkId: named.networkId as NetworkId, invitationId: named.invitationId, userId, email: emailConfirmed ? email : '' }
  }
  return { load, handle, administered, addressed }
}
type People = ReturnType<typeof people> & PeopleDependencies

const admissions = ({ confirmedAccountOf, takeInvitation, load, handle, administered }: People): Route[] => [
  route({
    method: 'post',
    path: '/api/networks/:id/people',
    about: 'network',
    summary: 'Change the role of somebody who is in, or mail an invitation to anybody else, who may have an account or not',
    access: signedInTo('update', 'network'),
    noted: 'grant',
    fresh: true,
    params: IdParams,
    body: Admission,
    answer: Admitted,
    status: 201,
    creates: true,
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends', 'last-admin'],
    handle: async ({ visitor, params, body: { email, role, expiresAt }, circumstances, now, settled, res }) => {
      const networkId = administered(visitor, params.id)
      const account = await confirmedAccountOf(email)
      const loaded = await load(networkStream(networkId))
      const member = account && isIn(loaded.state, account.id, now) ? account : null
      if (!member) await takeInvitation(networkId, res)
      const until = untilOf(expiresAt, loaded.state)
      const invitationId = uuidV5(`invitation/${networkId}/${circumstances.cause}`)
      const admitted = { networkId, email, role, expiresAt: until, by: signedIn(visitor).id, at: now } as const
      const { shown } = await handle(
        networkStream(networkId),
        member ? { type: 'GrantRole', userId: member.id, ...admitted } : { type: 'Invite', invitationId, ...admitted },
        circumstances,
        loaded,
      )
      await settled(shown)
      const granted = { role, expiresAt: until }
      if (!member) return { userId: null, email, firstName: null, lastName: null, ...granted, status: 'invited' as const }
      const { id: userId, firstName, lastName } = member
      return { userId, email: member.email, firstName, lastName, ...granted, status: 'active' as const }
    },
  }),
  route({
    method: 'delete',
    path: '/api/networks/:id/people/:userId',
    about: 'network',
    summary: "End somebody's access, or take an invitation back",
    access: signedInTo('update', 'network'),
    noted: 'grant',
    fresh: true,
    params: IdParams.extend({ userId: IdParams.shape.id }),
    refusals: [...OF_RIGHTS, ...OF_COMMANDS, 'role-ends', 'last-admin'],
    handle: async ({ visitor, params, circumstances, now, settled }) => {
      const networkId = administered(visitor, params.id)
      const { shown } = await handle(
        networkStream(networkId),
        { type: 'Remove', networkId, personId: params.userId.toLowerCase(), by: signedIn(visitor).id, at: now },
        circumstances,
      )
      await settled(shown)
      return null
    },
  }),
]

const answers = ({ makeCurrent, userOf, load, handle, addressed }: People): Route[] => [
  route({
    method: 'get',
    path: '/api/invitations/:token',
    about: null,
    summary: 'What the invitation of a mailed token offers',
    access: signedInTo('view', 'invitation'),
    params: InvitationToken,
    opaque: ['token'],
    answer: Invitation,
    refusals: ['token-invalid', 'forbidden', 'unfolded'],
    handle: async ({ visitor, params, now }) => {
      const { networkId, ...asked } = await addressed(visitor, params.token)
      const { state } = await load(networkStream(networkId))
      return offered(state, { ...asked, at: now })
    },
  }),
  route({
    method: 'post',
    path: '/api/invitations/accept',
    summary: 'Accept an invitation by its mailed token',
    access: signedInTo('accept', 'invitation'),
    noted: 'grant',
    body: InvitationToken,
    opaque: ['token'],
    answer: SignedIn,
    refusals: [...OF_COMMANDS, 'token-invalid', 'last-admin'],
    handle: async ({ visitor, body, circumstances, now, settled }) => {
      const asked = await addressed(visitor, body.token)
      const { networkId, userId } = asked
      const { appended, shown } = await handle(networkStream(networkId), { type: 'AcceptInvitation', ...asked, at: now }, circumstances)
      await settled(shown)
      if (appended.length > 0) await makeCurrent(userId, networkId)
      return { user: await userOf(userId) }
    },
  }),
  route({
    method: 'post',
    path: '/api/invitations/decline',
    summary: 'Decline an invitation by its mailed token',
    access: signedInTo('decline', 'invitation'),
    body: InvitationToken,
    opaque: ['token'],
    status: 204,
    refusals: [...OF_COMMANDS, 'token-invalid'],
    handle: async ({ visitor, body, circumstances, now, settled }) => {
      const asked = await addressed(visitor, body.token)
      const command = { type: 'DeclineInvitation', ...asked, at: now } as const
      const { shown } = await handle(networkStream(asked.networkId), command, circumstances)
      await settled(shown)
      return null
    },
  }),
]

export const peopleRoutes = (dependencies: PeopleDependencies): Route[] => {
  const context = { ...dependencies, ...people(dependencies) }
  return [...admissions(context), ...answers(context)]
}
