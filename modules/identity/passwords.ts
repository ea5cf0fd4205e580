import type pg from 'pg'
import { invalid } from '../kernel/errors.ts'
import { type Account, findById } from './accounts.ts'
import { isCommon, isMadeOf } from './common-passwords.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { hashingThreads } from './hashing.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const MADE_NOW = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

const onThreads = hashingThreads()

export const hashPassword = async (password: string): Promise<string> => String(await onThreads({ password: password.normalize('NFKC'), options }))

/** A deterministic hash of text and salt, as slow to guess as a password: for codes too short for a plain digest. */
export const slowDigest = async (text: string, salt: Buffer): Promise<Buffer> =>
  Buffer.from(
    String(await onThreads({ password: text, options: { ...options, salt } }))
      .split('$')
      .at(-1) ?? '',
    'base64',
  )

let decoy: Promise<string> | undefined

/** Verifies a password; takes the same time without a stored hash. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await onThreads({ password: password.normalize('NFKC'), stored: against })
  return matches === true && Boolean(stored)
}

/** True for a hash with earlier parameters, which is renewed the next time the password is entered. */
const isOutdated = (stored: string): boolean => !stored.startsWith(MADE_NOW)

const PRODUCT = 'Vestry'

/** Password rules that only the server checks; browsers know those in the contract (R3). @throws DomainError 400 */
export const refuseGuessable = (field: string, password: string, names: readonly string[] = []): void => {
  if (isCommon(password)) throw invalid(field, 'This password is too common. Please choose another.')
  if (isMadeOf(password, [PRODUCT, ...names])) throw invalid(field, 'This password is made of names that are easy to guess. Please choose another.')
}

/**
 * The account's hash if the password is right, else null; takes the same time without an account. Renews an outdated
 * hash.
 */
export const passwordChecker = (db: pg.Pool, { sandbox }: Readonly<{ sandbox: boolean }>) => {
  const hashOf = async (account: Account | null, password: string): Promise<string | null> => {
    const stored = password === DEMO_PASSWORD && !sandbox ? null : account?.passwordHash
    if (!(await verifyPassword(stored, password)) || !account || !stored) return null
    if (!isOutdated(stored)) return stored
    const renewed = await hashPassword(password)
    const { rowCount } = await db.query('update users set password_hash = $2 where id = $1 and password_hash = $3', [account.id, renewed, stored])
    // No row was updated: another sign-in has renewed the hash, or the password has changed.
    return rowCount === 1 ? renewed : hashOf(await findById(db, account.id), password)
  }
  return hashOf
}
export type HashOf = ReturnType<typeof passwordChecker>
