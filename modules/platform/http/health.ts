import { timingSafeEqual } from 'node:crypto'
import type { Express, Request } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { DomainError } from '../../kernel/errors.ts'
import { digest } from '../personal-data/master-key.ts'
import { bearerOf } from './headers.ts'
import { isFromHere } from './public-address.ts'

/**
 * The event loop's delay is measured at this interval, and reported delays include it. Each measurement wakes the
 * process.
 */
const DELAY_EVERY_MS = 200

/** Metrics that are always on: the process, answers to requests, and Stripe's answers. */
export const openMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DELAY_EVERY_MS })
  const requests = new Counter({ name: 'vestry_requests_total', help: 'Requests by status class', labelNames: ['status'], registers: [registry] })
  const seconds = new Histogram({
    name: 'vestry_request_seconds',
    help: 'Duration of requests',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20],
    registers: [registry],
  })
  const stripe = new Histogram({
    name: 'vestry_stripe_seconds',
    help: "Duration of Stripe's answers, by call and status",
    labelNames: ['call', 'status'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 5, 20],
    registers: [registry],
  })
  return {
    registry,
    /** `after`: duration in seconds. */
    answered: (statusCode: number, after: number): void => {
      seconds.observe(after)
      requests.inc({ status: `${Math.floor(statusCode / 100)}xx` })
    },
    /** `call`: method and path without ids. `after`: duration in seconds. */
    stripeAnswered: (call: string, statusCode: number, after: number): void => {
      stripe.observe({ call, status: `${Math.floor(statusCode / 100)}xx` }, after)
    },
  }
}
export type Metrics = ReturnType<typeof openMetrics>

/** A metric read on demand: one value, or one per value of a label. */
export type Figure = Readonly<{ name: string; help: string }> &
  (Readonly<{ value: number }> | Readonly<{ label: string; values: Iterable<readonly [string, number]> }>)

export type Health = Readonly<{
  /** Bearer token with which other machines may read details. */
  token: string | undefined
  registry: Registry
  /** Reasons for not being ready; empty if ready. */
  problems: () => Promise<readonly string[]>
  /**
   * The reasons for not being ready, with the current figures for /metrics. Unknown figures are left out, since an old
   * value would look current.
   */
  check: () => Promise<Readonly<{ problems: readonly string[]; figures: readonly Figure[] }>>
}>

/** The figures in Prometheus' text format, after the metrics that are always on. */
const written = (registry: Registry, figures: readonly Figure[]): Promise<string> => {
  const momentary = new Registry()
  for (const figure of figures) {
    const gauge = new Gauge({
      ...{ name: figure.name, help: figure.help },
      labelNames: 'label' in figure ? [figure.label] : [],
      registers: [momentary],
    })
    if ('value' in figure) gauge.set(figure.value)
    else for (const [labelled, value] of figure.values) gauge.set({ [figure.label]: labelled }, value)
  }
  return Registry.merge([registry, momentary]).metrics()
}

/**
 * /healthz: the process is alive. /readyz: it can serve. /metrics: Prometheus. Details need a loopback address or the
 * token.
 */
export const healthRoutes = (app: Express, { token, registry, problems, check }: Health): void => {
  const mayKnow = (req: Request): boolean => {
    const shown = bearerOf(req)
    return isFromHere(req) || (token !== undefined && shown !== null && timingSafeEqual(digest(shown), digest(token)))
  }

  app.get('/healthz', (_req, res) => {
    res.json({ alive: true })
  })
  app.get('/readyz', async (req, res) => {
    const found = await problems()
    res.status(found.length === 0 ? 200 : 503).json({ ready: found.length === 0, ...(mayKnow(req) ? { problems: found } : {}) })
  })
  app.get('/metrics', async (req, res) => {
    if (!mayKnow(req)) throw new DomainError('forbidden', 'forbidden', 'Metrics are only available on this machine, or with METRICS_TOKEN.')
    const { problems: found, figures } = await check()
    const ready = { name: 'vestry_ready', help: '1 if /readyz answers 200, else 0', value: found.length === 0 ? 1 : 0 }
    res.type(registry.contentType).send(await written(registry, [ready, ...figures]))
  })
}
