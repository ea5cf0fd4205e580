import { randomUUID } from 'node:crypto'
import compression from 'compression'
import express, { type Express, type Request, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Clock, Instant } from '../../kernel/dates.ts'
import { DomainError, forbidden, invalid, reauthRequired, refused } from '../../kernel/errors.ts'
import type { NetworkId } from '../../kernel/ids.ts'
import { AsOf } from '../../shared/api.ts'
import type { Appended } from '../event-store/event-store.ts'
import type { Circumstances } from '../handle.ts'
import type { Log } from '../log.ts'
import { labelRoute, type SecurityLog } from '../security-log.ts'
import { inSpan } from '../telemetry/telemetry.ts'
import { tracedRequests } from '../telemetry/traced.ts'
import { uuidV5 } from '../uuid-v5.ts'
import { cleaned } from './cleaned.ts'
import { bearerOf } from './headers.ts'
import type { Metrics } from './health.ts'
import type { Idempotency, Stored } from './idempotency.ts'
import { admitKey, refuseOtherNetworkOfKey } from './keys.ts'
import { addressOf, type Limiter, type Take } from './limits.ts'
import { HEALTH, isOwnOrigin, ownHosts } from './origin.ts'
import { problems, senders, UNKNOWN } from './problems.ts'
import type { OpenReads } from './reads.ts'
import type { Access, Call, Route } from './route.ts'
import type { Turns } from './turns.ts'
import { actorOf, currentRole, type Right, refuseWeakSession, refuseWithoutSecondFactor, senderOf, stillMay, type Visitor } from './visitor.ts'

const API = '/api'

/** True for a call with a bearer token: its cookies are ignored, and no other site can make a browser send it. */
const hasToken = (req: Request): boolean => req.path.startsWith(`${API}/`) && bearerOf(req) !== null

/** Refuses changes by cross-site requests: browsers send Origin and Sec-Fetch-Site, scripts send neither. */
const sameOrigin =
  (baseUrl: string | undefined, fromAnywhere: RegExp): RequestHandler =>
  (req, _res, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method) || fromAnywhere.test(req.path) || hasToken(req)) return next()
    const origin = req.get('origin')
    const site = req.get('sec-fetch-site')
    const own = origin !== undefined && URL.canParse(origin) && isOwnOrigin(new URL(origin), req.get('host')?.toLowerCase() ?? '', baseUrl)
    // Under Referrer-Policy no-referrer our own forms send Origin: null; Sec-Fetch-Site still protects them.
    const from = origin === undefined || own || (origin === 'null' && site === 'same-origin')
    const allowed = from && (site === undefined || site === 'same-origin' || site === 'none')
    next(allowed ? undefined : new DomainError('forbidden', 'forbidden', 'This request came from another site.'))
  }

const noSuchCall = () => new DomainError('missing', 'not-found', 'There is no such call.')

const admit = ({ access, fresh }: Route, visitor: Visitor): void => {
  if (visitor.key) {
    admitKey(visitor.key.scope, access, fresh)
    return
  }
  if (access.kind === 'everyone') return
  const { action, thing } = access
  if (!visitor.user) throw new DomainError('unauthenticated', 'unauthenticated', `Please log in to ${action} this ${thing}.`)
  if (access.kind === 'operator' && !visitor.user.isOperator) throw noSuchCall()
  const role = currentRole(visitor)
  if ((access.kind === 'read' || access.kind === 'write') && !access.byPath) {
    if (role === 'Member' || (access.kind === 'write' && role === 'Auditor')) throw forbidden(action, thing)
    refuseWithoutSecondFactor(visitor, visitor.network)
  }
  if (!fresh) return
  if (!visitor.user.fresh) throw reauthRequired(action, thing)
  refuseWeakSession(visitor.user)
}

/** Refuses a change if the session is in another network than the screen shows: another tab may have switched it. */
const refuseOtherNetwork = (access: Access, visitor: Visitor, shown: string | undefined): void => {
  if (visitor.key) refuseOtherNetworkOfKey(visitor, shown)
  if (access.kind !== 'write' || shown === undefined || shown.toLowerCase() === visitor.network) return
  throw refused('other-network', 'You have switched to another network since this page was opened. Switch back to it, or reload the page.')
}

