import type { Request } from 'express'

/** The bearer token of a request (RFC 6750), which may be empty or malformed; null where none is sent. */
export const bearerOf = (req: Request): string | null => /^Bearer(?![^ ])(.*)$/i.exec(req.get('authorization') ?? '')?.[1]?.trim() ?? null
