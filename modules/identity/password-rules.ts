import type pg from 'pg'
import { invalid } from '../kernel/errors.ts'
import { type Account, findById } from './accounts.ts'
import { isCommon, isMadeOf } from './common-passwords.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

const PRODUCT = 'Vestry'

/** Rules outside the contract, which browsers share (R3). @throws DomainError 400 */
export const refuseGuessable = (field: string, password: string, names: readonly string[] = []): void => {
  if (isCommon(password)) throw invalid(field, 'This password is too common. Please choose another.')
  if (isMadeOf(password, [PRODUCT, ...names])) throw invalid(field, 'This password is made of names that are easy to guess. Please choose another.')
}

/** The account's hash if the password is right, else null; takes the same time without an account. Renews an outdated hash. */
export const passwordChecker = (db: pg.Pool, { sandbox }: Readonly<{ sandbox: boolean }>) => {
  const hashOf = async (account: Account | null, password: string): Promise<string | null> => {
    const stored = password === DEMO_PASSWORD && !sandbox ? null : account?.passwordHash
    if (!(await verifyPassword(stored, password)) || !account || !stored) return null
    if (!isOutdated(stored)) return stored
    const renewed = await hashPassword(password)
    const { rowCount } = await db.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [account.id, renewed, stored])
    // Another sign-in has renewed the hash, or the password has changed.
    return rowCount === 1 ? renewed : hashOf(await findById(db, account.id), password)
  }
  return hashOf
}
export type HashOf = ReturnType<typeof passwordChecker>
