import type { Request, Response } from 'express'
import { ipKeyGenerator, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit'
import { DomainError } from '../kernel/errors.ts'

export type Limiter = (
  limit: Readonly<{ name: string; max: number; seconds: number; by?: (req: Request) => string | null }>,
) => RateLimitRequestHandler

const MAX_RETRY_AFTER_SECONDS = 60

/** The refusal of who comes too often, with the time to wait in milliseconds; never more than a minute is asked for. */
export const slowDown = (res: Response, waitMs: number): DomainError => {
  res.setHeader('Retry-After', String(Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(waitMs / 1000)))))
  return new DomainError('too-many', 'slow-down', 'Too many attempts. Please wait a moment and try again.')
}

const addresses = new WeakMap<Request, string>()

/** Where a request comes from; of an IPv6 address, whose owner has many, its network. */
export const addressOf = (req: Request): string => {
  const known = addresses.get(req)
  if (known !== undefined) return known
  const address = ipKeyGenerator(req.ip ?? 'unknown')
  addresses.set(req, address)
  return address
}

/** Makes limits per address, or per what `by` finds in a request (null: not limited), on real time (api.md, Rate limits). */
export const limiter =
  (factor: number): Limiter =>
  ({ name, max, seconds, by = addressOf }) =>
    rateLimit({
      identifier: name,
      windowMs: seconds * 1000,
      limit: Math.max(1, Math.floor(max * factor)),
      standardHeaders: false,
      legacyHeaders: false,
      keyGenerator: (req) => by(req) ?? '',
      skip: (req) => by(req) === null,
      handler: (req, res, next) => {
        const reset = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime?.getTime() ?? Date.now() + 1000
        next(slowDown(res, reset - Date.now()))
      },
    })
