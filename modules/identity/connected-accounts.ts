import type pg from 'pg'
import { v7 } from 'uuid'
import type { Instant } from '../kernel/dates.ts'
import { missing, refused } from '../kernel/errors.ts'
import { addJob } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { type Account, endSignIns, findByEmail } from './accounts.ts'
import { type ConnectedAccount, type ProviderPath, providerNames } from './contract.ts'
import type { Identity } from './providers.ts'

/** Reasons for refusing a provider's identity; the screens have a sentence for each (R9). */
type LoginRefusal = 'email-unverified' | 'already-connected'
type ConnectRefusal = 'already-linked' | 'already-connected'

const ownerOf = async (db: pg.ClientBase, provider: ProviderPath, subject: string): Promise<string | null> => {
  const { rows } = await db.query<{ userId: string }>('select user_id as "userId" from connected_accounts where provider = $1 and subject = $2', [
    provider,
    subject,
  ])
  return rows[0]?.userId ?? null
}

/** False if this identity, or another of the same provider for this user, is already connected. */
const insert = async (db: pg.ClientBase, userId: string, provider: ProviderPath, subject: string, at: Instant): Promise<boolean> => {
  const { rowCount } = await db.query(
    'insert into connected_accounts (id, user_id, provider, subject, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [v7(), userId, provider, subject, at],
  )
  return rowCount === 1
}

const notify = (db: pg.ClientBase, userId: string, provider: ProviderPath, connected: boolean) =>
  addJob(db, { task: 'mail-provider', payload: { userId, provider, connected } })

/**
 * Hands an unconfirmed account over to the owner of its address, whom the provider has verified. The password, sessions
 * and mailed links of the person who registered it end.
 */
const handOver = async (db: pg.ClientBase, { id }: Account, { firstName, lastName }: Identity, at: Instant): Promise<void> => {
  await db.query('update users set password_hash = null, confirmed_at = $2, first_name = $3, last_name = $4 where id = $1', [
    id,
    at,
    firstName,
    lastName,
  ])
  await endSignIns(db, id)
  await db.query('delete from user_tokens where user_id = $1', [id])
}

/**
 * Signs in the user of a provider's identity, known by (provider, subject). The first time, the e-mail address that the
 * provider has verified decides: a confirmed account with the address is found, an unconfirmed one is taken over, or a
 * new one is made.
 */
export const signInWith = (
  db: pg.Pool,
  provider: ProviderPath,
  identity: Identity,
  at: Instant,
): Promise<{ userId: string } | { refusal: LoginRefusal }> =>
  transaction(db, async (client) => {
    const { subject, verifiedEmail, firstName, lastName } = identity
    const known = await ownerOf(client, provider, subject)
    if (known) return { userId: known }
    if (verifiedEmail === null) return { refusal: 'email-unverified' }
    const made = await client.query(
      `insert into users (id, email, first_name, last_name, created_at, confirmed_at) values ($1, $2, $3, $4, $5, $5)
       on conflict (lower(email)) do nothing`,
      [v7(), verifiedEmail, firstName, lastName, at],
    )
    await client.query('select 1 from users where lower(email) = lower($1) for update', [verifiedEmail])
    const account = await findByEmail(client, verifiedEmail)
    if (!account) throw missing('Account')
    if (!account.confirmed) await handOver(client, account, identity, at)
    if (await insert(client, account.id, provider, subject, at)) {
      if (account.confirmed && made.rowCount === 0) await notify(client, account.id, provider, true)
      return { userId: account.id }
    }
    // A concurrent sign-in connected the same identity, or this account has another identity at the provider.
    return (await ownerOf(client, provider, subject)) === account.id ? { userId: account.id } : { refusal: 'already-connected' }
  })

/** Connects an identity to a signed-in user, whatever the e-mail address of the identity; null on success. */
export const connect = (db: pg.Pool, userId: string, provider: ProviderPath, subject: string, at: Instant): Promise<ConnectRefusal | null> =>
  transaction(db, async (client) => {
    if (await insert(client, userId, provider, subject, at)) {
      await notify(client, userId, provider, true)
      return null
    }
    const owner = await ownerOf(client, provider, subject)
    if (owner === null) return 'already-connected'
    return owner === userId ? null : 'already-linked'
  })

export const connectedAccounts = async (db: pg.Pool, userId: string): Promise<ConnectedAccount[]> => {
  const { rows } = await db.query<{ id: string; provider: ProviderPath; createdAt: Date }>(
    'select id, provider, created_at as "createdAt" from connected_accounts where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map(({ id, provider, createdAt }) => ({ id, provider: providerNames[provider], createdAt: createdAt.toISOString() }))
}

/**
 * The identity of another user gets the same answer as an unknown one; the last way to sign in cannot be removed (R10).
 */
export const disconnect = (db: pg.Pool, userId: string, id: string): Promise<void> =>
  transaction(db, async (client) => {
    const user = await client.query<{ hasPassword: boolean }>(
      'select password_hash is not null as "hasPassword" from users where id = $1 for update',
      [userId],
    )
    const { rows } = await client.query<{ id: string; provider: ProviderPath }>('select id, provider from connected_accounts where user_id = $1', [
      userId,
    ])
    const leaving = rows.find((row) => row.id === id)
    if (!leaving) throw missing('Account')
    if (!user.rows[0]?.hasPassword && rows.length === 1)
      throw refused(
        'last-sign-in',
        'This is your only way to sign in, so it cannot be disconnected. Set a password or connect another account first.',
      )
    await client.query('delete from connected_accounts where id = $1', [id])
    await notify(client, userId, leaving.provider, false)
  })
