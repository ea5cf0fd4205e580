import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'
import { digest, newSecret } from '../platform/personal-data/master-key.ts'
import { transaction } from '../platform/postgres/database.ts'
import { loader } from '../platform/speed/loader.ts'
import { versionCache } from '../platform/speed/version-cache.ts'
import type { OpenSession } from './contract.ts'

export type Account = Readonly<{
  id: UserId
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
  confirmed: boolean
  networkId: NetworkId | null
}>

type Querying = Pick<pg.ClientBase, 'query'>

const columns = `id, email, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash", confirmed_at is not null as confirmed, network_id as "networkId"`

export const findByEmail = async (db: Querying, email: string): Promise<Account | null> =>
  (await db.query<Account>({ name: 'find-by-email', text: `select ${columns} from users where lower(email) = lower($1)`, values: [email] }))
    .rows[0] ?? null

export const findById = async (db: Querying, id: string): Promise<Account | null> =>
  (await db.query<Account>(`select ${columns} from users where id = $1`, [id])).rows[0] ?? null

/** @throws DomainError 404 for a deleted account */
export const accountOf = async (db: Querying, id: string): Promise<Account> => {
  const account = await findById(db, id)
  if (!account) throw missing('Account')
  return account
}

export const findByIds = async (db: Querying, ids: readonly string[]): Promise<Account[]> =>
  (await db.query<Account>(`select ${columns} from users where id = any($1::uuid[])`, [ids])).rows

const HOUR_MS = 3_600_000
export const lifetimes = { confirm: 7 * 24 * HOUR_MS, reset: HOUR_MS } as const

/** Issues a link's secret; only its hash is stored. */
export const issueToken = async (
  db: Querying,
  userId: string,
  purpose: keyof typeof lifetimes,
  at: Instant,
  lifetime = lifetimes[purpose] as number,
): Promise<string> => {
  const token = newSecret()
  await db.query('insert into user_tokens (hash, user_id, purpose, expires_at) values ($1, $2, $3, $4)', [
    digest(token),
    userId,
    purpose,
    instantOf(Date.parse(at) + lifetime),
  ])
  return token
}

export const checkResetToken = async (
  db: Querying,
  token: string,
  at: Instant,
): Promise<{ state: 'valid'; userId: string } | { state: 'invalid' | 'expired' }> => {
  const { rows } = await db.query<{ userId: string; expired: boolean }>(
    `select user_id as "userId", expires_at <= $2 as expired from user_tokens where hash = $1 and purpose = 'reset' and used_at is null`,
    [digest(token), at],
  )
  const [row] = rows
  if (!row) return { state: 'invalid' }
  return row.expired ? { state: 'expired' } : { state: 'valid', userId: row.userId }
}

/**
 * Confirms the address that the token was mailed to. A second use of the token succeeds, too (R2). False for any other
 * token.
 */
export const confirmWith = async (db: Querying, token: string, at: Instant): Promise<boolean> => {
  const { rowCount } = await db.query(
    `with used as (
       update user_tokens set used_at = coalesce(used_at, $2) where hash = $1 and purpose = 'confirm' and expires_at > $2 returning user_id
     ) update users set confirmed_at = coalesce(confirmed_at, $2) from used where users.id = used.user_id`,
    [digest(token), at],
  )
  return rowCount === 1
}

/** Sessions expire when unused this long, and at the latest after a year. */
const IDLE_MS = 60 * 86_400_000
const ABSOLUTE_MS = 365 * 86_400_000
const FRESH_MS = 15 * 60_000
const SEEN_EVERY_MS = 60_000

/**
 * `strong`: opened by more than a password. `factored`: the account has a second factor. `factorsReset`: an Admin has
 * removed its factors, and none was added since.
 */
export type Session = Account & Readonly<{ sessionId: string; fresh: boolean; strong: boolean; factored: boolean; factorsReset: boolean }>

/** The stored hash of a session, from its id. */
export const sessionHashOf = (sessionId: string): Buffer => Buffer.from(sessionId, 'base64url')

