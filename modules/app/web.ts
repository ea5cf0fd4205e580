import type { Server } from 'node:http'
import path from 'node:path'
import { askToLeave } from '../platform/http/draining.ts'
import { healthRoutes, type Metrics } from '../platform/http/health.ts'
import { close, type HttpDependencies, mount, openApp } from '../platform/http/http.ts'
import { keptAnswer } from '../platform/http/kept-answer.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import type { Route } from '../platform/http/route.ts'
import { refuseUnreadable } from '../platform/http/unreadable.ts'
import { expressServer } from '../platform/speed/express-server.ts'
import type { OpenIdStandIns } from '../sandbox/openid/stand-in.ts'
import type { StripeSandbox } from '../sandbox/stripe/stand-in.ts'
import { described } from './described.ts'
import { healthOf, type Watched } from './health.ts'
import { mountPages, type PagesDependencies } from './pages.ts'

const root = path.resolve(import.meta.dirname, '../..')
/**
 * What a mail program posts when somebody presses Unsubscribe: from any site, by the right of a signed link (RFC 8058). And what the frame of
 * the sandbox's Stripe.js posts, which has no origin, by the right of a client secret.
 */
const FROM_ANYWHERE = /^\/(?:reminders\/[\w.-]+|sandbox\/stripe\/v1\/[\w/]+)$/

type Web = Readonly<{
  routes: readonly Route[]
  http: Omit<HttpDependencies, 'fromAnywhere' | 'metrics'>
  metrics: Metrics
  /** Who may ask for /metrics and details of /readyz from elsewhere. */
  metricsToken: string | undefined
  watched: Watched
  pages: Omit<PagesDependencies, 'dist'>
  standIns: OpenIdStandIns | null
  stripe: Pick<StripeSandbox, 'router'> | null
}>

/**
 * How long an idle connection is kept: longer than proxies keep theirs (Caddy two minutes, Google's balancers ten). Whoever ends one first
 * may cut off a request that is on its way, which a proxy answers with 502 and must not repeat (R124).
 */
const KEPT_MS = 620_000

/** Everything that answers requests, in the order in which it is asked: health, stand-ins, calls, pages. */
export const openWeb = async ({ routes, http, metrics, metricsToken, watched, pages, standIns, stripe }: Web): Promise<Server> => {
  const dependencies = { ...http, metrics, fromAnywhere: FROM_ANYWHERE }
  const app = openApp(dependencies)
  app.use(askToLeave(watched.draining))
  healthRoutes(app, { token: metricsToken, registry: metrics.registry, ...healthOf(watched) })
  // Calls may be written without their prefix.
  app.use('/oauth', (req, res) => res.redirect(307, `/api/oauth${req.url}`))
  if (standIns) app.use(standIns.router)
  if (stripe) app.use('/sandbox/stripe', stripe.router)
  mount(app, routes, dependencies)
  // Made for whoever asks first: a start need not wait for it.
  app.get(
    '/api/openapi.json',
    pages.costly.texts,
    keptAnswer('json', () => JSON.stringify(openApiOf(routes, described))),
  )
  await mountPages(app, { ...pages, dist: path.join(root, 'dist') })
  close(app, dependencies)
  // What is expected of a server beyond 100-continue may be ignored (RFC 9110, 10.1.1); Node would refuse it without a word.
  return expressServer(app, { keepAliveTimeout: KEPT_MS }).on('clientError', refuseUnreadable).on('checkExpectation', app)
}
