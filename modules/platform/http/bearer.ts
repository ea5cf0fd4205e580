import type { Request } from 'express'

/** The bearer token of a request (RFC 6750); null without one. */
export const bearerOf = (req: Request): string | null => /^Bearer +(\S+) *$/i.exec(req.get('authorization') ?? '')?.[1] ?? null