/**
 * `strong`: the user has proved more than a password. A session opens only while the account still has the verified
 * password (`passwordHash`), and while the earlier first step is still pending: a new password ends both.
 */
export type SignIn = Readonly<{ strong: boolean; passwordHash?: string | null; firstStep?: Buffer | null }>

/** A sign-in with its place, which is remembered from then on (guesses.ts), and its device. */
export type Opening = SignIn & Readonly<{ place: Buffer; device: string }>

/** SQL that selects the account with this id if its password is still the given one, and locks it against a change. */
export const provedBy = (id: string, passwordHash: string): string =>
  `select id from users where id = ${id} and (${passwordHash}::text is null or password_hash = ${passwordHash}) for share`

/**
 * Opens a session; returns the secret for the cookie. The user's expired sessions are removed. Null, and no session, if
 * the account requires a code from its authenticator app and this sign-in is not `strong`, or if a new password has
 * ended it.
 */
export const openSession = async (
  db: Querying,
  userId: string,
  at: Instant,
  { place, device, strong, passwordHash = null, firstStep = null }: Opening,
): Promise<string | null> => {
  const secret = newSecret()
  const { rowCount } = await db.query({
    name: 'open-session',
    text: `with over as (delete from sessions where user_id = $2 and seen_at < $4),
       proved as (${provedBy('$2', '$8')}),
       step as (delete from first_steps using proved where hash = $9 and user_id = proved.id returning user_id),
       opened as (
         insert into sessions (id_hash, user_id, created_at, seen_at, fresh_at, device, strong) select $1, id, $3, $3, $3, $6, $7 from proved
         where ($7 or not exists (select from authenticators where user_id = $2 and confirmed_at is not null))
           and ($9::bytea is null or exists (select from step)) returning user_id),
       place as (insert into sign_in_addresses (key, user_id) select $5, user_id from opened on conflict do nothing)
     select from opened`,
    values: [digest(secret), userId, at, instantOf(Date.parse(at) - IDLE_MS), place, device, strong, passwordHash, firstStep],
  })
  return rowCount === 1 ? secret : null
}

type SessionRow = Account & Readonly<{ openedAt: Date; freshAt: Date; strong: boolean; factored: boolean; factorsReset: boolean }> & { seenAt: Date }

const factorOf = (id: string): string =>
  `(exists (select from authenticators where user_id = ${id} and confirmed_at is not null) or exists (select from passkeys where user_id = ${id}))`

export const hasFactor = async (db: Querying, userId: string): Promise<boolean> =>
  (await db.query<{ factored: boolean }>(`select ${factorOf('$1')} as factored`, [userId])).rows[0]?.factored === true

export type FactorState = 'present' | 'reset' | 'absent'

/** The state of an account's second factor: present, removed by an Admin and not replaced yet, or never set up. */
export const factorStateOf = async (db: Querying, userId: string): Promise<FactorState> => {
  const { rows } = await db.query<{ factored: boolean; reset: boolean }>(
    `select ${factorOf('$1')} as factored, factors_reset_at is not null as reset from users where id = $1`,
    [userId],
  )
  return rows[0]?.factored ? 'present' : rows[0]?.reset ? 'reset' : 'absent'
}

/** Finds sessions by the hashes of their secrets, including expired ones. */
const findSessions = async (db: Querying, ids: readonly string[]): Promise<Map<string, SessionRow>> => {
  const { rows } = await db.query<SessionRow & { idHash: Buffer }>({
    name: 'find-sessions',
    text: `
      select ${columns.replace(/^id/, 'users.id')}, id_hash as "idHash", sessions.created_at as "openedAt", seen_at as "seenAt", fresh_at as "freshAt", strong,
        ${factorOf('users.id')} as factored, factors_reset_at is not null as "factorsReset"
      from sessions join users on users.id = user_id where id_hash = any($1)`,
    values: [ids.map(sessionHashOf)],
  })
  return new Map(rows.map(({ idHash, ...row }) => [idHash.toString('base64url'), row]))
}

/**
 * Finds the session of a secret; null if expired or unknown. Rows are cached until accounts or sessions change (`at`,
 * see changes.ts); once a minute the database is asked whether the session still exists.
 */
