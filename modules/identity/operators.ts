import type { Account } from './accounts.ts'

/** ASCII only: other letters share lower-case forms with it (the Kelvin sign is a k), and would be another address. */
const lowered = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export type IsOperator = (account: Pick<Account, 'email' | 'confirmed'>) => boolean

/** True if the account has confirmed one of the operators' addresses (R125). */
export const operatorsAt = (emails: readonly string[]): IsOperator => {
  const known = new Set(emails.map(lowered))
  return ({ email, confirmed }) => confirmed && known.has(lowered(email))
}
