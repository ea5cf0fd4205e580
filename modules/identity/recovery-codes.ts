import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { digest } from '../platform/personal-data/master-key.ts'
import { slowDigest } from './passwords.ts'

type Querying = Pick<pg.ClientBase, 'query'>

const CODES = 10
const LENGTH = 10
/** The characters of a code, without those that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random code in two groups, to be typed by hand. */
export const newCode = (length: number): string => {
  const characters = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${characters.slice(0, length / 2)}-${characters.slice(length / 2)}`
}
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A slow hash, since codes are too short for a plain digest. */
export const codeDigest = (owner: string, code: string): Promise<Buffer> => slowDigest(plain(code), digest(owner))

/** Replaces an account's recovery codes. Returns the new ones in plain text, which is stored nowhere. */
export const replaceRecoveryCodes = async (db: Querying, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, () => newCode(LENGTH))
  const hashes = await Promise.all(codes.map((code) => codeDigest(userId, code)))
  await db.query(
    'with earlier as (delete from recovery_codes where user_id = $1) insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])',
    [userId, hashes],
  )
  return codes
}

/** Uses up a recovery code; false if it is wrong or used. */
export const takeRecoveryCode = async (db: Querying, userId: string, code: string): Promise<boolean> => {
  if (plain(code).length !== LENGTH) return false
  const { rowCount } = await db.query('delete from recovery_codes where user_id = $1 and hash = $2', [userId, await codeDigest(userId, code)])
  return rowCount === 1
}

export const countRecoveryCodes = async (db: Querying, userId: string): Promise<number> =>
  (await db.query<{ left: number }>('select count(*)::int as left from recovery_codes where user_id = $1', [userId])).rows[0]?.left ?? 0
