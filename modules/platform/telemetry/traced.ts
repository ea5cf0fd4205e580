import type { RequestHandler } from 'express'
import { type Append, Conflict, categoryOf, type EventStore } from '../event-store/event-store.ts'
import { HEALTH } from '../http/origin.ts'
import { routeOf } from '../security-log.ts'
import { count, isTraced, measure, span } from './telemetry.ts'

/**
 * A span for each request except probes, named by its route: addresses hold ids and tokens. A client's traceparent is
 * linked, never continued:
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

const APPENDED = 'vestry.events.appended'

const counted = (appends: readonly Append[]): void => {
  const events = new Map<string, number>()
  for (const { stream, events: some } of appends) events.set(categoryOf(stream), (events.get(categoryOf(stream)) ?? 0) + some.length)
  for (const [category, number] of events) count(APPENDED, number, { 'vestry.category': category })
}

/**
 * A log whose appends are traced and counted; without telemetry the log itself. Streams are named by category only: a
 * bill's id opens its page.
 */
export const tracedStore = (store: EventStore): EventStore => {
  if (!isTraced()) return store
  return {
    ...store,
    append: (stream, events, expect) =>
      span(`append ${categoryOf(stream)}`, { 'vestry.events': events.length }, async () => {
        const appended = await store.append(stream, events, expect)
        counted([{ stream, events, expect }])
        return appended
      }),
    appendEach: (appends) =>
      span('append each', { 'vestry.streams': appends.length }, async ({ set }) => {
        const answers = await store.appendEach(appends)
        const written = appends.filter((_, i) => !(answers[i] instanceof Conflict))
        set({ 'vestry.conflicts': appends.length - written.length })
        counted(written)
        return answers
      }),
  }
}
