import type { Calls, Files, UploadResult } from './calls.ts'
import { errorOf } from './errors.ts'

export type {
  Bill,
  Calls,
  ErrorCode,
  Files,
  HistoryRow,
  Member,
  MemberLedger,
  Network,
  Payment,
  PaymentProfile,
  Program,
  UploadResult,
} from './calls.ts'
export { type Issue, VestryError } from './errors.ts'

export type VestryOptions = {
  /** The app's address: `https://dues.example.org`. Without TLS for this machine only; redirects are not followed. */
  baseUrl: string
  /** An API key, from Settings, API Keys. Never put one into a page that others open. */
  key: string
  /** The id of the key's expected network: calls with a key of another network are refused with `other-network`. */
  network?: string | undefined
  /**
   * Number of retries when the app is busy (429, 503), and the longest wait before each in seconds. Default: 3 times,
   * 60 seconds.
   */
  retry?: { times?: number | undefined; seconds?: number | undefined } | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
}

type Method = keyof Calls
type Path<M extends Method> = keyof Calls[M] & string
type Answer<M extends Method, P extends Path<M>> = Calls[M][P] extends { answer: infer Body } ? Body : never
type Common = { signal?: AbortSignal | undefined }
type Input<Call> = Omit<Call, 'answer'> & Common
/** The input is optional if all its parts are. */
type Given<Call> = Record<never, never> extends Input<Call> ? [input?: Input<Call>] : [input: Input<Call>]

type ListPath = { [P in Path<'get'>]: Answer<'get', P> extends { data: readonly unknown[]; pagination: object } ? P : never }[Path<'get'>]
type Row<P extends ListPath> = Answer<'get', P> extends { data: readonly (infer One)[] } ? One : never
type ListInput<P extends ListPath> = Input<Calls['get'][P]>

export type Upload = Common & {
  assessmentProgramId: string
  uploadType: 'individualMembers' | 'congregations'
  /** The file's content, 5 MB and 60,000 rows at most. */
  csv: string | Blob
  /** Reports the result without writing anything. */
  dryRun?: boolean | undefined
  idempotencyKey?: string | undefined
}

type Sent = Common & {
  path?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  idempotencyKey?: string | undefined
  ifMatch?: string | undefined
}

const etags = new WeakMap<object, string>()

/** The tag of an answer, for `ifMatch` of a change based on it; undefined for an answer without one. */
export const etagOf = (answer: object): string | undefined => etags.get(answer)

/**
 * @throws TypeError for a value that would turn the path into that of another call: a URL cannot have `.` or `..` as a
 * name.
 */
const filled = (path: string, values: Record<string, string | undefined> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (value === '' || value === '.' || value === '..') throw new TypeError(`'${value}' is no ${name} for ${path}.`)
    return encodeURIComponent(value)
  })

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** @throws TypeError for an address that would receive the key without TLS */
const baseOf = (baseUrl: string): string => {
  const { protocol, hostname } = URL.canParse(baseUrl) ? new URL(baseUrl) : { protocol: '', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))) return `${baseUrl.replace(/\/+$/, '')}/api`
  throw new TypeError(`The baseUrl must begin with https://, or be of this machine, for the key is sent there: '${baseUrl}' does not.`)
}

