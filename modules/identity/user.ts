import type { Account } from './accounts.ts'
import type { User } from './contract.ts'
import type { GrantsOf } from './sessions.ts'

/**
 * Lowers ASCII letters only. Some other letters have ASCII lower-case forms (the Kelvin sign becomes k), but with them
 * an address is another address.
 */
const lowered = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export type IsOperator = (account: Pick<Account, 'email' | 'confirmed'>) => boolean

/** True if the account has confirmed one of the operators' addresses (R125). */
export const operatorsAt = (emails: readonly string[]): IsOperator => {
  const known = new Set(emails.map(lowered))
  return ({ email, confirmed }) => confirmed && known.has(lowered(email))
}

export type UserOf = (account: Account) => Promise<User>

/** A user as `verify` shows them: with their networks, and the current one (R16). */
export const userWith =
  (grantsOf: GrantsOf, isOperator: IsOperator): UserOf =>
  async (account) => {
    const grants = await grantsOf(account.id)
    const current = grants.find(({ networkId }) => networkId === account.networkId) ?? grants[0]
    return {
      id: account.id,
      email: account.email,
      firstName: account.firstName,
      lastName: account.lastName,
      role: current?.role ?? null,
      network: current ? { id: current.networkId, name: current.name } : null,
      isOperator: isOperator(account),
      networks: grants.map(({ networkId, name, role }) => ({ id: networkId, name, role })),
    }
  }
