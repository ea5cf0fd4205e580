import { isDeepStrictEqual } from 'node:util'
import type { Role } from '../identity/contract.ts'
import { Instant } from '../kernel/date-schemas.ts'
import { dayIn, endOfDay, formatDay, instantOf, type LocalDate } from '../kernel/dates.ts'
import { DomainError, forbidden, invalid, missing, refused } from '../kernel/errors.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import type { OffBecause } from '../webhooks/contract.ts'
import { INVITATION_DAYS, type KeyScope } from './contract.ts'
import type { NetworkEvent, NetworkSettings, WebhookTerms } from './events.ts'

const DAY_MS = 86_400_000

export type By = Readonly<{ networkId: NetworkId; by: UserId; at: Instant }>
type Admitted = By & Readonly<{ role: Role; expiresAt: Instant | null }>
type Answered = Readonly<{ networkId: NetworkId; invitationId: string; userId: UserId; email: string; at: Instant }>

export type AccessCommand =
  | ({ type: 'GrantRole'; userId: UserId; email: string } & Admitted)
  /**
   * Invites a person, who gets access by accepting. A new role or invitation ends earlier open invitations to the same
   * address.
   */
  | ({ type: 'Invite'; invitationId: string; email: string } & Admitted)
  | ({ type: 'AcceptInvitation' | 'DeclineInvitation' } & Answered)
  /** Ends a person's access, or revokes an invitation. */
  | ({ type: 'Remove'; personId: string } & By)
  | ({ type: 'ResetSecondFactors'; userId: UserId } & By)
  /** The owner of an account deletes the account, and thereby loses access. */
  | Readonly<{ type: 'Leave'; networkId: NetworkId; userId: UserId; at: Instant }>

type Grant = Readonly<{ role: Role; expiresAt: Instant | null }>
/** `email`: null once forgotten, after the invitation has ended. */
export type Invitation = Grant &
  Readonly<{ email: string | null; acceptUntil: Instant; state: 'open' | 'revoked' | 'declined' | 'accepted'; answeredBy: UserId | null }>

export type HeldKey = Readonly<{ name: string; scope: KeyScope; endsAt: Instant | null; ended: boolean; replacedUntil: Instant | null }>

/** A webhook of the network; `secretNumber` counts its secrets from 0, each derived from a version of the key. */
export type HeldWebhook = WebhookTerms &
  Readonly<{ isOn: boolean; offBecause: OffBecause | null; removed: boolean; secretNumber: number; keyVersion: number; earlierUntil: Instant | null }>

export type NetworkState = Readonly<{
  networkId: NetworkId
  settings: NetworkSettings
  /** The roles by user; null for a revoked one. */
  people: ReadonlyMap<string, Grant | null>
  invitations: ReadonlyMap<string, Invitation>
  keys: ReadonlyMap<string, HeldKey>
  webhooks: ReadonlyMap<string, HeldWebhook>
}> | null

export type Existing = NonNullable<NetworkState>

/** The end of an access or a key: a bare day lasts to its end in the network's zone. */
export const untilOf = (end: Instant | LocalDate | null | undefined, network: NetworkState): Instant | null => {
  if (!end) return null
  const moment = Instant.safeParse(end)
  return moment.success ? moment.data : endOfDay(network?.settings.timeZone ?? 'UTC', end as LocalDate)
}

const same = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

const openInvitation = ({ invitations }: Existing, email: string): readonly [id: string, invitation: Invitation] | undefined =>
  [...invitations].find(([, { state, email: to }]) => state === 'open' && same(to, email))

const over = ({ expiresAt }: Grant, at: Instant): boolean => expiresAt !== null && expiresAt <= at

export const isIn = (network: NetworkState, userId: UserId, at: Instant): boolean => {
  const grant = network?.people.get(userId)
  return Boolean(grant && !over(grant, at))
}

/**
 * An Admin whose role has an end can neither grant nor change a role that lasts longer; otherwise they could make
 * themselves the only Admin for good (R20).
 */
export const mayTouch = ({ people, settings }: Existing, { by, at }: By, touched: readonly (Pick<Grant, 'expiresAt'> | null | undefined)[]): void => {
  const own = people.get(by)
  if (own?.role !== 'Admin' || over(own, at)) throw forbidden('update', 'network')
  const end = own.expiresAt
  if (end === null || touched.every((grant) => !grant || (grant.expiresAt !== null && grant.expiresAt <= end))) return
  const day = formatDay(dayIn(settings.timeZone, end))
  throw new DomainError('forbidden', 'role-ends', `Your own access ends on ${day}. You cannot give, change or end access that lasts longer.`)
}

/** At least one Admin without an end must remain (R20). */
const keepsAnAdmin = ({ people }: Existing, without: string): boolean =>
  [...people].some(([userId, grant]) => userId !== without && grant?.role === 'Admin' && grant.expiresAt === null)

const mayLose = (network: Existing, userId: string): void => {
  const grant = network.people.get(userId)
  if (grant?.role === 'Admin' && grant.expiresAt === null && !keepsAnAdmin(network, userId))
    throw refused('last-admin', 'The last Admin of a network cannot leave it. Make someone else an Admin first.')
}