const expectedRevision = (req: Request): number | undefined => {
  const header = req.get('if-match')
  if (header === undefined || header.trim() === '*') return undefined
  const revision = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header)?.[1]
  return revision === undefined ? -2 : Number(revision)
}

export type HttpDependencies = Readonly<{
  log: Log
  security: SecurityLog
  metrics: Pick<Metrics, 'answered'>
  now: Clock
  /** Rate limits per address, counted in this process. */
  limiter: Limiter
  inTurn: Turns
  /** Rate limits per API key, counted for all processes. */
  take: Take
  baseUrl: string | undefined
  host: string
  trustProxy: string | undefined
  /** The paths that any site may post to, since their signed token authorizes the request. */
  fromAnywhere: RegExp
  /** Authenticates a request by its session cookie or API key. */
  visitorOf: (req: Request) => Promise<Visitor>
  timeZoneOf: (network: NetworkId) => Promise<string | null>
  reads: Pick<OpenReads, 'of'>
  /** Waits until the read models show these events; false on timeout. */
  settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
  repeats: Pick<Idempotency, 'once' | 'isUnderWay'>
  /** Adds a read of a network's books to the access log. */
  logAccess: (visitor: Visitor, path: string, circumstances: Circumstances) => Promise<void>
}>

declare module 'express-serve-static-core' {
  interface Request {
    /** A random UUID of ours, never the client's; the answer carries it. */
    id: string
  }
}

/**
 * A stream piped into a compressed response adds eight 'close' listeners, and this server three: Node would warn of a
 * leak at eleven.
 */
const LISTENERS = 20

/** Gives each request an id, counts it, and logs its outcome: ids and codes, never addresses or bodies. */
const noted =
  ({ log, metrics }: Pick<HttpDependencies, 'log' | 'metrics'>): RequestHandler =>
  (req, res, next) => {
    req.id = randomUUID()
    res.setHeader('X-Request-Id', req.id)
    res.setMaxListeners(LISTENERS)
    const began = performance.now()
    const logAnswer = () => {
      const { statusCode } = res
      const ms = performance.now() - began
      const facts = { id: req.id, method: req.method, statusCode, ms: Math.round(ms) }
      if (!res.writableFinished) return log.debug(facts, 'request aborted')
      // Probes are not counted: an unready process would look like a failing one.
      if (!HEALTH.test(req.path)) metrics.answered(statusCode, ms / 1_000)
      if (statusCode >= 500) log.warn({ ...facts, ...(res.locals.fault ? { err: res.locals.fault } : {}) }, 'request failed')
      else log.debug(facts, 'request completed')
    }
    res.once('close', inSpan(logAnswer))
    next()
  }

const EVERYTHING_ELSE = { name: 'everything', max: 6000, seconds: 60 } as const
/** Spreads a burst from one address over time, so that other clients' requests are answered meanwhile. */
const IN_TURN = { burst: 100, perMinute: 5_000, line: 1_000 } as const
/** Validating a long body and wording its issues takes some milliseconds of processor time. */
const LONG_BODY_BYTES = 1_024
const LONG_BODIES = { places: 2, line: 60, burst: 20, perMinute: 600 } as const
const OF_A_KEY = { name: 'key', max: 600, seconds: 60 } as const

/** The Express application before its routes: security headers, request ids, origin check, sizes. */
export const openApp = ({ log, metrics, baseUrl, host, trustProxy, fromAnywhere, limiter, inTurn }: HttpDependencies): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  if (trustProxy) app.set('trust proxy', /^\d+$/.test(trustProxy) ? Number(trustProxy) : trustProxy)
  app.use(
    tracedRequests,
    noted({ log, metrics }),
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'self'"],
          'script-src': ["'self'"],
          'style-src': ["'self'"],
          'img-src': ["'self'", 'data:'],
          'font-src': ["'self'", 'data:'],
          'connect-src': ["'self'"],
          'object-src': ["'none'"],
          'base-uri': ["'none'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
        },
      },
      strictTransportSecurity: baseUrl?.startsWith('https:') ? { maxAge: 63_072_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'same-origin' },
    }),
    ownHosts(baseUrl, host),
    compression(),
    limiter(EVERYTHING_ELSE),
    inTurn(IN_TURN),
    sameOrigin(baseUrl, fromAnywhere),
  )
  return app
}