export const sessionFinder = (db: Querying, at: () => unknown) => {
  const rowOf = versionCache(
    at,
    loader<string, SessionRow>((ids) => findSessions(db, ids)),
  )
  return async (secret: string, now: Instant): Promise<Session | null> => {
    const id = digest(secret)
    const sessionId = id.toString('base64url')
    const row = await rowOf(sessionId)
    const time = Date.parse(now)
    if (!row || time - row.seenAt.getTime() >= IDLE_MS || time - row.openedAt.getTime() >= ABSOLUTE_MS) return null
    if (time - row.seenAt.getTime() > SEEN_EVERY_MS) {
      const { rowCount } = await db.query('update sessions set seen_at = $2 where id_hash = $1', [id, now])
      if (rowCount === 0) return null
      row.seenAt = new Date(time)
    }
    const { seenAt: _, openedAt: __, freshAt, ...account } = row
    return { sessionId, fresh: time - freshAt.getTime() < FRESH_MS, ...account }
  }
}

export const freshenSession = (db: Querying, sessionId: string, at: Instant) =>
  db.query('update sessions set fresh_at = $2 where id_hash = $1', [sessionHashOf(sessionId), at])

export const strengthenSession = (db: Querying, sessionId: string) =>
  db.query('update sessions set strong = true where id_hash = $1', [sessionHashOf(sessionId)])

/** Marks a session as strong and fresh, after its user has used a second factor. */
export const confirmSession = (db: Querying, sessionId: string, at: Instant) =>
  db.query('update sessions set strong = true, fresh_at = $2 where id_hash = $1', [sessionHashOf(sessionId), at])

/**
 * Removes a second factor; false if `remove` found none. If no other factor is left, the user's open sessions count as
 * opened by password only, as later sessions will (R17).
 */
export const removeFactor = (pool: pg.Pool, userId: string, remove: (client: Querying) => Promise<pg.QueryResult>): Promise<boolean> =>
  transaction(pool, async (client) => {
    // Serializes concurrent removals, so that the later one sees the result of the earlier.
    await client.query('select from users where id = $1 for no key update', [userId])
    const { rowCount } = await remove(client)
    await client.query(
      `with lost as (select 1 where not ${factorOf('$1')}), codes as (delete from recovery_codes using lost where user_id = $1)
       update sessions set strong = false from lost where user_id = $1 and strong`,
      [userId],
    )
    return rowCount === 1
  })

/** A user's unexpired sessions, last used first. */
export const openSessionsOf = async (db: Querying, userId: string, at: Instant): Promise<Omit<OpenSession, 'current'>[]> => {
  const { rows } = await db.query<{ idHash: Buffer; createdAt: Date; seenAt: Date; device: string }>(
    `select id_hash as "idHash", created_at as "createdAt", seen_at as "seenAt", device from sessions
     where user_id = $1 and seen_at > $2 and created_at > $3 order by seen_at desc, created_at desc`,
    [userId, instantOf(Date.parse(at) - IDLE_MS), instantOf(Date.parse(at) - ABSOLUTE_MS)],
  )
  return rows.map(({ idHash, createdAt, seenAt, device }) => ({
    id: idHash.toString('base64url'),
    createdAt: createdAt.toISOString(),
    lastSeenAt: seenAt.toISOString(),
    device,
  }))
}

export const endSession = async (db: Querying, userId: string, sessionId: string): Promise<boolean> =>
  (await db.query('delete from sessions where user_id = $1 and id_hash = $2', [userId, sessionHashOf(sessionId)])).rowCount === 1

/** Ends a user's sessions, except one, and pending sign-ins. */
export const endSignIns = (db: Querying, userId: string, exceptSession: string | null = null) =>
  db.query(
    `with waiting as (delete from first_steps where user_id = $1)
     delete from sessions where user_id = $1 and id_hash is distinct from $2`,
    [userId, exceptSession && sessionHashOf(exceptSession)],
  )

export const closeSession = (db: Querying, secret: string) => db.query('delete from sessions where id_hash = $1', [digest(secret)])
