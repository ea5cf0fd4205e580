import type { Request } from 'express'

/** A request's bearer token (RFC 6750), possibly empty or malformed; null without one. */
export const bearerOf = (req: Request): string | null => /^Bearer(?![^ ])(.*)$/i.exec(req.get('authorization') ?? '')?.[1]?.trim() ?? null

export const cookieOf = (req: Request, name: string): string | undefined => {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1]
}
