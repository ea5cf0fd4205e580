import { isDeepStrictEqual } from 'node:util'
import type { Role } from '../identity/contract.ts'
import { type Instant, instantOf } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { DomainError, forbidden, invalid, missing, refused } from '../kernel/errors.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { DEFAULT_REMINDER_DAYS, DEFAULT_TIME_ZONE, INVITATION_DAYS, type NetworkChange } from './contract.ts'
import type { NetworkEvent, NetworkSettings } from './events.ts'

const DAY_MS = 86_400_000

type Admitted = Readonly<{ role: Role; expiresAt: Instant | null; at: Instant }>

export type NetworkCommand =
  | { type: 'CreateNetwork'; networkId: NetworkId; name: string; slug: string; description: string | null; by: UserId }
  | { type: 'ChangeSettings'; networkId: NetworkId; change: NetworkChange }
  /** Lets somebody in who has an account, at once; an open invitation of theirs is thereby accepted. */
  | ({ type: 'GrantRole'; networkId: NetworkId; userId: UserId; email: string } & Admitted)
  /** Lets somebody in who has none yet; an earlier open invitation to the same address ends. */
  | ({ type: 'Invite'; networkId: NetworkId; invitationId: string; email: string } & Admitted)
  | { type: 'AcceptInvitation'; networkId: NetworkId; invitationId: string; userId: UserId; email: string; at: Instant }
  /** Ends somebody's access, or takes an invitation back. */
  | { type: 'Remove'; networkId: NetworkId; personId: string }

type Grant = Readonly<{ role: Role; expiresAt: Instant | null }>
type Invitation = Grant & Readonly<{ email: string | null; acceptUntil: Instant; state: 'open' | 'revoked' | UserId }>

export type NetworkState = Readonly<{
  networkId: NetworkId
  settings: NetworkSettings
  /** By user; null: revoked. */
  people: ReadonlyMap<string, Grant | null>
  invitations: ReadonlyMap<string, Invitation>
}> | null

type Existing = NonNullable<NetworkState>

const same = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

const openInvitation = ({ invitations }: Existing, email: string) =>
  [...invitations].find(([, { state, email: to }]) => state === 'open' && same(to, email))

/** Somebody who never has to leave must stay Admin. */
const keepsAnAdmin = ({ people }: Existing, without: string): boolean =>
  [...people].some(([userId, grant]) => userId !== without && grant?.role === 'Admin' && grant.expiresAt === null)

const mayLose = (network: Existing, userId: string): void => {
  const grant = network.people.get(userId)
  if (grant?.role === 'Admin' && grant.expiresAt === null && !keepsAnAdmin(network, userId))
    throw refused('last-admin', 'The last Admin of a network cannot leave it. Make somebody else Admin first.')
}

const grantEvent = (networkId: NetworkId, userId: UserId, { role, expiresAt }: Grant): NetworkEvent =>
  expiresAt
    ? { type: 'TemporaryRoleGranted', data: { networkId, userId, role, expiresAt } }
    : { type: 'NetworkRoleGranted', data: { networkId, userId, role } }

const grant = (network: Existing, userId: UserId, wanted: Grant): NetworkEvent[] => {
  const { role, expiresAt } = wanted
  if (isDeepStrictEqual(network.people.get(userId), { role, expiresAt })) return []
  if (role !== 'Admin' || expiresAt !== null) mayLose(network, userId)
  return [grantEvent(network.networkId, userId, wanted)]
}

const settingsAfter = (before: NetworkSettings, change: NetworkChange): NetworkSettings => ({
  name: change.name ?? before.name,
  slug: change.slug ?? before.slug,
  description: change.description === undefined || change.description === null ? before.description : change.description || null,
  timeZone: change.timeZone ?? before.timeZone,
  embedOrigins: change.embedOrigins ? [...new Set(change.embedOrigins)] : before.embedOrigins,
  reminderDays: change.reminderDays ? [...new Set(change.reminderDays)].sort((a, b) => a - b) : before.reminderDays,
  senderName: change.senderName === undefined || change.senderName === null ? before.senderName : change.senderName || null,
  language: change.language ?? before.language,
  trackMail: change.trackMail ?? before.trackMail,
})