const queryOf = (query: Sent['query'] = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1_000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * The calls that software may make with a network's API key. Each returns the call's JSON, or throws a {@link
 * VestryError}; without an answer it throws the error of `fetch`. Retries create nothing twice.
 */
export class Vestry {
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #times: number
  readonly #seconds: number
  readonly #fetch: typeof fetch

  constructor({ baseUrl, key, network, retry = {}, fetch: own }: VestryOptions) {
    this.#base = baseOf(baseUrl)
    this.#headers = { accept: 'application/json', authorization: `Bearer ${key}`, ...(network === undefined ? {} : { 'vestry-network': network }) }
    this.#times = retry.times ?? 3
    this.#seconds = retry.seconds ?? 60
    this.#fetch = own ?? ((input, init) => globalThis.fetch(input, init))
  }

  get<P extends Path<'get'>>(path: P, ...[input]: Given<Calls['get'][P]>): Promise<Answer<'get', P>> {
    return this.#json('GET', path, input)
  }

  /** Sends a new Idempotency-Key unless one is given. */
  post<P extends Path<'post'>>(path: P, ...[input]: Given<Calls['post'][P]>): Promise<Answer<'post', P>> {
    return this.#json('POST', path, input)
  }

  put<P extends Path<'put'>>(path: P, ...[input]: Given<Calls['put'][P]>): Promise<Answer<'put', P>> {
    return this.#json('PUT', path, input)
  }

  /** The rows of a list, page by page, by default 100 per page. */
  async *each<P extends ListPath>(path: P, input?: ListInput<P>): AsyncGenerator<Row<P>, void, undefined> {
    for await (const rows of this.pages(path, input)) yield* rows
  }

  /** The pages of a list, beginning with the page that the query names, or else with the first. */
  async *pages<P extends ListPath>(path: P, input?: ListInput<P>): AsyncGenerator<Row<P>[], void, undefined> {
    const { query, ...more } = (input ?? {}) as Sent
    for (let page = Number(query?.page ?? 1), last = page; page <= last; page += 1) {
      type Page = { data: Row<P>[]; pagination: { totalPages: number } }
      const { data, pagination } = await this.#json<Page>('GET', path, { ...more, query: { pageSize: 100, ...query, page } })
      last = pagination.totalPages
      if (data.length > 0) yield data
    }
  }

  /** Uploads members or congregations from CSV, and bills them. A refused file has written nothing. */
  upload({ csv, assessmentProgramId, uploadType, dryRun = false, ...more }: Upload): Promise<UploadResult> {
    const form = new FormData()
    form.set('assessmentProgramId', assessmentProgramId)
    form.set('uploadType', uploadType)
    form.set('dryRun', String(dryRun))
    form.set('file', typeof csv === 'string' ? new Blob([csv], { type: 'text/csv' }) : csv, 'upload.csv')
    return this.#json('POST', '/uploads', { ...more, body: form })
  }

  /** Returns the response with a file, a PDF or the stream of live changes; its body is not read yet. */
  download<P extends keyof Files & string>(path: P, ...[input]: Given<Files[P]>): Promise<Response> {
    return this.#send('GET', path, input)
  }

  async #json<Body>(method: string, path: string, input?: Sent): Promise<Body> {
    const response = await this.#send(method, path, input)
    const answer = (await response.json()) as Body
    const etag = response.headers.get('etag')
    if (etag !== null && typeof answer === 'object' && answer !== null) etags.set(answer, etag)
    return answer
  }

  async #send(method: string, path: string, input: Sent = {}): Promise<Response> {
    const { body, signal } = input
    const url = `${this.#base}${filled(path, input.path)}${queryOf(input.query)}`
    const isJson = body !== undefined && !(body instanceof FormData)
    const headers = {
      ...this.#headers,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(method === 'POST' ? { 'idempotency-key': input.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(input.ifMatch === undefined ? {} : { 'if-match': input.ifMatch }),
    }
    const content = body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }
    for (let again = 0; ; again += 1) {
      // A redirect could send the key elsewhere, and turns a POST into a GET.
      const response = await this.#fetch(url, { method, headers, credentials: 'omit', redirect: 'error', ...content, ...(signal ? { signal } : {}) })
      if (response.ok) return response
      const error = await errorOf(response)
      const isBusy = error.status === 429 || error.status === 503
      const seconds = error.retryAfter ?? 2 ** again
      if (!isBusy || again >= this.#times || seconds > this.#seconds) throw error
      await pause(seconds, signal)
    }
  }
}
