import type { Request } from 'express'
import { type DestinationStream, pino } from 'pino'
import { addressOf } from './http/limits.ts'
import { traceIds } from './telemetry/telemetry.ts'

/**
 * The kinds of security events. `account`: a change of a password, factor, session or account. `payee`: a change of where money goes. `mending`:
 * a recorded event was set aside. `operation`: somebody who runs the installation changed what it does. `key-made` to `key-refused`:
 * of a network's API keys; `webhook`: what a network's software is told, or where, was changed; `key-use` is of those that encrypt.
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
type Told = Readonly<{ user: string | null; key?: string; code?: string; method?: string; of?: string }>

const routes = new WeakMap<Request, string>()

/** Notes the declared route of a request: 'put /api/networks/:id'. */
export const labelRoute = (req: Request, route: string): void => void routes.set(req, route)

/** The declared route of a request, or the page's; null where it met neither. Never its address, which may hold ids and tokens. */
export const routeOf = (req: Request): string | null => {
  const path: unknown = req.route?.path
  return routes.get(req) ?? (typeof path === 'string' ? `${req.method.toLowerCase()} ${path}` : null)
}

/**
 * The audit trail of sign-ins, refusals and sensitive changes: one JSON line each, whatever the log level. Ids, route, address and code
 * only, never a name, an e-mail, a body or a token.
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
    /** Notes an event of a request. */
    note: (event: SecurityEvent, req: Request, { user, ...more }: Told): void =>
      log.info({ event, user, route: routes.get(req) ?? null, address: addressOf(req), id: req.id, ...more }),

    /** Notes that a key is opened, made or deleted; `of` names it by kind or id. */
    keyUsed: (use: string, of: string): void => log.info({ event: 'key-use' satisfies SecurityEvent, use, of }),
  }
}
export type SecurityLog = ReturnType<typeof openSecurityLog>
