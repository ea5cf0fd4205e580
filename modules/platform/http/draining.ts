import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'

/** For so long a kept connection may bring one more request, whose answer ends it. */
const TOLD_MS = 250

/** Once the process is to stop, every answer asks its client for another connection, those that are under way included. */
export const askToLeave =
  (draining: AbortSignal): RequestHandler =>
  (_req, res, next) => {
    onHeaders(res, () => {
      if (draining.aborted) res.setHeader('Connection', 'close')
    })
    next()
  }

/**
 * Takes no new connections and waits, `patienceMs` at most, until the others have ended. The close of http would end idle ones at once, and
 * with them the requests that are on their way (R196).
 */
export const drained = async (server: Server, patienceMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => void Listener.prototype.close.call(server, () => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), TOLD_MS)
  await Promise.race([closed, pause(patienceMs, undefined, { ref: false })])
  clearInterval(idle)
  server.closeAllConnections()
  server.close()
}
