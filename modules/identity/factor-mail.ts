import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import type { UserId } from '../kernel/ids.ts'
import { addJob } from '../platform/jobs.ts'
import { strengthenSession } from './accounts.ts'
import type { Factor } from './contract.ts'

export const mailSecondFactor = (db: pg.Pool, userId: string, factor: Factor, added: boolean) =>
  addJob(db, { task: 'mail-second-factor', payload: { userId, factor, added } })

type Added = Readonly<{ userId: UserId; sessionId: string; factor: Factor; isFirst: boolean; at: Instant }>

/** Records a new second factor: the session counts as opened with it, the owner is mailed, and for a first factor also the other Admins. */
export const factorAdded = async (db: pg.Pool, { userId, sessionId, factor, isFirst, at }: Added): Promise<void> => {
  await strengthenSession(db, sessionId)
  await db.query('update users set factors_reset_at = null where id = $1 and factors_reset_at is not null', [userId])
  await mailSecondFactor(db, userId, factor, true)
  if (isFirst) await addJob(db, { task: 'tell-admins-about-a-first-factor', payload: { userId, factor, at } })
}
