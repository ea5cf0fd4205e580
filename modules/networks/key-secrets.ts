import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import { newSecret } from '../platform/personal-data/master-key.ts'

const FORM = /^vestry_[0-9a-f]{32}_[\w-]{43}$/

export const isKeyShaped = (text: string): boolean => FORM.test(text)

/** A new secret: 'vestry_', which secret scanners recognise, the key's id, and 256 random bits. */
export const newKeySecret = (keyId: string): string => `vestry_${keyId.replaceAll('-', '')}_${newSecret()}`

export const keyHash = (secret: string): string => hash('sha256', secret, 'base64url')

const SEEN_EVERY = '1 minute'

/** Hashes of API keys' secrets, and the time of each key's last use. */
export const keySecrets = (db: Pick<pg.Pool, 'query'>) => ({
  /** Gives a key its secret. The previous one stays valid until `earlierUntil`. */
  put: (keyId: string, secret: string, earlierUntil: Instant | null) =>
    db.query(
      `insert into api_key_secrets as s (key_id, hash) values ($1, $2)
       on conflict (key_id) do update set hash = excluded.hash, earlier_hash = s.hash, earlier_until = $3`,
      [keyId, keyHash(secret), earlierUntil],
    ),

  /** Invalidates all secrets of the key in every process. */
  remove: (keyId: string) => db.query('delete from api_key_secrets where key_id = $1', [keyId]),

  /** Records the use of a key, once a minute at most across processes. False if this secret is no longer valid. */
  noteUse: async (keyId: string, secretHash: string, at: Instant): Promise<boolean> => {
    const { rowCount } = await db.query({
      name: 'note-key-use',
      text: `with used as (
          update api_key_secrets set last_used_at = $3 where key_id = $1 and (last_used_at is null or last_used_at <= $3::timestamptz - interval '${SEEN_EVERY}'))
        select from api_key_secrets where key_id = $1 and $2 in (hash, earlier_hash)`,
      values: [keyId, secretHash, at],
    })
    return rowCount === 1
  },
})
export type KeySecrets = ReturnType<typeof keySecrets>
