import type { RequestHandler } from 'express'
import { HEALTH } from '../http/origin.ts'
import { routeOf } from '../security-log.ts'
import { isTraced, measure, span } from './telemetry.ts'

/**
 * A span for each request except probes, named by its route: addresses hold ids and tokens. A client's traceparent is linked, never continued:
 * otherwise a client could choose the ids in the log, add to other traces, and have all its requests recorded.
 */
export const tracedRequests: RequestHandler = (req, res, next) => {
  if (!isTraced() || HEALTH.test(req.path)) return next()
  const began = performance.now()
  const closed = new Promise<void>((resolve) => void res.once('close', resolve))
  const theirs = req.get('traceparent')
  void span(
    req.method,
    { 'http.request.method': req.method },
    async ({ rename, set, failed }) => {
      next()
      await closed
      const [method = '', route] = routeOf(req)?.split(' ', 2) ?? []
      if (route !== undefined) rename(`${method.toUpperCase()} ${route}`)
      const about = { 'http.request.method': req.method, ...(route !== undefined && { 'http.route': route }) }
      set({ ...about, 'vestry.request': req.id })
      if (!res.writableFinished) return set({ 'vestry.aborted': true })
      const answer = { 'http.response.status_code': res.statusCode }
      set(answer)
      if (res.statusCode >= 500) failed(String(res.statusCode))
      measure('http.server.request.duration', (performance.now() - began) / 1_000, { ...about, ...answer })
    },
    { kind: 'server', origin: { links: theirs === undefined ? [] : [theirs] } },
  )
}
