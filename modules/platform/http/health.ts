import { timingSafeEqual } from 'node:crypto'
import type { Express, Request } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { DomainError } from '../../kernel/errors.ts'
import { digest } from '../personal-data/secret.ts'
import { isFromHere } from './loopback.ts'

/** The metrics that are always on: of the process, of the answers to requests, and of Stripe's answers to this process. */
export const openMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({ name: 'vestry_requests_total', help: 'Requests by status class', labelNames: ['status'], registers: [registry] })
  const seconds = new Histogram({
    name: 'vestry_request_seconds',
    help: 'Duration of requests',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 2],
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
    /** Counts an answer and its duration in seconds. */
    answered: (statusCode: number, after: number): void => {
      seconds.observe(after)
      requests.inc({ status: `${Math.floor(statusCode / 100)}xx` })
    },
    /** Counts an answer of Stripe's and its duration in seconds. `call`: method and path, without ids. */
    stripeAnswered: (call: string, statusCode: number, after: number): void => {
      stripe.observe({ call, status: `${Math.floor(statusCode / 100)}xx` }, after)
    },
  }
}
export type Metrics = ReturnType<typeof openMetrics>

export type Health = Readonly<{
  /** The bearer token that allows other machines to read details. */
  token: string | undefined
  registry: Registry
  /** What is not ready, in words; empty when everything is. */
  problems: () => Promise<readonly string[]>
  /** Figures for /metrics, by name. */
  gauges: () => Promise<Readonly<Record<string, number>>>
}>

/** /healthz: the process lives. /readyz: it can serve. /metrics: Prometheus. Details need a loopback address or the token. */
export const healthRoutes = (app: Express, { token, registry, problems, gauges }: Health): void => {
  const own = new Map<string, Gauge>()
  const mayKnow = (req: Request): boolean => {
    const shown = /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1]
    return isFromHere(req) || (token !== undefined && shown !== undefined && timingSafeEqual(digest(shown), digest(token)))
  }

  app.get('/healthz', (_req, res) => {
    res.json({ alive: true })
  })
  app.get('/readyz', async (req, res) => {
    const found = await problems()
    res.status(found.length === 0 ? 200 : 503).json({ ready: found.length === 0, ...(mayKnow(req) ? { problems: found } : {}) })
  })
  app.get('/metrics', async (req, res) => {
    if (!mayKnow(req)) throw new DomainError('forbidden', 'forbidden', 'Metrics are for this machine, or for whoever shows METRICS_TOKEN.')
    for (const [name, value] of Object.entries(await gauges().catch(() => ({})))) {
      let gauge = own.get(name)
      gauge ??= new Gauge({ name, help: name, registers: [registry] })
      own.set(name, gauge)
      gauge.set(value)
    }
    res.type(registry.contentType).send(await registry.metrics())
  })
}
