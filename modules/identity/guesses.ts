import type { Request, Response } from 'express'
import type pg from 'pg'
import { addressOf, slowDown } from '../platform/http/limits.ts'
import type { Digests } from '../platform/personal-data/installation-keys.ts'
import { byteaArray } from '../platform/postgres/pg-arrays.ts'
import type { SecurityLog } from '../platform/security-log.ts'

/**
 * The number of failures per account and address that cause no delay; after them, one try is allowed per minute. A
 * failure counts for an hour.
 */
const FREE_FAILURES = 5
const PAUSE_MS = 60_000
const HOUR = '1 hour'
/** Failures per account in a quarter of an hour, from any address; beyond them new addresses must wait. */
const CROWD = 20
const CROWD_SPAN = '15 minutes'

export const SWEEP_GUESSES = [
  `delete from failed_sign_ins where cardinality(at) = 0 or at[cardinality(at)] < clock_timestamp() - interval '${HOUR}'`,
  `delete from sign_in_addresses where since < clock_timestamp() - interval '1 year'`,
]

/**
 * Counts a try as failed, for its account at its address ($1) and for its account ($4), until its result is known, so
 * that concurrent tries cannot bypass the limit. `here` is null after too many failures at the address; `account` after
 * too many at the account, unless its owner has signed in from this address before ($6, by any version of the key).
 */
const BEGIN = `
  with here as (
    insert into failed_sign_ins as f (key, at) values ($1, array[clock_timestamp()])
    on conflict (key) do update set at = recent(f.at, '${HOUR}') || excluded.at
      where cardinality(recent(f.at, '${HOUR}')) < $2 or f.at[cardinality(f.at)] <= clock_timestamp() - $3 * interval '1 millisecond'
    returning at[cardinality(at)]::text as at
  ), account as (
    insert into failed_sign_ins as f (key, at) select $4::bytea, array[clock_timestamp()] from here
    on conflict (key) do update set at = recent(f.at, '${CROWD_SPAN}') || excluded.at
      where cardinality(recent(f.at, '${CROWD_SPAN}')) < $5 or exists (select 1 from sign_in_addresses where key = any($6))
    returning at[cardinality(at)]::text as at
  )
  select (select at from here) as here, (select at from account) as account`

/**
 * Removes the try from the account's count and clears the account's count at this address, in the order of counting:
 * the reverse order could deadlock.
 */
const RIGHT = `
  with here as (delete from failed_sign_ins where key = $1 returning key)
  update failed_sign_ins set at = array_remove(at, $3::timestamptz) where key = $2 and (select count(*) from here) is not null`

type Querying = Pick<pg.ClientBase, 'query'>
/** The times under which a try was counted, at its address and for its account; null if the limit was reached. */
type Counted = Readonly<{ here: string | null; account: string | null }>
type Call = Readonly<{ req: Request; res: Response }>
/** The account that is tried; `id` is null if unknown. */
type Tried = Readonly<{ id: string | null; email: string }>
/** Tries of this process for an account from an address. One begins at a time, so that each sees the earlier ones. */
type Place = { turn: Promise<unknown>; readonly verifying: Set<Promise<unknown>>; users: number }

/**
 * Slows down guesses at an account's password from the guesser's address, without locking out the owner at another
 * address. Uses real time and counts for all processes together; `factor` is RATE_LIMIT_FACTOR.
 */
export const guesses = (db: Querying, digests: Digests, factor: number, security: Pick<SecurityLog, 'note'>) => {
  const atLeastOne = (count: number) => Math.max(1, Math.floor(count * factor))
  const pause = PAUSE_MS / factor
  const accountKey = (email: string) => digests.of(`guesses\n${email.toLowerCase()}`)
  const hereKey = (email: string, req: Request) => digests.of(`guesses\n${email.toLowerCase()}\n${addressOf(req)}`)
  const addressText = (userId: string, req: Request) => `address\n${userId}\n${addressOf(req)}`
  const addressKey = (userId: string, req: Request) => digests.of(addressText(userId, req))
  const places = new Map<string, Place>()

  const takeBack = (key: Buffer, at: string) =>
    db.query({
      name: 'take-back-guess',
      text: 'update failed_sign_ins set at = array_remove(at, $2::timestamptz) where key = $1',
      values: [key, at],
    })

  const waitAt = async (key: Buffer): Promise<number> => {
    const { rows } = await db.query<{ ms: number }>(
      'select $2 - extract(epoch from clock_timestamp() - at[cardinality(at)])::float8 * 1000 as ms from failed_sign_ins where key = $1',
      [key, pause],
    )
    return rows[0]?.ms ?? 0
  }

  /**
   * Counts a try and begins to verify it; null after too many failures here. The promise is wrapped in an object, since
   * a bare one would be awaited.
   */
  const attempt = async <Proof>(here: Buffer, { id, email }: Tried, { req, res }: Call, verify: () => Promise<Proof>) => {
    const account = accountKey(email)
    const known = id === null ? [] : digests.all(addressText(id, req))
    const values = [here, atLeastOne(FREE_FAILURES), pause, account, atLeastOne(CROWD), byteaArray(known)]
    const { rows } = await db.query<Counted>({ name: 'begin-guess', text: BEGIN, values })
    const failed = rows[0]
    if (!failed?.here) return null
    const failedHere = failed.here
    const failedAtAccount = failed.account
    if (!failedAtAccount) {
      await takeBack(here, failedHere)
      throw slowDown(res, PAUSE_MS)
    }
    const settle = async () => {
      try {
        const right = await verify()
        if (right) await db.query({ name: 'right-guess', text: RIGHT, values: [here, account, failedAtAccount] })
        else security.note('sign-in-failure', req, { user: id })
        return right
      } catch (error) {
        await Promise.all([takeBack(here, failedHere), takeBack(account, failedAtAccount)])
        throw error
      }
    }
    return { right: settle() }
  }

  return {
    /**
     * Runs `verify` unless there were too many failures, and returns its result. A truthy result is a success and
     * clears the failures at this address. Tries beyond the limit wait for the results of the tries under way.
     * @throws DomainError 429 `slow-down`, with Retry-After
     */
    tried: async <Proof>(who: Tried, call: Call, verify: () => Promise<Proof>): Promise<Proof> => {
      const here = hereKey(who.email, call.req)
      const name = here.toString('base64url')
      const place = places.get(name) ?? { turn: Promise.resolve(), verifying: new Set(), users: 0 }
      places.set(name, place)
      place.users += 1
      try {
        for (;;) {
          const trying = place.turn.then(() => attempt(here, who, call, verify))
          place.turn = trying.catch(() => {})
          const begun = await trying
          if (begun) {
            place.verifying.add(begun.right)
            return await begun.right.finally(() => place.verifying.delete(begun.right))
          }
          if (place.verifying.size === 0) throw slowDown(call.res, await waitAt(here))
          await Promise.race(place.verifying).catch(() => {})
        }
      } finally {
        place.users -= 1
        if (place.users === 0) places.delete(name)
      }
    },

    /** For another proof of ownership: clears the failures at this address, and remembers the address. */
    trust: async (client: Querying, { id, email }: Readonly<{ id: string; email: string }>, req: Request): Promise<void> => {
      await db.query('delete from failed_sign_ins where key = $1', [hereKey(email, req)])
      await client.query('insert into sign_in_addresses (key, user_id) values ($1, $2) on conflict do nothing', [addressKey(id, req), id])
    },
    addressKey,
  }
}
export type Guesses = ReturnType<typeof guesses>
