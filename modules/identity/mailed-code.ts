import type { Request, Response } from 'express'
import type pg from 'pg'
import { v7 } from 'uuid'
import { type Clock, type Instant, instantOf } from '../kernel/dates.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import { addJob } from '../platform/jobs.ts'
import { digest, newSecret } from '../platform/personal-data/master-key.ts'
import { transaction } from '../platform/postgres/database.ts'
import { findByEmail } from './accounts.ts'
import type { ProfileNames } from './contract.ts'
import { codeDigest, newCode } from './recovery-codes.ts'
import type { Sessions } from './sessions.ts'

const LENGTH = 8
const LIFETIME_MS = 15 * 60_000

const digestOf = (hash: Buffer, email: string, code: string) => codeDigest(`${hash.toString('base64url')} ${email.toLowerCase()}`, code)

type Names = Readonly<{ [Name in keyof (typeof ProfileNames)['shape']]?: string | undefined }>

/** Sign-ins by a code mailed to an address, with or without an account (R8). */
export const mailedCodes = (db: pg.Pool, sessions: Sessions, now: Clock) => {
  const asked = (req: Request): Buffer | null => {
    const secret = sessions.mailedCode.of(req)
    return secret === null ? null : digest(secret)
  }
  return {
    /** Mails a code that is valid in this browser only. */
    request: async (res: Response, email: string, language: Language): Promise<void> => {
      const secret = newSecret()
      await db.query('delete from sign_in_codes where expires_at < $1', [now()])
      await db.query('insert into sign_in_codes (hash, expires_at) values ($1, $2)', [digest(secret), instantOf(Date.parse(now()) + LIFETIME_MS)])
      await addJob(db, { task: 'mail-sign-in-code', payload: { hash: digest(secret).toString('base64url'), email, language } })
      sessions.mailedCode.set(res, secret, LIFETIME_MS)
    },

    /** True for the code that was mailed to the address because this browser asked for it. */
    isRight: async (req: Request, email: string, code: string): Promise<boolean> => {
      const hash = asked(req)
      if (!hash) return false
      const { rowCount } = await db.query('select from sign_in_codes where hash = $1 and code_hash = $2 and expires_at > $3', [
        hash,
        await digestOf(hash, email, code),
        now(),
      ])
      return rowCount === 1
    },

    /**
     * Uses up the code and returns the account that it signs in to. A new address gets a new account if its names are
     * given. Null without names, and for a used code. A password chosen before the address was confirmed ends, since it
     * may be an attacker's.
     */
    use: (req: Request, res: Response, email: string, { firstName, lastName }: Names): Promise<UserId | null> =>
      transaction(db, async (client) => {
        const known = await findByEmail(client, email)
        if (!known && !(firstName && lastName)) return null
        const { rowCount } = await client.query('delete from sign_in_codes where hash = $1', [asked(req)])
        if (rowCount !== 1) return null
        sessions.mailedCode.clear(res)
        const { rows } = known?.confirmed
          ? { rows: [known] }
          : await client.query<{ id: UserId }>(
              `insert into users (id, email, first_name, last_name, confirmed_at, created_at) values ($1, $2, $3, $4, $5, $5)
               on conflict (lower(email)) do update set confirmed_at = excluded.confirmed_at, password_hash = null returning id`,
              [v7(), email, firstName ?? known?.firstName, lastName ?? known?.lastName, now()],
            )
        const id = rows[0]?.id ?? null
        if (!known?.confirmed) await client.query('delete from user_tokens where user_id = $1', [id])
        return id
      }),
  }
}
export type MailedCodes = ReturnType<typeof mailedCodes>

/** A new code for a browser, made as its mail goes out; null once the request has expired or was used. */
export const issueSignInCode = async (db: pg.Pool, name: string, email: string, at: Instant): Promise<string | null> => {
  const hash = Buffer.from(name, 'base64url')
  const code = newCode(LENGTH)
  const { rowCount } = await db.query('update sign_in_codes set code_hash = $2 where hash = $1 and expires_at > $3', [
    hash,
    await digestOf(hash, email, code),
    at,
  ])
  return rowCount === 1 ? code : null
}
