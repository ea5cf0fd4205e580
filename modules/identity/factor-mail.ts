import type pg from 'pg'
import { addJob } from '../platform/jobs.ts'
import type { Factor } from './contract.ts'

/** Tells a user of a second factor that was added to their account, or removed. */
export const mailSecondFactor = (db: pg.Pool, userId: string, factor: Factor, added: boolean) =>
  addJob(db, { task: 'mail-second-factor', payload: { userId, factor, added } })
