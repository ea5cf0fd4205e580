import type { Request } from 'express'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * Scheme, host and port under which a visitor's browser reaches us: BASE_URL; without it the loopback name that the
 * browser asked for (cookies belong to one name), else the address that we listen on.
 */
export const originSeen =
  (baseUrl: string | undefined, listening: () => string) =>
  (req: Request): string => {
    if (baseUrl !== undefined) return new URL(baseUrl).origin
    const host = req.get('host') ?? ''
    return LOOPBACK.test(host) ? `http://${host}` : listening()
  }
