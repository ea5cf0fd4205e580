import type { Request } from 'express'
import type { Limiter } from './limits.ts'

const emailIn = (req: Request): string | null => {
  const email: unknown = (req.body as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : null
}

/** Limits of calls that send mail to any address that a visitor names. */
export const mailLimits = (limiter: Limiter, name: string) => [
  limiter({ name, max: 30, seconds: 600 }),
  limiter({ name: `${name} by email`, max: 5, seconds: 3600, by: emailIn }),
]
