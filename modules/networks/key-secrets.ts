import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import { newSecret } from '../platform/personal-data/secret.ts'

const FORM = /^vestry_[0-9a-f]{32}_[\w-]{43}$/

/** Whether a text can be an API key at all. */
export const isKeyShaped = (text: string): boolean => FORM.test(text)

/** A new secret of a key: 'vestry_', by which scanners know it, the key's id, and 256 random bits. */
export const newKeySecret = (keyId: string): string => `vestry_${keyId.replaceAll('-', '')}_${newSecret()}`

/** What is kept of a secret. */
export const keyHash = (secret: string): string => hash('sha256', secret, 'base64url')

const SEEN_EVERY = '1 minute'

/** The hashes of API keys' secrets, and when each key was last used. */
export const keySecrets = (db: Pick<pg.Pool, 'query'>) => ({
  /** Gives a key its secret. The one before, if there is one, stays good until a moment. */
  put: (keyId: string, secret: string, earlierUntil: Instant | null) =>
    db.query(
      `insert into api_key_secrets as s (key_id, hash) values ($1, $2)
       on conflict (key_id) do update set hash = excluded.hash, earlier_hash = s.hash, earlier_until = $3`,
      [keyId, keyHash(secret), earlierUntil],
    ),

  /** From then on no secret of the key is good, in no process. */
  remove: (keyId: string) => db.query('delete from api_key_secrets where key_id = $1', [keyId]),

  /** Notes that a key was used, once a minute at most, whichever processes it was used at. False where this secret is not good any more. */
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
