import { setMaxListeners } from 'node:events'
import type { Request, Response } from 'express'
import { DomainError } from '../modules/kernel/errors.ts'
import type { AtOnce } from '../modules/platform/http/limits.ts'
import { type Route, readers, route } from '../modules/platform/http/route.ts'
import { knownSender, mayIn, type Visitor } from '../modules/platform/http/visitor.ts'
import type { Change, LiveChanges } from './live.ts'

/** The keep-alive interval, since proxies close silent streams. */
const BREATH_MS = 15_000
/** If the session or role has ended, the stream ends within this time. */
const POLL_MS = 2_000
/**
 * If the client leaves this many bytes unread, the stream ends. The client can connect again, and reloads everything.
 */
const UNREAD_BYTES = 256_000

/**
 * Resolves once the response or its connection has closed. A response that waits behind another on the same connection
 * gets no 'close'.
 */
const gone = (req: Request, res: Response): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      res.off('close', end)
      req.socket.off('close', end)
      resolve()
    }
    if (res.closed || req.socket.destroyed) return resolve()
    res.once('close', end)
    req.socket.once('close', end)
  })

export type LiveRoutesDependencies = Readonly<{
  live: LiveChanges
  /** Aborts when the server shuts down, which ends every stream. */
  draining: AbortSignal
  /** Limits how many streams a user has. */
  streams: AtOnce
  /** The current visitor; cached until it changes. */
  visitorOf: (req: Parameters<Route['handle']>[0]['req']) => Promise<Visitor>
}>

export const liveRoutes = ({ live, draining, streams, visitorOf }: LiveRoutesDependencies): Route[] => {
  setMaxListeners(0, draining)
  return [
    route({
      method: 'get',
      path: '/api/events',
      summary: 'Live changes of the current network, as server-sent events of {kind, id, position}',
      access: readers('network'),
      media: 'text/event-stream',
      refusals: ['not-found'],
      handle: async ({ visitor, req, res }) => {
        const { network } = visitor
        if (!network) throw new DomainError('missing', 'not-found', 'Network not found or you do not have access to it.')
        const release = await streams(knownSender(visitor), res)
        res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        // An unhandled error would end the process.
        res.on('error', () => {})
        const write = (text: string): void => {
          // A stream that has ended stays open until its client has read everything; writing to it would be an error.
          if (res.writableEnded || res.destroyed) return
          if (res.writableLength > UNREAD_BYTES) return void res.destroy()
          res.write(text)
          // The compression middleware buffers small writes until a flush.
          ;(res as typeof res & { flush?: () => void }).flush?.()
        }
        // A client that still has access connects again.
        const end = (): void => void res.end()
        const mayStillLook = async (): Promise<boolean> => {
          const now = await visitorOf(req)
          mayIn(now, network, 'read', 'Network', 'view')
          return now.network === network
        }
        // A change is sent only if its reader still has access at that moment. The periodic check may notice lost
        // access up to two seconds later.
        let sent = Promise.resolve()
        const send = (change: Change): void => {
          sent = sent.then(async () => {
            if (res.writableEnded || res.destroyed) return
            if (!(await mayStillLook().catch(() => false))) return end()
            write(`id: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`)
          })
        }
        const { begun, stop } = live.listen(network, send, end)
        // The client reloads its lists when the stream opens, so it must receive every change from then on.
        await begun
        write('retry: 2000\n\n')
        const breath = setInterval(() => write(': still here\n\n'), BREATH_MS)
        const check = setInterval(async () => {
          if (!(await mayStillLook().catch(() => false))) end()
        }, POLL_MS)
        draining.addEventListener('abort', end)
        if (draining.aborted) end()
        await gone(req, res)
        draining.removeEventListener('abort', end)
        clearInterval(breath)
        clearInterval(check)
        stop()
        release()
        return undefined
      },
    }),
  ]
}