export const invitationInvalid = () => new DomainError('invalid', 'token-invalid', 'Invalid or expired invitation link.')

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
  if (!network) throw command.type === 'AcceptInvitation' ? invitationInvalid() : missing('Network')

  switch (command.type) {
    case 'ChangeSettings': {
      const settings = settingsAfter(network.settings, command.change)
      return isDeepStrictEqual(settings, network.settings) ? [] : [{ type: 'NetworkSettingsChanged', data: { networkId, ...settings } }]
    }
    case 'GrantRole': {
      const { userId, email, at, ...wanted } = command
      if (wanted.expiresAt && wanted.expiresAt <= at) throw invalid('expiresAt', 'The end of the access must be in the future')
      const open = openInvitation(network, email)?.[0]
      return [
        ...(open ? [{ type: 'InvitationAccepted', data: { networkId, invitationId: open, userId } } as const] : []),
        ...grant(network, userId, wanted),
      ]
    }
    case 'Invite': {
      const { invitationId, email, role, expiresAt, at } = command
      if (expiresAt && expiresAt <= at) throw invalid('expiresAt', 'The end of the access must be in the future')
      if (network.invitations.has(invitationId)) return []
      const earlier = openInvitation(network, email)?.[0]
      const acceptUntil = instantOf(Date.parse(at) + INVITATION_DAYS * DAY_MS)
      return [
        ...(earlier ? [{ type: 'InvitationRevoked', data: { networkId, invitationId: earlier } } as const] : []),
        { type: 'PersonInvited', data: { networkId, invitationId, invitee: { email }, role, expiresAt, acceptUntil } },
      ]
    }
    case 'AcceptInvitation': {
      const { invitationId, userId, email, at } = command
      const invitation = network.invitations.get(invitationId)
      if (!invitation?.email || invitation.state === 'revoked') throw invitationInvalid()
      if (!same(invitation.email, email)) throw forbidden('accept', 'invitation')
      // Accepted before: fine as long as the access that it gave still holds.
      if (invitation.state !== 'open' && invitation.state === userId && network.people.get(userId)) return []
      if (invitation.state !== 'open' || invitation.acceptUntil <= at || (invitation.expiresAt && invitation.expiresAt <= at))
        throw invitationInvalid()
      return [{ type: 'InvitationAccepted', data: { networkId, invitationId, userId } }, ...grant(network, userId, invitation)]
    }
    case 'Remove': {
      const { personId } = command
      if (network.people.has(personId)) {
        mayLose(network, personId)
        return network.people.get(personId) ? [{ type: 'NetworkRoleRevoked', data: { networkId, userId: personId as UserId } }] : []
      }
      const invitation = network.invitations.get(personId)
      if (!invitation) throw missing('Account')
      return invitation.state === 'open' ? [{ type: 'InvitationRevoked', data: { networkId, invitationId: personId } }] : []
    }
  }
}

const replaced = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | undefined): ReadonlyMap<string, Value> =>
  value === undefined ? map : new Map(map).set(key, value)

/** English, and nobody is watched. */
const DEFAULT_MAIL = { language: 'en', trackMail: false } as const

const evolve = (network: NetworkState, { type, data }: NetworkEvent): NetworkState => {
  const { networkId } = data
  if (type === 'NetworkCreated') {
    const { name, slug, description, timeZone, reminderDays } = data
    const settings = { name, slug, description, timeZone, embedOrigins: [], reminderDays, senderName: null, ...DEFAULT_MAIL }
    return { networkId, settings, people: new Map(), invitations: new Map() }
  }
  if (!network) return network
  const { people, invitations } = network
  const inState = (id: string, state: Invitation['state']) => {
    const invitation = invitations.get(id)
    return { ...network, invitations: replaced(invitations, id, invitation && { ...invitation, state }) }
  }
  switch (type) {
    case 'NetworkSettingsChanged': {
      const { networkId: _, ...settings } = data
      return { ...network, settings: { ...DEFAULT_MAIL, ...settings } }
    }
    case 'NetworkRoleGranted':
      return { ...network, people: replaced(people, data.userId, { role: data.role, expiresAt: null }) }
    case 'TemporaryRoleGranted':
      return { ...network, people: replaced(people, data.userId, { role: data.role, expiresAt: data.expiresAt }) }
    case 'NetworkRoleRevoked':
      return { ...network, people: replaced(people, data.userId, null) }
    case 'PersonInvited': {
      const { role, expiresAt, acceptUntil, invitee } = data
      return {
        ...network,
        invitations: replaced(invitations, data.invitationId, { role, expiresAt, acceptUntil, email: invitee?.email ?? null, state: 'open' }),
      }
    }
    case 'InvitationAccepted':
      return inState(data.invitationId, data.userId)
    case 'InvitationRevoked':
      return inState(data.invitationId, 'revoked')
  }
}

export const networkDecider: Decider<NetworkState, NetworkCommand, NetworkEvent> = { initial: null, decide, evolve }