/** Parses every body as JSON; a body of another type is refused rather than ignored. */
const jsonBody = (limit: string): RequestHandler => {
  const json = express.json({ limit })
  return (req, res, next) => {
    const hasBody = Number(req.get('content-length') ?? 0) > 0 || req.get('transfer-encoding') !== undefined
    if (!hasBody) return next()
    if (!req.is('json')) return next(new DomainError('wrong-type', 'wrong-type', 'The request must be JSON.'))
    json(req, res, next)
  }
}
const bodyOfStrangers = jsonBody('16kb')
/** The limit is enough for the largest bodies: 200 ids, a passkey's attestation, 50 site addresses. */
const bodyOfAccounts = jsonBody('32kb')

const queryOf = (route: Route, req: Request): unknown => {
  try {
    return route.query.parse(cleaned(req.query))
  } catch (error) {
    if (route.forgiving) return route.query.parse({})
    throw error
  }
}

/** Reads the past moment that a request asks for (R103). */
const asOfIn = (route: Route, req: Request, now: Instant): Instant | null => {
  const { asOf } = req.query
  if (!route.asOf || asOf === undefined) return null
  const parsed = AsOf.safeParse(asOf)
  if (!parsed.success) throw invalid('asOf', 'asOf must be a moment such as 2026-03-31T17:05:00Z')
  if (parsed.data > now) throw invalid('asOf', 'asOf must not be in the future')
  return parsed.data
}

type Answer = Omit<Stored, 'rights'>

/**
 * A command waits this long for the read models, but answers within ANSWER_MS in all: after a slow append it waits
 * less.
 */
const SETTLING_MS = 2_000
const ANSWER_MS = 2_300

/** Work that is slow by itself, such as an upload, gets the full wait. */
const settlingAfter = (took: number): number => (took < ANSWER_MS ? Math.min(SETTLING_MS, ANSWER_MS - took) : SETTLING_MS)

const LONG_PATIENCE_MS = 120_000

const note = (req: Request, { user, key }: Visitor): void => {
  if (key) senders.set(req, { user: null, key: key.id })
  else if (user) senders.set(req, { user: user.id })
}

