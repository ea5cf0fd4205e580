import { getDefaultStore } from 'jotai'
import type { ErrorBody } from '../../../modules/shared/api.ts'
import { apiUrl, type Query } from './address.ts'
import { checkMoment } from './as-of.ts'
import { barredAtom } from './barred.ts'
import { freshSignIn, isLacking } from './fresh-sign-in.ts'
import { goToLogin } from './login-redirect.ts'
import { CLOCK_HEADER, setNetworkClock } from './network-clock.ts'
import { checkNetwork, NETWORK_HEADER, shownNetwork } from './tab-network.ts'

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/** A refused call: the server's sentence, its status, and what came with it. */
export class ApiError extends Error {
  readonly status: number
  readonly data: unknown
  readonly code: string
  readonly issues: { path: string; message: string }[]

  constructor(status: number, data: unknown) {
    const { message, code, issues }: { [Field in keyof ErrorBody]?: unknown } = isObject(data) ? data : {}
    super((typeof message === 'string' && message) || `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.data = data
    this.code = typeof code === 'string' ? code : ''
    this.issues = Array.isArray(issues) ? (issues as ApiError['issues']) : []
  }
}

export type CallOptions = {
  query?: Query
  /** The same for every try of one creation (useAttempt), so that a repeat creates nothing twice. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Without the session: what whoever has the link may see. */
  asGuest?: boolean
  /** Wait this long before an ended session sends the page to login. */
  loginDelay?: number
}

export const parsed = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const refuse = (status: number, data: unknown, loginDelay?: number): never => {
  if (status === 401) goToLogin(loginDelay)
  const error = new ApiError(status, data)
  if (error.code === 'second-factor-required') getDefaultStore().set(barredAtom, true)
  throw error
}

/** An answer's body as a value; undefined where it is none. */
export const json = async (response: Response): Promise<unknown> => parsed(await response.text())

/** Sends, and again once the person has confirmed that it is them, where that was all that lacked. `read`: takes the body of what succeeded. */
export const exchange = async <Data>(
  request: () => Promise<Response>,
  read: (response: Response) => Promise<Data>,
  loginDelay?: number,
): Promise<{ response: Response; data: Data }> => {
  for (;;) {
    const response = await request()
    if (response.ok) return { response, data: await read(response) }
    const data = await json(response)
    const { code, message } = new ApiError(response.status, data)
    if (!isLacking(code) || !(await freshSignIn(message, code))) return refuse(response.status, data, loginDelay)
  }
}

/** No call is waited for longer (R235): an answer to a question, and to a command that may write much. */
const LIMITS_MS = { GET: 60_000, other: 180_000 }

/** Ends a call in time, or when its asker leaves. */
const limited = (method: string, asker: AbortSignal | undefined): AbortSignal => {
  const limit = new AbortController()
  const end = () => limit.abort(asker?.reason)
  if (asker?.aborted) end()
  asker?.addEventListener('abort', end, { once: true })
  setTimeout(() => limit.abort(lostConnection()), method === 'GET' ? LIMITS_MS.GET : LIMITS_MS.other)
  return limit.signal
}

/** Browsers word a lost connection each in their own way. */
export const lostConnection = (cause?: unknown): TypeError => new TypeError('Network error. Please check your connection and try again.', { cause })

/** Calls about who one is, and in which network: they do not belong to a network. */
const PERSONAL = '/api/auth/'

/** A fetch whose failure says that the connection is lost. It names the network that this tab shows, takes no answer about another, and asks about the moment that is shown alone. */
export const send = async (url: string, { headers, ...init }: RequestInit & { headers: Record<string, string> }): Promise<Response> => {
  checkMoment(init.method ?? 'GET', url)
  const network = shownNetwork()
  const response = await fetch(url, {
    credentials: 'include',
    ...init,
    headers: { accept: 'application/json', ...(network === null ? {} : { [NETWORK_HEADER]: network }), ...headers },
  }).catch((error: unknown) => {
    throw error instanceof TypeError ? lostConnection(error) : error
  })
  setNetworkClock(response.headers.get(CLOCK_HEADER))
  if (url.includes(PERSONAL)) return response
  try {
    checkNetwork(response.headers.get(NETWORK_HEADER))
  } catch (error) {
    // An answer that nobody reads keeps its connection, and a browser has few of them for a site.
    void response.body?.cancel()
    throw error
  }
  return response
}

/** What came in place of an answer, as a network's own sign-in page does. */
class Misread extends Error {
  override readonly name = 'Misread'
}

/**
 * An answer's body as what the caller expects. Its shape is the server's word, which both take from one contract; that it keeps it is checked
 * where stories run (scripts/e2e/answers.ts), and no visitor loads what would check it again. @throws Misread what is no answer at all
 */
export const trusted = <Answer>(status: number, data: unknown): Answer => {
  if (status !== 204 && !isObject(data)) throw new Misread('What was answered cannot be read.')
  return data as Answer
}

const call = async <Answer>(method: string, path: string, body: unknown, options: CallOptions): Promise<Answer> => {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const init = {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: limited(method, options.signal),
    ...(options.asGuest ? { credentials: 'omit' as const } : {}),
  }
  const { response, data } = await exchange(() => send(apiUrl(path, options.query), init), json, options.loginDelay)
  return trusted(response.status, data)
}

export const get = <Answer>(path: string, options: CallOptions = {}) => call<Answer>('GET', path, undefined, options)

/** An answer as a file, byte by byte. */
export const getFile = async (path: string, query?: Query): Promise<Blob> => {
  const { data } = await exchange(
    () => send(apiUrl(path, query), { method: 'GET', headers: {} }),
    (response) => response.blob(),
  )
  return data
}

export const post = <Answer>(path: string, body: unknown, options: CallOptions = {}) => call<Answer>('POST', path, body, options)

export const put = <Answer>(path: string, body: unknown, options: CallOptions = {}) => call<Answer>('PUT', path, body, options)

/** A deletion: 204, nothing to read. */
export const remove = (path: string) => call<undefined>('DELETE', path, undefined, {})
