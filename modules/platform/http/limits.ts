import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type pg from 'pg'
import { DomainError } from '../../kernel/errors.ts'
import type { Locks } from '../postgres/locks.ts'

type Limit = Readonly<{ name: string; max: number; seconds: number }>

/** Makes rate limits per address, or per key that `by` finds in a request (null: not limited), in real time. */
export type Limiter = (limit: Limit & Readonly<{ by?: (req: Request) => string | null }>) => RequestHandler

const MAX_RETRY_AFTER_SECONDS = 60

/** The refusal of a rate limit; Retry-After is at most a minute. */
export const slowDown = (res: Response, waitMs: number): DomainError => {
  res.setHeader('Retry-After', String(Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)))))
  return new DomainError('too-many', 'slow-down', 'Too many attempts. Please wait a moment and try again.')
}

const addresses = new WeakMap<Request, string>()

/** A request's address; of an IPv6 address its network, since one owner has many addresses. */
export const addressOf = (req: Request): string => {
  const known = addresses.get(req)
  if (known !== undefined) return known
  const address = ipKeyGenerator(req.ip ?? 'unknown')
  addresses.set(req, address)
  return address
}

const most = (max: number, factor: number): number => Math.max(1, Math.floor(max * factor))

/** Rate limits counted in this process alone, for calls too frequent for a query each. */
export const processLimiter =
  (factor: number): Limiter =>
  ({ name, max, seconds, by = addressOf }) =>
    rateLimit({
      identifier: name,
      windowMs: seconds * 1000,
      limit: most(max, factor),
      standardHeaders: false,
      legacyHeaders: false,
      keyGenerator: (req) => by(req) ?? '',
      skip: (req) => by(req) === null,
      handler: (req, res, next) => {
        const reset = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime?.getTime() ?? Date.now() + 1000
        next(slowDown(res, reset - Date.now()))
      },
    })

const HIT = `
  insert into limits as l (key, hits, ends_at) values ($1, 1, clock_timestamp() + $2 * interval '1 second')
  on conflict (key) do update set
    hits = case when l.ends_at > clock_timestamp() then l.hits + 1 else 1 end,
    ends_at = case when l.ends_at > clock_timestamp() then l.ends_at else excluded.ends_at end
  returning hits, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as "waitMs"`

/** Rate limits that all web processes share, one query per call. Addresses are stored as keyed digests. */
export const sharedLimits = (pool: Pick<pg.Pool, 'query'>, digestOf: (text: string) => Buffer, factor: number) => {
  /** @throws DomainError 429 `slow-down`, with Retry-After */
  const take = async ({ name, max, seconds }: Limit, who: string, res: Response): Promise<void> => {
    const { rows } = await pool.query<{ hits: number; waitMs: number }>({
      name: 'limit-hit',
      text: HIT,
      values: [digestOf(`limit\n${name}\n${who}`), seconds],
    })
    const [row] = rows
    if (row && row.hits > most(max, factor)) throw slowDown(res, row.waitMs)
  }
  const limiter: Limiter =
    ({ by = addressOf, ...limit }) =>
    async (req, res, next) => {
      const who = by(req)
      if (who !== null) await take(limit, who, res)
      next()
    }
  return { take, limiter }
}

const SWEEP_MS = 60_000

/** Deletes expired rows every minute until the signal. */
export const sweep = (pool: Pick<pg.Pool, 'query'>, statements: readonly string[], signal: AbortSignal): void => {
  const timer = setInterval(() => {
    // A failed sweep is repeated a minute later.
    for (const statement of statements) pool.query(statement).catch(() => {})
  }, SWEEP_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}

export const SWEEP_LIMITS = 'delete from limits where ends_at < clock_timestamp()'
const RETRY_MS = 10_000

/**
 * A semaphore per user over all processes; `release` admits the next one.
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
