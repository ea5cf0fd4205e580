import type { Server } from 'node:http'
import path from 'node:path'
import { askToLeave } from '../platform/http/draining.ts'
import { healthRoutes, type Metrics } from '../platform/http/health.ts'
import { close, type HttpDependencies, mount, openApp } from '../platform/http/http.ts'
import { keptAnswer } from '../platform/http/kept-answer.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import { refuseUnreadable } from '../platform/http/problems.ts'
import type { Route } from '../platform/http/route.ts'
import { expressServer } from '../platform/speed/express-server.ts'
import type { OpenIdStandIns } from '../sandbox/openid/stand-in.ts'
import type { StripeSandbox } from '../sandbox/stripe/stand-in.ts'
import { described } from './described.ts'
import { healthOf, type Watched } from './health.ts'
import { mountPages, type PagesDependencies } from './pages.ts'

const root = path.resolve(import.meta.dirname, '../..')
/**
 * Accepted from any site: the Unsubscribe post of a mail program, authorized by a signed link (RFC 8058), and posts of
 * the frame in the sandbox's Stripe.js, which has no origin, authorized by a client secret.
 */
const FROM_ANYWHERE = /^\/(?:reminders\/[\w.-]+|sandbox\/stripe\/v1\/[\w/]+)$/

type Web = Readonly<{
  routes: readonly Route[]
  http: Omit<HttpDependencies, 'fromAnywhere' | 'metrics'>
  metrics: Metrics
  /** The token for /metrics and details of /readyz from other machines. */
  metricsToken: string | undefined
  watched: Watched
  pages: Omit<PagesDependencies, 'dist'>
  standIns: OpenIdStandIns | null
  stripe: Pick<StripeSandbox, 'router'> | null
}>

/**
 * Idle connections are kept longer than proxies keep theirs (Caddy two minutes, Google's balancers ten). The side that
 * closes first may cut off a request that is on its way. A proxy answers such a request with 502 and must not repeat it
 * (R124).
 */
const KEPT_MS = 620_000

/** All handlers in the order of matching: health, stand-ins, calls, pages. */
export const openWeb = async ({ routes, http, metrics, metricsToken, watched, pages, standIns, stripe }: Web): Promise<Server> => {
  const dependencies = { ...http, metrics, fromAnywhere: FROM_ANYWHERE }
  const app = openApp(dependencies)
  app.use(askToLeave(watched.draining))
  healthRoutes(app, { token: metricsToken, registry: metrics.registry, ...healthOf(watched) })
  // Sign-in providers may redirect to /oauth without the prefix /api.
  app.use('/oauth', (req, res) => res.redirect(307, `/api/oauth${req.url}`))
  if (standIns) app.use(standIns.router)
  if (stripe) app.use('/sandbox/stripe', stripe.router)
  mount(app, routes, dependencies)
  // The document is made on the first request, so that a start does not wait for it.
  app.get(
    '/api/openapi.json',
    pages.costly.texts,
    keptAnswer('json', () => JSON.stringify(openApiOf(routes, described))),
  )
  await mountPages(app, { ...pages, dist: path.join(root, 'dist') })
  close(app, dependencies)
  // A server may ignore expectations other than 100-continue (RFC 9110, 10.1.1); Node would refuse them without an
  // answer.
  return expressServer(app, { keepAliveTimeout: KEPT_MS }).on('clientError', refuseUnreadable).on('checkExpectation', app)
}
