import type { Request } from 'express'
import { type DestinationStream, pino } from 'pino'
import { addressOf } from './http/limits.ts'

/** What the security log tells of: `account` is a password, a factor, a session or an account that was changed; `payee` where money goes. */
export type SecurityEvent = 'sign-in' | 'sign-in-failure' | 'refusal' | 'limit' | 'grant' | 'payee' | 'reveal' | 'account' | 'key-use'

type Told = Readonly<{ user: string | null; code?: string; method?: string }>

const routes = new WeakMap<Request, string>()

/** Which declared route answers a request: 'put /api/networks/:id'. */
export const labelRoute = (req: Request, route: string): void => void routes.set(req, route)

/**
 * Who got in, who did not, and what was done that an intruder would do: one JSON line each, whatever the log level. Ids, route, address
 * and code alone, never a name, an e-mail, a body or a token.
 */
export const openSecurityLog = (isOn: boolean, destination?: DestinationStream) => {
  const log = pino(
    { enabled: isOn, base: { log: 'security' }, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    destination,
  )
  return {
    /** Of a request. */
    note: (event: SecurityEvent, req: Request, { user, ...more }: Told): void =>
      log.info({ event, user, route: routes.get(req) ?? null, address: addressOf(req), id: req.id, ...more }),

    /** Of the process itself: a key is opened, made or thrown away; `of` names which, by kind or id. */
    keyUsed: (use: string, of: string): void => log.info({ event: 'key-use' satisfies SecurityEvent, use, of }),
  }
}
export type SecurityLog = ReturnType<typeof openSecurityLog>
