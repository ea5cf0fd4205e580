import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type pg from 'pg'
import { DomainError } from '../../kernel/errors.ts'
import type { Locks } from '../postgres/locks.ts'
import { byteaArray } from '../postgres/pg-arrays.ts'
import { loader } from '../speed/loader.ts'

type Limit = Readonly<{ name: string; max: number; seconds: number }>

/** Makes rate limits per address, or per key that `by` finds in a request (null: not limited), in real time. */
export type Limiter = (limit: Limit & Readonly<{ by?: (req: Request) => string | null }>) => RequestHandler

export type CountBeyond = (limit: Limit, who: string) => Promise<number>

const MAX_RETRY_AFTER_SECONDS = 60

/** The error of a rate limit; Retry-After is at most a minute. */
export const slowDown = (res: Response, waitMs: number, message = 'Too many attempts. Please wait a moment and try again.'): DomainError => {
  res.setHeader('Retry-After', String(Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)))))
  return new DomainError('too-many', 'slow-down', message)
}

const DAY_SECONDS = 86_400
const TOMORROW = "You have reached today's limit for this. Please try again tomorrow."

const addresses = new WeakMap<Request, string>()

/** The address by which a request is limited. For IPv6 it is the network, since one owner has many addresses. */
export const addressOf = (req: Request): string => {
  const known = addresses.get(req)
  if (known !== undefined) return known
  const address = ipKeyGenerator(req.ip ?? 'unknown')
  addresses.set(req, address)
  return address
}

const most = (max: number, factor: number): number => Math.max(1, Math.floor(max * factor))

/** Rate limits counted in this process only, for calls too frequent for a query each. */
export const processLimiter =
  (factor: number): Limiter =>
  ({ name, max, seconds, by = addressOf }) =>
    rateLimit({
      identifier: name,
      windowMs: seconds * 1000,
      limit: most(max, factor),
      standardHeaders: false,
      legacyHeaders: false,
      // This check reads a stack trace, for which Node loads all source maps: 20 MB that stay in memory.
      validate: { creationStack: false },
      keyGenerator: (req) => by(req) ?? '',
      skip: (req) => by(req) === null,
      handler: (req, res, next) => {
        const reset = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime?.getTime() ?? Date.now() + 1000
        next(slowDown(res, reset - Date.now()))
      },
    })

// Rows are locked in the order of keys, so that two processes never deadlock.
const HITS = `
  insert into limits as l (key, hits, ends_at)
  select key, count(*), clock_timestamp() + max(seconds) * interval '1 second' from unnest($1::bytea[], $2::float8[]) as come (key, seconds)
  group by key order by key
  on conflict (key) do update set
    hits = case when l.ends_at > clock_timestamp() then l.hits + excluded.hits else excluded.hits end,
    ends_at = case when l.ends_at > clock_timestamp() then l.ends_at else excluded.ends_at end
  returning encode(key, 'hex') as key, hits, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as "waitMs"`

type Hit = Readonly<{ key: Buffer; seconds: number }>
/** The hits of a key in this window, this one included, and the time until the window ends. */
type Counted = Readonly<{ hits: number; waitMs: number }>

/** Rate limits of all web processes, with one query for concurrent calls. Addresses are stored as keyed digests. */
export const sharedLimits = (pool: Pick<pg.Pool, 'query'>, digestOf: (text: string) => Buffer, factor: number) => {
  const count = loader(async (hits: readonly Hit[]): Promise<Map<Hit, Counted>> => {
    const { rows } = await pool.query<Counted & { key: string }>({
      name: 'limit-hits',
      text: HITS,
      values: [byteaArray(hits.map(({ key }) => key)), hits.map(({ seconds }) => seconds)],
    })
    const windows = new Map(rows.map(({ key, ...window }) => [key, window]))
    const counted = new Map<Hit, Counted>()
    for (const hit of hits.toReversed()) {
      const key = hit.key.toString('hex')
      const window = windows.get(key)
      if (!window) continue
      counted.set(hit, window)
      windows.set(key, { ...window, hits: window.hits - 1 })
    }
    return counted
  })
  /** @throws DomainError 429 `slow-down`, with Retry-After */
  const take = async ({ name, max, seconds }: Limit, who: string, res: Response): Promise<void> => {
    const counted = await count({ key: digestOf(`limit\n${name}\n${who}`), seconds })
    if (counted && counted.hits > most(max, factor)) throw slowDown(res, counted.waitMs, seconds >= DAY_SECONDS ? TOMORROW : undefined)
  }
  /** The number of calls beyond the limit, for callers that delay them rather than refuse them. */
  const counted: CountBeyond = async ({ name, max, seconds }, who) => {
    const window = await count({ key: digestOf(`limit\n${name}\n${who}`), seconds })
    return Math.max(0, (window?.hits ?? 0) - most(max, factor))
  }
  const limiter: Limiter =
    ({ by = addressOf, ...limit }) =>
    async (req, res, next) => {
      const who = by(req)
      if (who !== null) await take(limit, who, res)
      next()
    }
  return { take, counted, limiter }
}

const SWEEP_MS = 60_000

export const sweep = (pool: Pick<pg.Pool, 'query'>, statements: readonly string[], signal: AbortSignal): void => {
  const timer = setInterval(() => {
    // Errors are ignored, since the sweep runs again a minute later.
    for (const statement of statements) pool.query(statement).catch(() => {})
  }, SWEEP_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}

export const SWEEP_LIMITS = 'delete from limits where ends_at < clock_timestamp()'
const RETRY_MS = 10_000

/**
 * A semaphore per user across all processes; `release` admits the next one.
 * @throws DomainError 429 `slow-down` on timeout
 */
export const atOnce =
  (locks: Pick<Locks, 'take'>, factor: number) =>
  ({ name, max }: Readonly<{ name: string; max: number }>) =>
  async (userId: string, res: Response, waiting: Readonly<{ patience: number; signal?: AbortSignal }> = { patience: 0 }): Promise<() => void> => {
    const release = await locks.take(`${name} ${userId}`, { places: most(max, factor), ...waiting })
    waiting.signal?.throwIfAborted()
    if (!release) throw slowDown(res, RETRY_MS)
    return release
  }
export type AtOnce = ReturnType<ReturnType<typeof atOnce>>
export type Take = ReturnType<typeof sharedLimits>['take']

const emailIn = (req: Request): string | null => {
  const email: unknown = (req.body as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : null
}

/** Limits of calls that send mail to any address that a visitor names. */
export const mailLimits = (limiter: Limiter, name: string) => [
  limiter({ name, max: 30, seconds: 600 }),
  limiter({ name: `${name} by email`, max: 5, seconds: 3600, by: emailIn }),
]
