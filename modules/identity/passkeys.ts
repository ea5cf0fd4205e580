import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { refused } from '../kernel/errors.ts'
import { digest } from '../platform/personal-data/master-key.ts'
import { type Account, removeFactor } from './accounts.ts'
import type * as contract from './contract.ts'

const CHALLENGE_MS = 5 * 60_000
const RP_NAME = 'Vestry'
/** Nobody has more devices than this. */
const MAX_PASSKEYS = 20

type Row = Readonly<{
  id: string
  userId: string
  name: string
  publicKey: Buffer
  counter: string
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}>

const columns = `id, user_id as "userId", name, public_key as "publicKey", counter, transports, created_at as "createdAt", last_used_at as "lastUsedAt"`

const show = ({ id, name, createdAt, lastUsedAt }: Row): contract.Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/**
 * Passkeys (WebAuthn): keys kept by a device or password manager, unlocked by their owner, bound to the origin of their
 * creation (`origin`: scheme, host and port as the browser sees them). A challenge is signed once, within five minutes.
 */
export const passkeys = (db: pg.Pool) => {
  const keep = async (challenge: string, userId: string | null, at: Instant): Promise<void> => {
    await db.query('delete from passkey_challenges where expires_at < $1', [at])
    await db.query('insert into passkey_challenges (hash, user_id, expires_at) values ($1, $2, $3)', [
      digest(challenge),
      userId,
      instantOf(Date.parse(at) + CHALLENGE_MS),
    ])
  }
  const takerOf = (userId: string | null, at: Instant) => async (challenge: string) => {
    const { rowCount } = await db.query(
      'delete from passkey_challenges where hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3',
      [digest(challenge), userId, at],
    )
    return rowCount === 1
  }
  const rowsOf = async (userId: string): Promise<Row[]> =>
    (await db.query<Row>(`select ${columns} from passkeys where user_id = $1 order by created_at, id`, [userId])).rows

  return {
    list: async (userId: string): Promise<contract.Passkey[]> => (await rowsOf(userId)).map(show),

    toMake: async ({ id, email, firstName, lastName }: Account, origin: string, at: Instant) => {
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: new URL(origin).hostname,
        userName: email,
        userDisplayName: `${firstName} ${lastName}`,
        userID: new TextEncoder().encode(id),
        excludeCredentials: (await rowsOf(id)).map((row) => ({ id: row.id, transports: row.transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await keep(options.challenge, id, at)
      return options
    },

    /** Stores a passkey made by a browser; null if invalid. */
    add: async (
      userId: string,
      { name, ...response }: contract.NewPasskey,
      { origin, device, at }: Readonly<{ origin: string; device: string; at: Instant }>,
    ): Promise<contract.Passkey | null> => {
      const made = await verifyRegistrationResponse({
        response,
        expectedChallenge: takerOf(userId, at),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
      }).catch(() => null)
      if (!made?.verified) return null
      if ((await rowsOf(userId)).length >= MAX_PASSKEYS) throw refused('too-many-passkeys', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
      const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
      const { rows } = await db.query<Row>(
        `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict do nothing returning ${columns}`,
        [id, userId, name ?? device, Buffer.from(publicKey), counter, transports, at],
      )
      return rows[0] ? show(rows[0]) : null
    },

    toSignIn: async (origin: string, at: Instant) => {
      const options = await generateAuthenticationOptions({ rpID: new URL(origin).hostname, userVerification: 'required' })
      await keep(options.challenge, null, at)
      return options
    },

    /** The owner of the signing passkey; null for an invalid signature. */
    ownerOf: async (response: contract.PasskeySignature, origin: string, at: Instant): Promise<string | null> => {
      const { rows } = await db.query<Row>(`select ${columns} from passkeys where id = $1`, [response.id])
      const [row] = rows
      if (!row) return null
      const { id, publicKey, counter, transports } = row
      const signed = await verifyAuthenticationResponse({
        response,
        expectedChallenge: takerOf(null, at),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
        credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports },
      }).catch(() => null)
      if (!signed?.verified) return null
      await db.query('update passkeys set counter = greatest(counter, $2), last_used_at = $3 where id = $1', [
        id,
        signed.authenticationInfo.newCounter,
        at,
      ])
      return row.userId
    },

    remove: (userId: string, id: string): Promise<boolean> =>
      removeFactor(db, userId, (client) => client.query('delete from passkeys where user_id = $1 and id = $2', [userId, id])),
  }
}
export type Passkeys = ReturnType<typeof passkeys>
