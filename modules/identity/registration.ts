import type pg from 'pg'
import { v7 } from 'uuid'
import type { Instant } from '../kernel/dates.ts'
import { addJob } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { findByEmail } from './accounts.ts'
import type { Registration } from './contract.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { SignInOrigin } from './sessions.ts'

/**
 * False if the account has changed meanwhile. A known address and a new one each cost one hash, so that timing reveals
 * nothing.
 */
const tryToRegister = async (
  db: pg.Pool,
  { firstName, lastName, email, password }: Registration,
  origin: SignInOrigin,
  at: Instant,
): Promise<boolean> => {
  const known = await findByEmail(db, email)
  const repeated = known !== null && (await verifyPassword(known.passwordHash, password))
  const passwordHash = known ? (repeated ? known.passwordHash : null) : await hashPassword(password)
  return transaction(db, async (client) => {
    if (known?.confirmed) {
      await addJob(client, { task: 'mail-already-registered', payload: { userId: known.id, ...origin } })
      return true
    }
    const { rows } = known
      ? await client.query<{ id: string }>(
          `update users set first_name = $2, last_name = $3, password_hash = $4
           where id = $1 and confirmed_at is null and password_hash is not distinct from $5 returning id`,
          [known.id, firstName, lastName, passwordHash, known.passwordHash],
        )
      : await client.query<{ id: string }>(
          `insert into users (id, email, first_name, last_name, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (lower(email)) do nothing returning id`,
          [v7(), email, firstName, lastName, passwordHash, at],
        )
    const userId = rows[0]?.id
    if (!userId) return false
    if (passwordHash === null) await client.query('delete from user_tokens where user_id = $1', [userId])
    await addJob(client, { task: 'mail-confirmation', payload: { userId, ...origin } })
    return true
  })
}

/**
 * Adds a user, or mails the owner of an existing account. A different password for an unconfirmed address ends its
 * earlier passwords and links: the owner of the mailbox is not known yet, and chooses the password by mail.
 */
export const register = async (db: pg.Pool, registration: Registration, origin: SignInOrigin, at: Instant): Promise<void> => {
  for (let done = false; !done; ) done = await tryToRegister(db, registration, origin, at)
}
