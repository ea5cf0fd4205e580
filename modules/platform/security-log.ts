import type { Request } from 'express'
import { type DestinationStream, pino } from 'pino'
import { addressOf } from './http/limits.ts'
import { traceIds } from './telemetry/telemetry.ts'

/**
 * `account`: change of a password, factor, session or account. `payee`: change of where money goes. `mending`: an event
 * was quarantined. `operation`:
 * an operator changed the installation. `key-made` to `key-refused`: a network's API keys. `webhook`: change of a
 * webhook's address or events. `key-use`: use of an encryption key.
 */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-failure'
  | 'refusal'
  | 'limit'
  | 'grant'
  | 'payee'
  | 'reveal'
  | 'account'
  | 'key-use'
  | 'mending'
  | 'operation'
  | 'key-made'
  | 'key-replaced'
  | 'key-ended'
  | 'key-refused'
  | 'webhook'

/** `key`: the id of an API key. */
type Details = Readonly<{ user: string | null; key?: string; code?: string; method?: string; of?: string }>

const routes = new WeakMap<Request, string>()

/** Sets a request's declared route: 'put /api/networks/:id'. */
export const labelRoute = (req: Request, route: string): void => void routes.set(req, route)

/**
 * A request's declared route, or the page's; null if none matched. Never the path itself, which may hold ids and
 * tokens.
 */
export const routeOf = (req: Request): string | null => {
  const path: unknown = req.route?.path
  return routes.get(req) ?? (typeof path === 'string' ? `${req.method.toLowerCase()} ${path}` : null)
}

/**
 * The audit trail of sign-ins, refusals and sensitive changes: one JSON line each, at any log level. Ids, route,
 * address and code only, never a name, an e-mail, a body or a token.
 */
export const openSecurityLog = (isOn: boolean, destination?: DestinationStream) => {
  const log = pino(
    {
      enabled: isOn,
      base: { log: 'security' },
      mixin: traceIds,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  )
  return {
    note: (event: SecurityEvent, req: Request, { user, ...more }: Details): void =>
      log.info({ event, user, route: routes.get(req) ?? null, address: addressOf(req), id: req.id, ...more }),

    /** Records that a key was opened, made or deleted; `of` is its kind or id. */
    keyUsed: (use: string, of: string): void => log.info({ event: 'key-use' satisfies SecurityEvent, use, of }),
  }
}
export type SecurityLog = ReturnType<typeof openSecurityLog>
