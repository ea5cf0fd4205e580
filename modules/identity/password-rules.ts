import type pg from 'pg'
import { invalid } from '../kernel/errors.ts'
import type { Account } from './accounts.ts'
import { isCommon, isMadeOf } from './common-passwords.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

const PRODUCT = 'Vestry'

/** What the contract cannot say, because browsers share it (R6). @throws DomainError 400 */
export const refuseGuessable = (field: string, password: string, names: readonly string[] = []): void => {
  if (isCommon(password)) throw invalid(field, 'This password is too common. Please choose another.')
  if (isMadeOf(password, [PRODUCT, ...names])) throw invalid(field, 'This password is made of names that are easy to guess. Please choose another.')
}

/** Is it the account's password? It takes as long when there is no account; an outdated hash is made anew on the way. */
export const passwordChecker =
  (db: pg.Pool, { sandbox }: Readonly<{ sandbox: boolean }>) =>
  async (account: Account | null, password: string): Promise<boolean> => {
    const stored = password === DEMO_PASSWORD && !sandbox ? null : account?.passwordHash
    if (!(await verifyPassword(stored, password)) || !account || !stored) return false
    // Unless the password has been changed meanwhile.
    if (isOutdated(stored))
      await db.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [account.id, await hashPassword(password), stored])
    return true
  }
export type IsPasswordOf = ReturnType<typeof passwordChecker>
