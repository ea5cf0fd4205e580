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
  /** Where the app is: `https://dues.example.org`. Without TLS on this machine alone; redirects are not followed. */
  baseUrl: string
  /** An API key, from Settings, API Keys. Never put one into a page that others open. */
  key: string
  /** The id of the network that the key must be of: with a key of another one, calls are refused with `other-network`. */
  network?: string | undefined
  /** How often a call is sent again when the app is busy (429, 503), and for how many seconds it waits each time at most. 3 times, 60 seconds. */
  retry?: { times?: number | undefined; seconds?: number | undefined } | undefined
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined
}

type Method = keyof Calls
type Path<M extends Method> = keyof Calls[M] & string
type Answer<M extends Method, P extends Path<M>> = Calls[M][P] extends { answer: infer Body } ? Body : never
type Common = { signal?: AbortSignal | undefined }
type Input<Call> = Omit<Call, 'answer'> & Common
/** Nothing need be given where everything is optional. */
type Given<Call> = Record<never, never> extends Input<Call> ? [input?: Input<Call>] : [input: Input<Call>]

/** The paths that answer page by page. */
type ListPath = { [P in Path<'get'>]: Answer<'get', P> extends { data: readonly unknown[]; pagination: object } ? P : never }[Path<'get'>]
type Row<P extends ListPath> = Answer<'get', P> extends { data: readonly (infer One)[] } ? One : never
type ListInput<P extends ListPath> = Input<Calls['get'][P]>

export type Upload = Common & {
  assessmentProgramId: string
  uploadType: 'individualMembers' | 'congregations'
  /** What is in the file, 5 MB and 60,000 rows at most. */
  csv: string | Blob
  /** Tells what would happen, and writes nothing. */
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

/** The tag of an answer, to be sent as `ifMatch` of a change that is based on it; undefined for an answer without one. */
export const etagOf = (answer: object): string | undefined => etags.get(answer)

/** @throws TypeError for a value that would make it the path of another call; a URL has no way to write `.` and `..` as names. */
const filled = (path: string, values: Record<string, string | undefined> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (value === '' || value === '.' || value === '..') throw new TypeError(`'${value}' is no ${name} for ${path}.`)
    return encodeURIComponent(value)
  })

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** @throws TypeError for an address to which the key would go in clear */
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
 * The calls that software may make with an API key of a network. Each answers with the call's JSON, or throws a {@link VestryError}; when no
 * answer comes, it throws what `fetch` throws. What is sent again creates nothing twice.
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

  /** Carries an Idempotency-Key of its own, unless it is given one. */
  post<P extends Path<'post'>>(path: P, ...[input]: Given<Calls['post'][P]>): Promise<Answer<'post', P>> {
    return this.#json('POST', path, input)
  }

  put<P extends Path<'put'>>(path: P, ...[input]: Given<Calls['put'][P]>): Promise<Answer<'put', P>> {
    return this.#json('PUT', path, input)
  }

  /** The rows of a list, from page to page, 100 to a page unless the query says otherwise. */
  async *each<P extends ListPath>(path: P, input?: ListInput<P>): AsyncGenerator<Row<P>, void, undefined> {
    for await (const rows of this.pages(path, input)) yield* rows
  }

  /** The pages of a list, from the one that the query names or the first. */
  async *pages<P extends ListPath>(path: P, input?: ListInput<P>): AsyncGenerator<Row<P>[], void, undefined> {
    const { query, ...more } = (input ?? {}) as Sent
    for (let page = Number(query?.page ?? 1), last = page; page <= last; page += 1) {
      type Page = { data: Row<P>[]; pagination: { totalPages: number } }
      const { data, pagination } = await this.#json<Page>('GET', path, { ...more, query: { pageSize: 100, ...query, page } })
      last = pagination.totalPages
      if (data.length > 0) yield data
    }
  }

  /** Enters members or congregations from CSV, and bills them. A file that is refused has written nothing. */
  upload({ csv, assessmentProgramId, uploadType, dryRun = false, ...more }: Upload): Promise<UploadResult> {
    const form = new FormData()
    form.set('assessmentProgramId', assessmentProgramId)
    form.set('uploadType', uploadType)
    form.set('dryRun', String(dryRun))
    form.set('file', typeof csv === 'string' ? new Blob([csv], { type: 'text/csv' }) : csv, 'upload.csv')
    return this.#json('POST', '/uploads', { ...more, body: form })
  }

  /** A file, a PDF or the stream of live changes, as the response that is still to be read. */
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
      // A redirect could lead to where the key is not meant for, and makes a GET of a POST.
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
