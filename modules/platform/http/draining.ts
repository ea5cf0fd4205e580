import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'

/** Grace period in which a kept connection may send one more request; its answer closes the connection. */
const NOTICE_MS = 250

/** During a shutdown, every answer closes its connection, including answers under way. */
export const askToLeave =
  (draining: AbortSignal): RequestHandler =>
  (_req, res, next) => {
    onHeaders(res, () => {
      if (draining.aborted) res.setHeader('Connection', 'close')
    })
    next()
  }

/**
 * Takes no new connections and waits at most `patienceMs` for the others to end. Node's own close would end idle
 * connections at once, and lose requests that are on their way (R124).
 */
export const drained = async (server: Server, patienceMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => void Listener.prototype.close.call(server, () => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), NOTICE_MS)
  await Promise.race([closed, pause(patienceMs, undefined, { ref: false })])
  clearInterval(idle)
  server.closeAllConnections()
  server.close()
}
