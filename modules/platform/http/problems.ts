import { type OutgoingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorRequestHandler, Request } from 'express'
import { ZodError, z } from 'zod'
import { DomainError, type Issue, type Reason } from '../../kernel/errors.ts'
import type { ErrorBody } from '../../shared/api.ts'
import { Conflict, Unavailable } from '../event-store/event-store.ts'
import type { Log } from '../log.ts'
import { isConnectionFault } from '../postgres/postgres-faults.ts'
import type { SecurityEvent, SecurityLog } from '../security-log.ts'

const statuses: Record<Reason, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  refused: 409,
  stale: 412,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
  unavailable: 503,
  misdirected: 421,
}

const RETRY_AFTER_SECONDS: Partial<Record<Reason, string>> = { unavailable: '2', 'too-many': '60' }
const UNAVAILABLE = new DomainError('unavailable', 'unavailable', 'The service is not available right now. Please try again in a moment.')

const bodyErrors: Record<string, DomainError> = {
  'entity.too.large': new DomainError('too-large', 'too-large', 'The request is too large.'),
  'entity.parse.failed': new DomainError('invalid', 'invalid', 'The request is not valid JSON.'),
  'encoding.unsupported': new DomainError('wrong-type', 'wrong-type', 'The request has an encoding that is not supported.'),
  'charset.unsupported': new DomainError('wrong-type', 'wrong-type', 'The request has a character set that is not supported.'),
}

/** Without this, zod would answer that a missing field received `undefined`. */
z.config({ customError: ({ code, input }) => (code === 'invalid_type' && input === undefined ? 'A required field is missing' : undefined) })

/** The most issues in an answer. No form has more fields; more issues would only lengthen the answer (R121). */
const MOST_ISSUES = 20

const issuesOf = (error: ZodError): Issue[] => error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({ path: path.join('.'), message }))

/** Maps domain and framework errors to refusals with a status; null for an unexpected error. */
const refusalOf = (error: unknown): DomainError | null => {
  if (error instanceof DomainError) return error
  if (error instanceof ZodError) {
    const issues = issuesOf(error)
    return new DomainError('invalid', 'invalid', issues[0]?.message ?? 'Check the fields.', { issues })
  }
  if (error instanceof Conflict) return new DomainError('refused', 'conflict', 'This is being changed by someone else. Please try again.')
  if (error instanceof Unavailable || isConnectionFault(error)) return UNAVAILABLE
  if (error instanceof URIError) return new DomainError('invalid', 'invalid', 'The address is not valid.')
  const type = (error as { type?: unknown } | null)?.type
  if (typeof type === 'string' && type in bodyErrors) return bodyErrors[type] ?? null
  const status = (error as { status?: unknown } | null)?.status
  return typeof status === 'number' && status >= 400 && status < 500 ? new DomainError('invalid', 'invalid', 'The request could not be read.') : null
}

export type Sender = Readonly<{ user: string | null; key?: string }>
export const UNKNOWN: Sender = { user: null }
/** The sender of each authenticated request, for the security log. */
export const senders = new WeakMap<Request, Sender>()

/**
 * The security event of a refusal. Ended sessions and missing sign-ins are not recorded; modules/identity records
 * failed sign-ins.
 */
const securityEventOf = ({ reason, code }: DomainError): SecurityEvent | null => {
  if (reason === 'too-many') return 'limit'
  if (code.startsWith('key-')) return 'key-refused'
  return reason === 'forbidden' || reason === 'misdirected' ? 'refusal' : null
}

export const problems =
  (log: Log, security: SecurityLog): ErrorRequestHandler =>
  (error, req, res, _next) => {
    const refusal = refusalOf(error)
    const event = refusal && securityEventOf(refusal)
    if (event) security.note(event, req, { ...(senders.get(req) ?? UNKNOWN), code: refusal.code })
    if (!refusal) log.error({ err: error, id: req.id, path: req.route && req.baseUrl + req.route.path }, 'unexpected')
    if (refusal === UNAVAILABLE) res.locals.fault = error
    if (res.headersSent) return void res.destroy()
    if (!refusal) return void res.status(500).json({ message: 'Something went wrong on our side. Please try again.', code: 'unexpected' })
    const retryAfter = RETRY_AFTER_SECONDS[refusal.reason]
    if (retryAfter && !res.getHeader('Retry-After')) res.setHeader('Retry-After', retryAfter)
    res.status(statuses[refusal.reason]).json({
      message: refusal.message,
      code: refusal.code,
      ...(refusal.issues ? { issues: refusal.issues.slice(0, MOST_ISSUES) } : {}),
      ...refusal.details,
    })
  }

const INVALID: ErrorBody = { message: 'The request could not be read: it is not valid HTTP.', code: 'invalid' }
const refusals: Readonly<Record<string, readonly [status: number, body: ErrorBody]>> = {
  HPE_HEADER_OVERFLOW: [431, { message: 'The address or the headers of the request are too long.', code: 'too-large' }],
  ERR_HTTP_REQUEST_TIMEOUT: [408, { message: 'The request took too long to arrive.', code: 'timeout' }],
}

/**
 * Refuses requests that Node's parser cannot read, with the usual JSON error (R119). No request object exists yet, so
 * this writes the answer itself.
 */
export const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: OutgoingMessage | null }): void => {
  // Closes the connection without an answer if an earlier answer is under way on it.
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
