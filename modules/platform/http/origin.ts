import type { Request, RequestHandler } from 'express'
import { DomainError } from '../../kernel/errors.ts'
import { isLoopbackHost } from './public-address.ts'

const hostnameOf = (host: string): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

/**
 * Scheme, host and port that the visitor's browser uses: BASE_URL; without it the requested loopback name (cookies
 * belong to one name), else the address that we listen on.
 */
export const originSeen =
  (baseUrl: string | undefined, listening: () => string) =>
  (req: Request): string => {
    if (baseUrl !== undefined) return new URL(baseUrl).origin
    const host = req.get('host') ?? ''
    return isLoopbackHost(hostnameOf(host)) ? `http://${host}` : listening()
  }

/**
 * True for our own origin: the requested host, or BASE_URL including its scheme. Without BASE_URL, all loopback names
 * are our own.
 */
export const isOwnOrigin = (from: URL, host: string, baseUrl: string | undefined): boolean => {
  if (baseUrl !== undefined && new URL(baseUrl).host === from.host) return from.origin === new URL(baseUrl).origin
  if (from.host === host) return true
  const isHere = baseUrl === undefined && isLoopbackHost(hostnameOf(host)) && isLoopbackHost(from.hostname)
  return isHere && from.protocol === 'http:' && from.port === new URL(`http://${host}`).port
}

/** Monitors call these paths by IP address, so the host's name is not checked. */
export const HEALTH = /^\/(?:healthz|readyz|metrics)$/

/**
 * Answers only requests for our own names: BASE_URL's and, with a loopback HOST, this machine's. Any other name may be
 * an attacker's, whose page would then share our origin (DNS rebinding). Without BASE_URL a public HOST has no known
 * name.
 */
export const ownHosts = (baseUrl: string | undefined, host: string): RequestHandler => {
  const local = isLoopbackHost(host)
  const own = baseUrl === undefined ? undefined : new URL(baseUrl).host
  return (req, _res, next) => {
    const asked = req.get('host')?.toLowerCase() ?? ''
    const known = (own === undefined && !local) || asked === own || (local && isLoopbackHost(hostnameOf(asked))) || HEALTH.test(req.path)
    next(known ? undefined : new DomainError('misdirected', 'misdirected', 'This server does not answer for that host name. Check BASE_URL.'))
  }
}

/** True if another site sent the browser here (Sec-Fetch-Site). Scripts and typed addresses name no site. */
export const isFromElsewhere = (req: Request): boolean => !['same-origin', 'none', undefined].includes(req.get('sec-fetch-site'))
