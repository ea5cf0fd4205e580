import type { QueryClient } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'
import type { ErrorBody } from '../../../modules/shared/api.ts'
import { checkMoment, momentFor } from './as-of.ts'
import { CLOCK_HEADER, setNetworkClock } from './network-clock.ts'
import { checkNetwork, NETWORK_HEADER, shownNetwork } from './tab-network.ts'

export type Query = Record<string, string | number | boolean | null | undefined>

const base: string = import.meta.env?.VITE_API_BASE ?? ''

const rootedPath = (path: string): string => {
  const absolute = path.startsWith('/') ? path : `/${path}`
  return absolute.startsWith('/api/') ? absolute : `/api${absolute}`
}

/** The full URL of a call. Adds /api/ to `path`, and the moment shown if the call can answer for it. */
export const apiUrl = (path: string, query: Query = {}): string => {
  const rooted = rootedPath(path)
  const pairs = Object.entries({ ...query, asOf: query.asOf ?? momentFor(rooted) }).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  const search = pairs.length > 0 ? `${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}` : ''
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return `${path}${search}`
  return `${base}${rooted}${search}`
}

/** True if the network requires a second factor, and this session was opened without one. */
export const barredAtom = atom(false)

/** Reads the refused queries again once the user has given the second factor. */
export const unbar = (client: QueryClient): Promise<void> => {
  getDefaultStore().set(barredAtom, false)
  return client.invalidateQueries()
}

/**
 * The step that a call still needs: a fresh sign-in, the second factor, or the mailed code that is needed before a
 * first factor is added.
 */
export type Lacking = 'reauth-required' | 'second-step-required' | 'mailed-code-required'

const isLacking = (code: string): code is Lacking => code === 'reauth-required' || code === 'second-step-required' || code === 'mailed-code-required'

type Ask = (why: string, lacking: Lacking) => Promise<boolean>

const nobodyAsks: Ask = () => Promise.resolve(false)
let ask = nobodyAsks

/** Registers the dialog that asks the user to confirm; returns a function that unregisters it. */
export const askForFreshSignInBy = (asking: Ask): (() => void) => {
  ask = asking
  return () => {
    ask = nobodyAsks
  }
}

/** Resolves to true if the user has confirmed; the call can then be sent again. */
const freshSignIn: Ask = (why, lacking) => ask(why, lacking)

/** Pages that do not redirect to the login (R12). */
export const publicPaths: readonly string[] = [
  '/login',
  '/logout',
  '/register',
  '/confirm-email',
  '/forgot-password',
  '/reset-password',
  '/env-debug',
]

export const isPublicPath = (path: string): boolean => publicPaths.includes(path) || path.startsWith('/pay/')

/** The login page's address, which leads back after the sign-in. */
export const loginAddress = (path: string, search: string): string => `/login?${new URLSearchParams({ redirectTo: `${path}${search}` })}`

/** Redirects to the login once, unless on a public page. */
const goToLogin = (delay = 0): void => {
  const { location } = globalThis
  if (!location || isPublicPath(location.pathname)) return
  setTimeout(() => location.assign(loginAddress(location.pathname, location.search)), delay)
}

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/** A refused call: the server's message, status, code and issues. */
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
  /** The same key for all tries of a command (useAttempt). */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Sends the call without the session, so that the answer is the one that anyone with the link gets. */
  asGuest?: boolean
  /** Milliseconds to wait before an ended session redirects to the login. */
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

/** The body as a value; undefined if it is not JSON. */
export const json = async (response: Response): Promise<unknown> => parsed(await response.text())

/**
 * Sends a request. If the session lacks only a fresh sign-in or the second step, asks the user for it and sends the
 * request again. `read` reads the body of a success.
 */
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

/** The longest wait for an answer (R118). Commands get more time, since they may write a lot. */
const LIMITS_MS = { GET: 60_000, other: 180_000 }

/** Aborts after the limit, or with the caller's signal. */
const limited = (method: string, asker: AbortSignal | undefined): AbortSignal => {
  const limit = new AbortController()
  const end = () => limit.abort(asker?.reason)
  if (asker?.aborted) end()
  asker?.addEventListener('abort', end, { once: true })
  setTimeout(() => limit.abort(lostConnection()), method === 'GET' ? LIMITS_MS.GET : LIMITS_MS.other)
  return limit.signal
}

/** One message for a lost connection, instead of each browser's own. */
export const lostConnection = (cause?: unknown): TypeError => new TypeError('Network error. Please check your connection and try again.', { cause })

/** Calls that concern the person and not a network. */
const PERSONAL = '/api/auth/'

/**
 * A fetch that names the tab's network, rejects answers about another network, and has one message for lost
 * connections.
 */
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
    // An unread body would keep its connection open, and browsers allow few per site.
    void response.body?.cancel()
    throw error
  }
  return response
}

/** The answer did not come from our server; it may be the sign-in page of a captive portal. */
class Misread extends Error {
  override readonly name = 'Misread'
}

/**
 * Casts the body to the type in the contract. The end-to-end tests check its shape (scripts/e2e/answers.ts), so no
 * browser loads a validator. @throws Misread if it is not JSON
 */
export const trusted = <Answer>(status: number, data: unknown): Answer => {
  if (status !== 204 && !isObject(data)) throw new Misread('The answer could not be read.')
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

/** Downloads a file. */
export const getFile = async (path: string, query?: Query): Promise<Blob> => {
  const { data } = await exchange(
    () => send(apiUrl(path, query), { method: 'GET', headers: {} }),
    (response) => response.blob(),
  )
  return data
}

export const post = <Answer>(path: string, body: unknown, options: CallOptions = {}) => call<Answer>('POST', path, body, options)

export const put = <Answer>(path: string, body: unknown, options: CallOptions = {}) => call<Answer>('PUT', path, body, options)

export const remove = (path: string) => call<undefined>('DELETE', path, undefined, {})
