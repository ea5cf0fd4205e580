import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isReady } from '../bench/product.ts'

const POLL_EVERY_MS = 250
const POLL_PATIENCE_MS = 1_000
/** The time in ms without an answer after which a read goes to another process. */
const READ_PATIENCE_MS = 2_000
/** The longest wait in ms until any process is ready. */
const NOBODY_MS = 10_000

type Asked = Readonly<{ method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }>
type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>
/** 'refused': no connection, so the request was not seen. 'lost': it was sent, and no answer came. */
type Failure = 'refused' | 'lost'

const reads = ({ method }: Asked): boolean => method === 'GET' || method === 'HEAD'

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A reverse proxy like an operator's in front of the web processes: polls /readyz of each, distributes requests among
 * ready ones, and tries another one if the first did not accept the request. Requests sent but not answered count as
 * dropped; clients may repeat them.
 */
export const startBalancer = async () => {
  const ports = new Set<number>()
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let dropped = 0
  let turn = 0

  const poll = async (port: number): Promise<void> => {
    const is = await isReady(`http://127.0.0.1:${port}`, POLL_PATIENCE_MS)
    if (is && ports.has(port)) ready.add(port)
    else ready.delete(port)
  }
  const polling = setInterval(() => {
    for (const port of ports) void poll(port)
  }, POLL_EVERY_MS)

  const ask = (port: number, { method, path, headers, body }: Asked, patience: number): Promise<Answer | Failure> =>
    new Promise((resolve) => {
      let connected = false
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        bodyOf(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: whole }),
          () => resolve('lost'),
        )
      })
      sent.once('socket', (socket) => {
        connected = !socket.connecting
        if (!connected)
          socket.once('connect', () => {
            connected = true
          })
      })
      sent.once('error', () => resolve(connected ? 'lost' : 'refused'))
      if (patience < Number.POSITIVE_INFINITY) sent.setTimeout(patience, () => sent.destroy(new Error('no answer')))
      sent.end(body)
    })

  /** The next ready process that was not tried yet. */
  const next = (asked: ReadonlySet<number>): number | undefined => {
    const free = [...ready].filter((port) => !asked.has(port))
    turn += 1
    return free[turn % Math.max(1, free.length)]
  }

  const answer = async (what: Asked): Promise<Answer> => {
    const tried = new Set<number>()
    let lost = false
    for (const deadline = performance.now() + NOBODY_MS; performance.now() < deadline; ) {
      const port = next(tried)
      if (port === undefined) {
        tried.clear()
        await pause(50)
        continue
      }
      tried.add(port)
      const outcome = await ask(port, what, reads(what) ? READ_PATIENCE_MS : Number.POSITIVE_INFINITY)
      if (typeof outcome !== 'string') return outcome
      if (outcome === 'refused') ready.delete(port)
      lost = outcome === 'lost' && !reads(what)
      if (lost) break
    }
    dropped += 1
    return { status: lost ? 502 : 503, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"code":"balancer"}') }
  }

  const forward = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { connection: _, 'transfer-encoding': __, ...headers } = req.headers
    const from = { ...headers, 'x-forwarded-for': req.socket.remoteAddress ?? '', 'x-forwarded-proto': 'http' }
    const found = await answer({ method: req.method ?? 'GET', path: req.url ?? '/', headers: from, body: await bodyOf(req) })
    const { connection: ___, 'transfer-encoding': ____, ...answered } = found.headers
    res.writeHead(found.status, { ...answered, 'content-length': found.body.length }).end(found.body)
  }
  const server = createServer((req, res) => void forward(req, res).catch(() => res.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port: number) => void ports.add(port),
    remove: (port: number) => {
      ports.delete(port)
      ready.delete(port)
    },
    /** Number of requests sent but never answered, or without a ready process. */
    dropped: (): number => dropped,
    ready: (): number => ready.size,
    stop: async () => {
      clearInterval(polling)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
