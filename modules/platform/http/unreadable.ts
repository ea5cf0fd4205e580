import { type OutgoingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorBody } from '../../shared/api.ts'

const INVALID: ErrorBody = { message: 'The request is not valid.', code: 'invalid' }
const refusals: Readonly<Record<string, readonly [status: number, body: ErrorBody]>> = {
  HPE_HEADER_OVERFLOW: [431, { message: 'The address or the headers of the request are too long.', code: 'too-large' }],
  ERR_HTTP_REQUEST_TIMEOUT: [408, { message: 'The request took too long to arrive.', code: 'timeout' }],
}

/**
 * Refuses requests that Node's parser cannot read, with the usual JSON error (R119). No request object exists yet, so this writes the answer itself.
 */
export const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: OutgoingMessage | null }): void => {
  // An earlier answer on this connection may be under way.
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) return void socket.destroy()
  const [status, body] = refusals[error.code ?? ''] ?? [400, INVALID]
  const json = JSON.stringify(body)
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', json].join('\r\n'), () => socket.destroy())
}
