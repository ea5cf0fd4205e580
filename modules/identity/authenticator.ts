import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import { refused } from '../kernel/errors.ts'
import type { PersonalData, Sealed } from '../platform/personal-data/personal-data.ts'
import { transaction } from '../platform/postgres/database.ts'
import { removeFactor } from './accounts.ts'
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'

type Querying = Pick<pg.ClientBase, 'query'>
type Row = Readonly<{ secret: Sealed; confirmed: boolean; lastStep: string }>

const ISSUER = 'Vestry'
const PERIOD_S = 30

const totpOf = (secret: string, label = ''): TOTP => new TOTP({ issuer: ISSUER, label, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/**
 * Authenticator apps as a second factor: time-based one-time passwords (RFC 6238) of six digits every 30 seconds, and
 * ten recovery codes that work once each. Codes run on real time. A code is valid once, in its own period and the
 * adjacent ones.
 */
export const authenticators = (pool: pg.Pool, personal: PersonalData) => {
  const rowOf = async (db: Querying, userId: string): Promise<Row | null> => {
    const { rows } = await db.query<Row>(
      'select secret, confirmed_at is not null as confirmed, last_step as "lastStep" from authenticators where user_id = $1 for update',
      [userId],
    )
    return rows[0] ?? null
  }

  /** The time step of a right code that is not used up; else null. */
  const stepOf = async (userId: string, { secret, lastStep }: Row, code: string): Promise<number | null> => {
    const opened = await personal.openAll<string>([{ owner: userId, sealed: secret }])
    if (!opened[0]) return null
    const digits = code.replace(/\s/g, '')
    const delta = /^\d{6}$/.test(digits) ? totpOf(opened[0]).validate({ token: digits, window: 1 }) : null
    if (delta === null) return null
    const step = Math.floor(Date.now() / 1000 / PERIOD_S) + delta
    return step > Number(lastStep) ? step : null
  }

  const isOn = async (userId: string): Promise<boolean> => {
    const { rows } = await pool.query<{ on: boolean }>({
      name: 'asks-for-code',
      text: 'select exists (select 1 from authenticators where user_id = $1 and confirmed_at is not null) as on',
      values: [userId],
    })
    return rows[0]?.on === true
  }

  return {
    isOn,

    /** `on`: sign-in requires a code. `recoveryCodes`: the number left. */
    stateOf: async (userId: string): Promise<{ on: boolean; recoveryCodes: number }> => ({
      on: await isOn(userId),
      recoveryCodes: await countRecoveryCodes(pool, userId),
    }),

    /**
     * Makes a new secret, which takes effect once a code made with it is confirmed. An earlier secret that was never
     * confirmed is replaced.
     */
    begin: async (userId: string, email: string): Promise<{ secret: string; uri: string }> => {
      const secret = new Secret({ size: 20 }).base32
      const [sealed] = await personal.sealAll([{ owner: userId, value: secret }])
      const { rowCount } = await pool.query(
        `insert into authenticators as a (user_id, secret) values ($1, $2)
         on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where a.confirmed_at is null`,
        [userId, sealed],
      )
      if (rowCount === 0) throw refused('totp-on', 'An authenticator app is already set up. Remove it before you set up another.')
      return { secret, uri: totpOf(secret, email).toString() }
    },

    /**
     * Requires codes from now on. Returns the recovery codes in plain text, which happens only this once. Null for a
     * wrong code.
     */
    confirm: (userId: string, code: string, at: Instant): Promise<string[] | null> =>
      transaction(pool, async (client) => {
        const row = await rowOf(client, userId)
        if (!row) throw refused('totp-not-begun', 'Please start setting up the authenticator app again.')
        if (row.confirmed) throw refused('totp-on', 'An authenticator app is already set up.')
        const step = await stepOf(userId, row, code)
        if (step === null) return null
        await client.query('update authenticators set confirmed_at = $2, last_step = $3 where user_id = $1', [userId, at, step])
        return replaceRecoveryCodes(client, userId)
      }),

    /**
     * Uses up a code of the authenticator app, or a recovery code. Accounts with only passkeys have recovery codes,
     * too. False for a wrong code.
     */
    check: (userId: string, code: string): Promise<boolean> =>
      transaction(pool, async (client) => {
        const row = await rowOf(client, userId)
        const step = row?.confirmed ? await stepOf(userId, row, code) : null
        if (step === null) return takeRecoveryCode(client, userId, code)
        await client.query('update authenticators set last_step = $2 where user_id = $1', [userId, step])
        return true
      }),

    remove: (userId: string): Promise<boolean> =>
      removeFactor(pool, userId, (client) => client.query('delete from authenticators where user_id = $1 and confirmed_at is not null', [userId])),
  }
}
export type Authenticators = ReturnType<typeof authenticators>