const serving = (route: Route, dependencies: HttpDependencies): RequestHandler => {
  const { security, visitorOf, timeZoneOf, settled, repeats, now, reads, logAccess, take } = dependencies
  return async (req, res) => {
    const begun = performance.now()
    const visitor = await visitorOf(req)
    note(req, visitor)
    if (visitor.key) await take(OF_A_KEY, visitor.key.id, res)
    admit(route, visitor)
    const at = now()
    if (visitor.network) {
      res.setHeader('Vestry-Network', visitor.network)
      const timeZone = await timeZoneOf(visitor.network)
      // The application's clock in the network's time zone (RFC 9557): the browser may be on another day.
      if (timeZone) res.setHeader('Vestry-Now', `${at}[${timeZone}]`)
    }
    refuseOtherNetwork(route.access, visitor, req.get('vestry-network'))
    const body = route.body ? cleaned(req.body ?? {}, route.opaque) : {}
    const key = route.creates ? req.get('idempotency-key') : undefined
    const scope = key === undefined ? '' : `${senderOf(visitor) ?? addressOf(req)} ${route.method} ${req.originalUrl.split('?', 1)[0]}`
    // A repeat after a crash finds no stored answer: with the same cause it appends the same event ids.
    const causeOf = (request: unknown) => (key === undefined ? req.id : uuidV5(`${scope} ${key} ${JSON.stringify(request)}`))
    // A stored answer runs no handler, so its rights are checked again: a role may have ended since.
    const admitAgain = async (rights: readonly Right[]) => stillMay(await visitorOf(req), rights)
    const once = async (request: unknown, run: () => Promise<Answer>, patience?: number): Promise<Answer> => {
      if (key === undefined) return run()
      return repeats.once({ scope, key, request, admit: admitAgain, patience }, async () => ({ ...(await run()), rights: visitor.rights }))
    }
    const asOf = asOfIn(route, req, at)
    let status = route.status
    const call = {
      params: route.params.parse(cleaned(req.params, route.opaque)),
      query: queryOf(route, req),
      body: route.parsesBody ? body : (route.body?.parse(body) ?? {}),
      visitor,
      now: asOf ?? at,
      asOf,
      req,
      res,
      // No getter: it would keep each call in V8's old generation (DECISIONS 10).
      db: reads.of(visitor, res, asOf),
      circumstances: { actor: actorOf(visitor), at, cause: causeOf(body) },
      ifMatch: expectedRevision(req),
      settled: async (appended) => {
        if (appended.length > 0 && !(await settled(appended, settlingAfter(performance.now() - begun)))) res.setHeader('Vestry-Lag', 'true')
      },
      etag: (revision) => void res.setHeader('ETag', `"${revision}"`),
      changedNothing: () => {
        status = 200
      },
      repeats: {
        once: async (requestOf, work) => {
          const request = key === undefined ? undefined : await requestOf()
          const run = async () => ({ status: route.status, body: await work(causeOf(request)), etag: null })
          return (await once(request, run, LONG_PATIENCE_MS)).body
        },
        isUnderWay: async () => key !== undefined && (await repeats.isUnderWay(scope, key)),
      },
    } as Call<never, never, never>

    const run = async () => {
      const answered = await route.handle(call)
      return { status, body: answered, etag: (res.getHeader('ETag') as string | undefined) ?? null }
    }
    const visited = async (): Promise<void> => {
      if (route.access.kind === 'read' || visitor.rights.some(({ kind }) => kind === 'read'))
        await logAccess(visitor, route.path, { actor: actorOf(visitor), at, cause: req.id })
    }
    const answer = await (route.rawBody ? run() : once(body, run)).catch(async (error: unknown) => {
      // A file was interrupted, but its reader has received part of it, so the access log records it.
      if (res.headersSent) await visited()
      throw error
    })
    await visited()
    if (route.noted) security.note(route.noted, req, senders.get(req) ?? UNKNOWN)
    if (answer.body === undefined || res.headersSent) return
    if (answer.etag) res.setHeader('ETag', answer.etag)
    if (answer.body === null) res.status(204).end()
    else res.status(answer.status).json(answer.body)
  }
}

export const mount = (app: Express, routes: readonly Route[], dependencies: HttpDependencies): void => {
  const { inTurn } = dependencies
  const api = express.Router()
  const longBodies = inTurn(LONG_BODIES)
  const takeTurns: RequestHandler = (req, res, next) => {
    const isLong = Number(req.get('content-length') ?? 0) > LONG_BODY_BYTES || req.get('transfer-encoding') !== undefined
    return isLong ? longBodies(req, res, next) : next()
  }
  for (const route of routes) {
    const noStore: RequestHandler = (req, res, next) => {
      labelRoute(req, `${route.method} ${route.path}`)
      res.setHeader('Cache-Control', 'no-store')
      // An ETag is the revision of one stream, but the answer draws on several, so 304 would be wrong.
      delete req.headers['if-none-match']
      next()
    }
    const [router, path] = route.path.startsWith(API) ? [api, route.path.slice(API.length)] : [app, route.path]
    router[route.method](
      path,
      noStore,
      ...(route.rawBody ? [] : [takeTurns, route.access.kind === 'everyone' ? bodyOfStrangers : bodyOfAccounts]),
      ...route.limits,
      serving(route, dependencies),
    )
  }
  app.use(API, api)
}

/** The last handlers: unknown paths and errors. */
export const close = (app: Express, { log, security }: Pick<HttpDependencies, 'log' | 'security'>): void => {
  app.use([API, '/oauth'], (_req, _res, next) => next(noSuchCall()))
  // Reached by requests for missing files, and by methods that a page does not support.
  app.use((_req, _res, next) => next(new DomainError('missing', 'not-found', 'There is nothing at this address.')))
  app.use(problems(log, security))
}
