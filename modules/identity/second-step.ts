import type { Request, Response } from 'express'
import type pg from 'pg'
import { type Clock, instantOf } from '../kernel/dates.ts'
import { DomainError } from '../kernel/errors.ts'
import { digest, newSecret } from '../platform/personal-data/master-key.ts'
import { provedBy } from './accounts.ts'
import type { Sessions } from './sessions.ts'

const WAITING_MS = 10 * 60_000

export const badCredentials = () => new DomainError('unauthenticated', 'bad-credentials', 'Invalid email or password')

/**
 * Signs in after a right first step, a password or a provider's identity. If the account requires a code, the browser
 * instead keeps a secret of the first step for ten minutes, and the code completes the sign-in.
 */
export const secondSteps = (db: pg.Pool, sessions: Sessions, now: Clock) => ({
  /**
   * False if a second step follows. `passwordHash`: the hash of the verified password.
   * @throws DomainError 401 if the password has changed meanwhile
   */
  enter: async (req: Request, res: Response, userId: string, passwordHash: string | null = null): Promise<boolean> => {
    if (await sessions.open(req, res, userId, { strong: false, passwordHash })) return true
    const secret = newSecret()
    await db.query('delete from first_steps where expires_at < $1', [now()])
    const { rowCount } = await db.query(
      `with proved as (${provedBy('$2', '$4')}) insert into first_steps (hash, user_id, expires_at) select $1, id, $3 from proved`,
      [digest(secret), userId, instantOf(Date.parse(now()) + WAITING_MS), passwordHash],
    )
    if (rowCount === 0) throw badCredentials()
    sessions.firstStep.set(res, secret, WAITING_MS)
    return false
  },

  /**
   * The user whose second step this browser has yet to do; null without a pending step, or after its time has passed.
   */
  userOf: async (req: Request): Promise<string | null> => {
    const secret = sessions.firstStep.of(req)
    if (!secret) return null
    const { rows } = await db.query<{ userId: string }>('select user_id as "userId" from first_steps where hash = $1 and expires_at > $2', [
      digest(secret),
      now(),
    ])
    return rows[0]?.userId ?? null
  },

  /**
   * Completes the sign-in after a right code. False if the first step has ended meanwhile, for example because of a new
   * password.
   */
  finish: async (req: Request, res: Response, userId: string): Promise<boolean> => {
    const secret = sessions.firstStep.of(req)
    sessions.firstStep.clear(res)
    return secret !== null && sessions.open(req, res, userId, { strong: true, firstStep: digest(secret) })
  },
})
export type SecondSteps = ReturnType<typeof secondSteps>
