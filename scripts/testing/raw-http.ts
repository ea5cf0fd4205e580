import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** A request as sent over the wire, which may be one that no HTTP client would send. */
export type RawRequest = Readonly<{
  method: string
  target: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer | null
}>
export type RawAnswer = Readonly<{ status: number; head: string; type: string; body: string }>

const PATIENCE_MS = 30_000
const HEAD_END = '\r\n\r\n'

const bytesOf = ({ method, target, headers, body }: RawRequest): Buffer => {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(lines.join('\r\n') + HEAD_END), body ?? Buffer.alloc(0)])
}

const unchunked = (bytes: Buffer): Buffer | null => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (end < 0 || Number.isNaN(size) || end + 2 + size > bytes.length) return null
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const decoded = (bytes: Buffer, encoding: string): Buffer => {
  if (encoding === 'gzip') return gunzipSync(bytes)
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'deflate' ? inflateSync(bytes) : bytes
}

/** The first response in the bytes, after informational ones (100); null while it is incomplete. */
const answerIn = (bytes: Buffer, method: string): RawAnswer | null => {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const rest = bytes.subarray(end + HEAD_END.length)
  if (status < 200) return answerIn(rest, method)
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const type = header('content-type')
  const answer = (body: Buffer): RawAnswer => ({ status, head, type, body: body.toString() })
  // A stream of events never ends by itself, so its response counts as complete without a body.
  if (type === 'text/event-stream' || method === 'HEAD' || status === 204 || status === 304) return answer(Buffer.alloc(0))
  const length = Number(header('content-length') || '0')
  const whole = header('transfer-encoding') === 'chunked' ? unchunked(rest) : rest.length < length ? null : rest.subarray(0, length)
  return whole && answer(decoded(whole, header('content-encoding')))
}

/** Sends a request on a new connection; returns an error message if no complete response came. */
export const ask = (port: number, request: RawRequest): Promise<RawAnswer | string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let came = Buffer.alloc(0)
    let failed = 'the connection was closed'
    const end = (answer: RawAnswer | string) => {
      clearTimeout(late)
      socket.destroy()
      resolve(answer)
    }
    const late = setTimeout(end, PATIENCE_MS, `no answer within ${PATIENCE_MS / 1_000} s`)
    socket.on('data', (chunk) => {
      came = Buffer.concat([came, chunk])
      const answer = answerIn(came, request.method)
      if (answer) end(answer)
    })
    socket.on('error', (error) => {
      failed = error.message
    })
    socket.on('close', () => end(answerIn(came, request.method) ?? failed))
    socket.write(bytesOf(request))
  })
