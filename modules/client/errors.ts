import type { ErrorCode } from './calls.ts'

export type Issue = { path: string; message: string }

type Refusal = { message: string; code: string; issues?: Issue[] }

const isRefusal = (body: unknown): body is Refusal => {
  const { message, code } = (body ?? {}) as Partial<Refusal>
  return typeof message === 'string' && typeof code === 'string'
}

/** A call refused by the app. Switch on `code`; `message` is for people. */
export class VestryError extends Error {
  readonly status: number
  /** A documented code, or one newer than this package. */
  readonly code: ErrorCode | (string & {})
  /** The wrong fields, by dotted names. */
  readonly issues: readonly Issue[]
  /** Further fields of the answer, such as `matches` of `possible-duplicate`. */
  readonly details: Readonly<Record<string, unknown>>
  /** The app's id of this request, for support. */
  readonly requestId: string | null
  /** Seconds to wait, if the app names them. */
  readonly retryAfter: number | null

  constructor(status: number, body: unknown, headers: Headers) {
    const refusal: Refusal = isRefusal(body) ? body : { message: `The app answered with HTTP ${status}.`, code: 'unexpected' }
    const { message, code, issues = [], ...details } = refusal
    super(message)
    this.name = 'VestryError'
    this.status = status
    this.code = code
    this.issues = issues
    this.details = details
    this.requestId = headers.get('x-request-id')
    const seconds = headers.get('retry-after')
    this.retryAfter = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null
  }
}

/** The refusal in an answer; its body need not be JSON. */
export const errorOf = async (response: Response): Promise<VestryError> => {
  const text = await response.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // A proxy's page.
  }
  return new VestryError(response.status, body, response.headers)
}
