import { DomainError, forbidden, missing, type Thing } from '../../kernel/errors.ts'
import type { NetworkId, UserId } from '../../kernel/ids.ts'

export type GrantedRole = 'Admin' | 'Member' | 'Auditor'

/** Scope of an API key: `read` reads as an Auditor does, `write` also changes (R26). */
export type KeyScope = 'read' | 'write'

export type Right = Readonly<{ network: NetworkId; kind: 'read' | 'write'; thing: Thing; action: string }>

/** The sender of a request. Tenancy and role come from the session or the API key, never from a body. */
export type Visitor = Readonly<{
  user: Readonly<{
    id: UserId
    email: string
    emailConfirmed: boolean
    /** True if the user operates the installation (R125). */
    isOperator: boolean
    fresh: boolean
    strong: boolean
    factored: boolean
    sessionId: string
  }> | null
  /** The API key, if the request carries one instead of a session. */
  key: Readonly<{ id: string; scope: KeyScope }> | null
  /** The user's roles by network; for a key, the role that it acts with. */
  grants: ReadonlyMap<NetworkId, GrantedRole>
  /** Networks closed to this session because it lacks a second factor that they require or that was reset. */
  barred: ReadonlySet<NetworkId>
  /** The network that lists show. */
  network: NetworkId | null
  address: string
  /**
   * Granted permissions: a stored answer is repeated only while all of them hold, and the access log derives whose
   * books were read (R104).
   */
  rights: Right[]
}>

/** True if the log's actor is an API key. */
export const isKey = (actor: string): boolean => actor.startsWith('key:')

const keyActor = (id: string): string => `key:${id}`

/** `user:<id>`, `key:<id>` or `guest`, for the log. */
export const actorOf = ({ user, key }: Visitor): string => (key ? keyActor(key.id) : user ? `user:${user.id}` : 'guest')

/** The id under which a sender is counted: a user's or a key's; null for a guest. */
export const senderOf = ({ user, key }: Visitor): string | null => (key ? keyActor(key.id) : (user?.id ?? null))

export const currentRole = (visitor: Visitor): GrantedRole | null => (visitor.network ? (visitor.grants.get(visitor.network) ?? null) : null)

/** The signed-in user; 401 without one. */
export const signedIn = (visitor: Visitor) => {
  if (!visitor.user) throw new DomainError('unauthenticated', 'unauthenticated', 'Please log in to continue.')
  return visitor.user
}

/** Refuses API keys for texts and addresses by which a stolen key could mislead payors (R27). */
export const refuseKey = ({ key }: Visitor, text: string): void => {
  if (key) throw new DomainError('forbidden', 'key-not-these-words', text)
}

/** The user or key under which work is counted; 401 without one. */
export const knownSender = (visitor: Visitor): string => senderOf(visitor) ?? signedIn(visitor).id

/** Refuses a session without the account's second factor: a stolen password must not change its protection (R6). */
export const refuseWeakSession = ({ factored, strong }: Readonly<{ factored: boolean; strong: boolean }>): void => {
  if (factored && !strong)
    throw new DomainError(
      'forbidden',
      'second-step-required',
      'Please confirm with your passkey, a code from your authenticator app or a recovery code.',
    )
}

type Owner = NetworkId | null | undefined

/** Refuses an Admin without the second factor that the network requires (R17). */
export const refuseWithoutSecondFactor = ({ barred }: Visitor, network: Owner): void => {
  if (network && barred.has(network))
    throw new DomainError(
      'forbidden',
      'second-factor-required',
      'This network asks its Admins for a second factor, or yours was reset. Set one up under Settings, Security, or sign in with it.',
    )
}

const allowed = (visitor: Visitor, network: Owner, kind: Right['kind'], thing: Thing, action: string): NetworkId => {
  const role = network ? visitor.grants.get(network) : undefined
  if (!network || !role) throw missing(thing)
  refuseWithoutSecondFactor(visitor, network)
  if (role === 'Admin' || (role === 'Auditor' && kind === 'read')) return network
  throw forbidden(action, thing.toLowerCase() as Lowercase<Thing>)
}

/**
 * Checks the visitor's role in the network that owns the thing, and records the right. A thing of another network is
 * answered as if it were absent (R14).
 */
export const mayIn = (visitor: Visitor, owner: Owner, kind: Right['kind'], thing: Thing, action: string): NetworkId => {
  const network = allowed(visitor, owner, kind, thing, action)
  visitor.rights.push({ network, kind, thing, action })
  return network
}

/** True if the visitor may see all of a partly public thing; grants the right as `mayIn` does. */
export const admittedToBooks = (visitor: Visitor, network: NetworkId, thing: Thing, action: string): boolean => {
  const role = visitor.grants.get(network)
  if ((role !== 'Admin' && role !== 'Auditor') || visitor.barred.has(network)) return false
  mayIn(visitor, network, 'read', thing, action)
  return true
}

/** Throws the handler's refusal if the visitor has lost a permission that an earlier answer needed. */
export const stillMay = (visitor: Visitor, rights: readonly Right[]): void => {
  for (const { network, kind, thing, action } of rights) allowed(visitor, network, kind, thing, action)
}
