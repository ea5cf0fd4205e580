import type { Request, Response } from 'express'
import type pg from 'pg'
import { type Clock, instantOf } from '../kernel/dates.ts'
import { digest, newSecret } from '../platform/personal-data/secret.ts'
import type { Sessions } from './sessions.ts'

const WAITING_MS = 10 * 60_000

/**
 * Signs in whose first step was right, a password or a provider's word. Where the account asks for a code as well, the browser keeps a
 * secret of that first step for ten minutes instead, and is signed in by the code.
 */
export const secondSteps = (db: pg.Pool, sessions: Sessions, now: Clock) => ({
  /** False when a second step is awaited. */
  enter: async (req: Request, res: Response, userId: string): Promise<boolean> => {
    if (await sessions.open(req, res, userId)) return true
    const secret = newSecret()
    await db.query('delete from first_steps where expires_at < $1', [now()])
    await db.query('insert into first_steps (hash, user_id, expires_at) values ($1, $2, $3)', [
      digest(secret),
      userId,
      instantOf(Date.parse(now()) + WAITING_MS),
    ])
    sessions.firstStep.set(res, secret, WAITING_MS)
    return false
  },

  /** Whose second step this browser is at; null when there is none, or it has waited too long. */
  userOf: async (req: Request): Promise<string | null> => {
    const secret = sessions.firstStep.of(req)
    if (!secret) return null
    const { rows } = await db.query<{ userId: string }>('select user_id as "userId" from first_steps where hash = $1 and expires_at > $2', [
      digest(secret),
      now(),
    ])
    return rows[0]?.userId ?? null
  },

  /** The code was right. */
  finish: async (req: Request, res: Response, userId: string): Promise<void> => {
    const secret = sessions.firstStep.of(req)
    if (secret) await db.query('delete from first_steps where hash = $1', [digest(secret)])
    sessions.firstStep.clear(res)
    await sessions.open(req, res, userId, true)
  },
})
export type SecondSteps = ReturnType<typeof secondSteps>
