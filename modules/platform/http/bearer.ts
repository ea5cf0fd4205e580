import type { Request } from 'express'

/** A request's bearer token (RFC 6750), possibly empty or malformed; null without one. */
export const bearerOf = (req: Request): string | null => /^Bearer(?![^ ])(.*)$/i.exec(req.get('authorization') ?? '')?.[1]?.trim() ?? null
