import { DomainError, forbidden, missing, type Thing } from '../../kernel/errors.ts'
import type { NetworkId, UserId } from '../../kernel/ids.ts'

export type GrantedRole = 'Admin' | 'Member' | 'Auditor'

/** That a visitor might do something in a network, when a handler looked. */
export type Right = Readonly<{ network: NetworkId; kind: 'read' | 'write'; thing: Thing; action: string }>

/** Who asks. Tenancy and role come from the session, never from a body. */
export type Visitor = Readonly<{
  user: Readonly<{ id: UserId; email: string; emailConfirmed: boolean; fresh: boolean; strong: boolean; sessionId: string }> | null
  /** The roles of the signed-in user, by network. */
  grants: ReadonlyMap<NetworkId, GrantedRole>
  /** The networks that ask their Admins for a second factor, which this session was opened without. */
  barred: ReadonlySet<NetworkId>
  /** The network that lists show. */
  network: NetworkId | null
  address: string
  /** What the handler of this request looked at and allowed: a stored answer is given again only while all of it holds. */
  rights: Right[]
}>

/** `user:<id>` or `guest`, for the log. */
export const actorOf = (visitor: Visitor): string => (visitor.user ? `user:${visitor.user.id}` : 'guest')

export const currentRole = (visitor: Visitor): GrantedRole | null => (visitor.network ? (visitor.grants.get(visitor.network) ?? null) : null)

/** Somebody signed in; 401 otherwise. */
export const signedIn = (visitor: Visitor) => {
  if (!visitor.user) throw new DomainError('unauthenticated', 'unauthenticated', 'Please log in to continue.')
  return visitor.user
}

type Owner = NetworkId | null | undefined

/** Refuses an Admin whose network asks for more than a password (R31). */
export const refuseWithoutSecondFactor = ({ barred }: Visitor, network: Owner): void => {
  if (network && barred.has(network))
    throw new DomainError(
      'forbidden',
      'second-factor-required',
      'This network asks its Admins for a second factor. Set one up under Settings, Security, or sign in with it.',
    )
}

const allowed = (visitor: Visitor, network: Owner, kind: Right['kind'], thing: Thing, action: string): NetworkId => {
  const role = network ? visitor.grants.get(network) : undefined
  if (!network || !role) throw missing(thing)
  refuseWithoutSecondFactor(visitor, network)
  if (role === 'Admin' || (role === 'Auditor' && kind === 'read')) return network
  throw forbidden(action, thing.toLowerCase() as Lowercase<Thing>)
}

/** May the visitor do this in the network that owns the thing? A foreign network is as good as absent (R25). */
export const mayIn = (visitor: Visitor, owner: Owner, kind: Right['kind'], thing: Thing, action: string): NetworkId => {
  const network = allowed(visitor, owner, kind, thing, action)
  visitor.rights.push({ network, kind, thing, action })
  return network
}

/** Throws what the handler would throw today, when the visitor has lost a role by which an earlier answer was made. */
export const stillMay = (visitor: Visitor, rights: readonly Right[]): void => {
  for (const { network, kind, thing, action } of rights) allowed(visitor, network, kind, thing, action)
}