/** @throws DomainError 'last-admin' if the network would be left without an Admin */
export const mayLeave = (network: NetworkState, userId: UserId): void => {
  if (network) mayLose(network, userId)
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

export const invitationInvalid = () => new DomainError('invalid', 'token-invalid', 'Invalid or expired invitation link.')

/** The end of an invitation: `acceptUntil`, or the end of the offered access if that is earlier. */
export const openUntil = ({ acceptUntil, expiresAt }: Pick<Invitation, 'acceptUntil' | 'expiresAt'>): Instant =>
  expiresAt !== null && expiresAt < acceptUntil ? expiresAt : acceptUntil

const isOpen = (invitation: Invitation, at: Instant): boolean => invitation.state === 'open' && openUntil(invitation) > at

/**
 * The invitation that a link names. It must not be revoked, and must be for this address or already answered by this
 * user (R19).
 */
const invitationTo = ({ invitations }: Existing, { invitationId, userId, email }: Omit<Answered, 'networkId'>, action: string): Invitation => {
  const invitation = invitations.get(invitationId)
  if (!invitation || invitation.state === 'revoked') throw invitationInvalid()
  const { answeredBy } = invitation
  if (answeredBy === null && invitation.email === null) throw invitationInvalid()
  if (answeredBy === null ? !same(invitation.email, email) : answeredBy !== userId) throw forbidden(action, 'invitation')
  return invitation
}

/** The offer of an invitation to its recipient, while they can answer it or have accepted it. */
export const offered = (network: NetworkState, asked: Omit<Answered, 'networkId'>): Grant & Readonly<{ networkName: string; timeZone: string }> => {
  if (!network) throw invitationInvalid()
  const invitation = invitationTo(network, asked, 'view')
  const { role, expiresAt, state } = invitation
  if (!isOpen(invitation, asked.at) && !(state === 'accepted' && isIn(network, asked.userId, asked.at))) throw invitationInvalid()
  return { networkName: network.settings.name, role, expiresAt, timeZone: network.settings.timeZone }
}

const revoked = (networkId: NetworkId, open: ReturnType<typeof openInvitation>): NetworkEvent[] =>
  open ? [{ type: 'InvitationRevoked', data: { networkId, invitationId: open[0] } }] : []

const PAST_END = 'The end of the access must be in the future'

export const decideAccess = (command: AccessCommand, network: Existing): NetworkEvent[] => {
  const { networkId } = command
  switch (command.type) {
    case 'GrantRole': {
      const { userId, email, at, role, expiresAt } = command
      if (expiresAt && expiresAt <= at) throw invalid('expiresAt', PAST_END)
      // The user's access may have ended since the Admin saw it: nobody regains access without an invitation (R19).
      if (!isIn(network, userId, at)) throw missing('Account')
      const open = openInvitation(network, email)
      const before = network.people.get(userId)
      if (!open && isDeepStrictEqual(before, { role, expiresAt })) return []
      mayTouch(network, command, [command, before, open?.[1]])
      return [...revoked(networkId, open), ...grant(network, userId, { role, expiresAt })]
    }
    case 'Invite': {
      const { invitationId, email, role, expiresAt, at } = command
      if (expiresAt && expiresAt <= at) throw invalid('expiresAt', PAST_END)
      if (network.invitations.has(invitationId)) return []
      const open = openInvitation(network, email)
      mayTouch(network, command, [command, open?.[1]])
      const { timeZone } = network.settings
      // The mail names the last day for accepting, so the invitation is valid until that day ends.
      const acceptUntil = endOfDay(timeZone, dayIn(timeZone, instantOf(Date.parse(at) + INVITATION_DAYS * DAY_MS)))
      return [
        ...revoked(networkId, open),
        { type: 'PersonInvited', data: { networkId, invitationId, invitee: { email }, role, expiresAt, acceptUntil } },
      ]
    }
    case 'AcceptInvitation': {
      const { invitationId, userId } = command
      const invitation = invitationTo(network, command, 'accept')
      // The invitation was accepted before. A retry succeeds as long as the person has its access.
      if (invitation.state === 'accepted' && network.people.get(userId)) return []
      if (!isOpen(invitation, command.at)) throw invitationInvalid()
      return [{ type: 'InvitationAccepted', data: { networkId, invitationId, userId } }, ...grant(network, userId, invitation)]
    }
    case 'DeclineInvitation': {
      const { invitationId, userId, at } = command
      const invitation = invitationTo(network, command, 'decline')
      if (invitation.state === 'declined') return []
      if (!isOpen(invitation, at)) throw invitationInvalid()
      return [{ type: 'InvitationDeclined', data: { networkId, invitationId, userId } }]
    }
    case 'Leave': {
      const { userId } = command
      if (!network.people.get(userId)) return []
      mayLose(network, userId)
      return [{ type: 'NetworkRoleRevoked', data: { networkId, userId } }]
    }
    case 'ResetSecondFactors': {
      const { userId, at } = command
      if (!isIn(network, userId, at)) throw missing('Account')
      mayTouch(network, command, [network.people.get(userId)])
      return [{ type: 'SecondFactorsReset', data: { networkId, userId } }]
    }
    case 'Remove': {
      const { personId } = command
      const invitation = network.invitations.get(personId)
      if (!network.people.has(personId) && !invitation) throw missing('Account')
      const lost = network.people.get(personId)
      if (!lost && invitation?.state !== 'open') return []
      mayTouch(network, command, [lost ?? invitation])
      if (!lost) return [{ type: 'InvitationRevoked', data: { networkId, invitationId: personId } }]
      mayLose(network, personId)
      return [{ type: 'NetworkRoleRevoked', data: { networkId, userId: personId as UserId } }]
    }
  }
}
