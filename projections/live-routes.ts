import { DomainError } from '../modules/kernel/errors.ts'
import { type Route, readers, route } from '../modules/platform/route.ts'
import type { Visitor } from '../modules/platform/visitor.ts'
import type { LiveChanges } from './live.ts'

/** Proxies close what is silent for long; so does a browser's patience. */
const BREATH_MS = 15_000

/** `draining` ends every stream; `stillThere` asks again who the visitor is: a session or role that ended ends its stream too. */
export const liveRoutes = (
  live: LiveChanges,
  draining: AbortSignal,
  stillThere: (req: Parameters<Route['handle']>[0]['req']) => Promise<Visitor>,
): Route[] => [
  route({
    method: 'get',
    path: '/api/events',
    summary: 'Live changes of the current network, as server-sent events of {kind, id, position}',
    access: readers('network'),
    handle: async ({ visitor, req, res }) => {
      const { network } = visitor
      if (!network) throw new DomainError('missing', 'not-found', 'Network not found or you do not have access to it.')
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      const write = (text: string): void => {
        res.write(text)
        // Compression holds small writes back until it is told not to.
        ;(res as typeof res & { flush?: () => void }).flush?.()
      }
      write('retry: 2000\n\n')
      const stop = live.listen(network, (change) => write(`id: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`))
      const breath = setInterval(async () => {
        const now = await stillThere(req).catch(() => null)
        const role = now?.grants.get(network)
        if (now && (now.network !== network || !role || role === 'Member')) res.end()
        else write(': still here\n\n')
      }, BREATH_MS)
      const end = () => res.end()
      draining.addEventListener('abort', end)
      await new Promise<void>((resolve) => res.once('close', resolve))
      draining.removeEventListener('abort', end)
      clearInterval(breath)
      stop()
      return undefined
    },
  }),
]
