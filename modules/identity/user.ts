import type { Account } from './accounts.ts'
import type { User } from './contract.ts'
import type { IsOperator } from './operators.ts'
import type { GrantsOf } from './sessions.ts'

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
