import type pg from 'pg'
import type { Instant } from '../kernel/dates.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { addJob } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { endSignIns } from './accounts.ts'

export type FactorReset = Readonly<{ userId: UserId; by: UserId; networkId: NetworkId }>

/**
 * Removes every second factor of an account and ends its sessions. The owner then signs in without a second factor, and
 * must add a new one with a mailed code before acting as Admin or Auditor again (R7).
 */
export const resetFactors = (pool: pg.Pool, reset: FactorReset, at: Instant): Promise<void> =>
  transaction(pool, async (client) => {
    const { userId } = reset
    await client.query('update users set factors_reset_at = $2 where id = $1', [userId, at])
    for (const table of ['passkeys', 'authenticators', 'recovery_codes']) await client.query(`delete from ${table} where user_id = $1`, [userId])
    await endSignIns(client, userId)
    await addJob(client, { task: 'mail-factors-reset', payload: reset })
  })
