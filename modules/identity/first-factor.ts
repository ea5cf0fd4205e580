import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import { refuseWeakSession, signedIn, type Visitor } from '../platform/http/visitor.ts'
import { addJob } from '../platform/jobs.ts'
import { factorStateOf, sessionHashOf, strengthenSession } from './accounts.ts'
import type { Factor } from './contract.ts'
import { codeDigest, newCode } from './recovery-codes.ts'

const LENGTH = 8
const MINUTES = 15
const LIFETIME_MS = MINUTES * 60_000

const codeNeeded = (wasReset: boolean) =>
  new DomainError(
    'forbidden',
    'mailed-code-required',
    wasReset
      ? 'Your second factor was reset. To add a new one, enter the code that we mail to you.'
      : 'Your network asks for a second factor. To add your first one, enter the code that we mail to you.',
  )

/**
 * The first second factor of an account in a network that requires one. Without the mailed code, a person who knows
 * only the password could add a second factor and act as an Admin (R7).
 */
export const firstFactors = (db: pg.Pool) => ({
  /** Mails a code that is valid in this session only. */
  request: (sessionId: string) => addJob(db, { task: 'mail-factor-code', payload: { sessionId } }),

  confirm: async (sessionId: string, code: string, at: Instant): Promise<boolean> => {
    const { rowCount } = await db.query('update factor_codes set confirmed_at = $3 where session_hash = $1 and code_hash = $2 and expires_at > $3', [
      sessionHashOf(sessionId),
      await codeDigest(sessionId, code),
      at,
    ])
    return rowCount === 1
  },

  /**
   * True if the new factor will be the first.
   * @throws DomainError 403 if the session was opened without the account's second factor; or if the mailed code is
   * missing, which a first factor needs in a network that requires factors, and after a reset
   */
  mayAdd: async (visitor: Visitor, at: Instant): Promise<boolean> => {
    const { id, sessionId, strong } = signedIn(visitor)
    const state = await factorStateOf(db, id)
    if (state === 'present') {
      refuseWeakSession({ factored: true, strong })
      return false
    }
    if (visitor.barred.size === 0 && state !== 'reset') return true
    const { rowCount } = await db.query('select from factor_codes where session_hash = $1 and confirmed_at > $2', [
      sessionHashOf(sessionId),
      instantOf(Date.parse(at) - LIFETIME_MS),
    ])
    if (rowCount === 0) throw codeNeeded(state === 'reset')
    return true
  },
})
export type FirstFactors = ReturnType<typeof firstFactors>

/** Makes a new code for a session when its mail goes out; null if the session has ended. */
export const issueFactorCode = async (db: pg.Pool, sessionId: string, at: Instant): Promise<{ userId: string; code: string } | null> => {
  const code = newCode(LENGTH)
  const { rows } = await db.query<{ userId: string }>(
    `with session as (select id_hash, user_id from sessions where id_hash = $1),
       kept as (
         insert into factor_codes (session_hash, code_hash, expires_at) select id_hash, $2, $3 from session
         on conflict (session_hash) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, confirmed_at = null)
     select user_id as "userId" from session`,
    [sessionHashOf(sessionId), await codeDigest(sessionId, code), instantOf(Date.parse(at) + LIFETIME_MS)],
  )
  return rows[0] ? { userId: rows[0].userId, code } : null
}

export const mailSecondFactor = (db: pg.Pool, userId: string, factor: Factor, added: boolean) =>
  addJob(db, { task: 'mail-second-factor', payload: { userId, factor, added } })

type Added = Readonly<{ userId: UserId; sessionId: string; factor: Factor; isFirst: boolean; at: Instant }>

/**
 * Records a new second factor: the session counts as opened with it, the owner is mailed, and for a first factor also
 * the other Admins.
 */
export const factorAdded = async (db: pg.Pool, { userId, sessionId, factor, isFirst, at }: Added): Promise<void> => {
  await strengthenSession(db, sessionId)
  await db.query('update users set factors_reset_at = null where id = $1 and factors_reset_at is not null', [userId])
  await mailSecondFactor(db, userId, factor, true)
  if (isFirst) await addJob(db, { task: 'tell-admins-about-a-first-factor', payload: { userId, factor, at } })
}
