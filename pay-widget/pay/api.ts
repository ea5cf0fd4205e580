import type { BillStatus, MyBill, Ownership, StripeMethod } from '../../modules/bills/contract.ts'
import type { Verification } from '../../modules/identity/contract.ts'
import type { ManualMethod } from '../../modules/kernel/payment-methods.ts'
import type { Intent, SavedMethod } from '../../modules/payments/contract.ts'
import type { ErrorBody, ListOf } from '../../modules/shared/api.ts'
import { PAGE_SIZE } from '../../modules/shared/page-size.ts'
import type { AnyBill, Lang, Refusal } from './view.ts'
import type { Messages } from './words/messages-en.ts'

/** The server refused the call. The message is the server's, or empty. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A frame on another site sends no session cookie, even if the browser would (R87). */
let credentials: RequestCredentials = 'include'
export const callAsGuest = (): void => {
  credentials = 'omit'
}

/** The time that a call waits for its answer. Then it fails, and can be repeated (R118). */
export const CALL_MS = 30_000

/** Gives a timeout of CALL_MS to work without a timeout, such as a module import or a call to Stripe.js. */
export const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It did not come in time')), CALL_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

type Sent = { body?: object; headers?: Record<string, string>; as?: RequestCredentials }

const ask = async (method: string, path: string, { body, headers, as = credentials }: Sent = {}): Promise<Response> => {
  const limit = new AbortController()
  // The timer is not cleared, since it also limits how long the body takes; afterwards it has no effect.
  setTimeout(() => limit.abort(), CALL_MS)
  const answer = await fetch(`/api${path}`, {
    method,
    signal: limit.signal,
    credentials: as,
    headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (answer.ok) return answer
  const error = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>
  throw new ApiError(answer.status, error.code ?? '', error.message ?? '')
}

export const call = async <Answer>(...asked: Parameters<typeof ask>): Promise<Answer> => {
  const answer = await ask(...asked)
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}

/** `isBehind`: the command is recorded, but read models do not show it yet (R115). */
const command = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  const { data } = (answer.status === 204 ? {} : await answer.json()) as {
    data: { status: BillStatus }
  }
  return { ...data, isBehind: answer.headers.has('vestry-lag') }
}

const at = encodeURIComponent

export const verify = () => call<Verification>('GET', '/auth/verify')
export const checkOwnership = (id: string) => call<Ownership>('GET', `/assessment-bills/${at(id)}/check-ownership`)
/** Sent without the session, since the answer to a signed-in Admin has masked account numbers (R38). */
export const readBill = (id: string) => call<{ data: AnyBill }>('GET', `/assessment-bills/${at(id)}`, { as: 'omit' })
/** JSON leaves out an undefined value. */
const paysOf = (whole: boolean) => (whole ? 'all' : undefined)
/** The ids of the bills to pay, the page's bill first. `token`: of the mailed list that names them. */
export type Bills = { ids: readonly string[]; token?: string | undefined }
export const claim = ({ ids, token }: Bills, paymentMethod: ManualMethod, whole: boolean, key: string, language: Lang) => {
  const [path, body] =
    ids.length > 1 ? ['/claims', { billIds: ids, token }] : [`/assessments/${at(ids[0] ?? '')}/mark-as-paid`, { pays: paysOf(whole) }]
  return call<{ data: { status: BillStatus; withdrawToken: string } }>('POST', path, {
    body: { paymentMethod, language, ...body },
    headers: { 'idempotency-key': key },
  })
}
/** Pays the bill in so many monthly parts. */
export const choosePlan = (id: string, count: number) => call<unknown>('POST', `/assessment-bills/${at(id)}/plan`, { body: { count } })
/** The token of a claim for several bills begins with their ids. */
export const withdraw = (id: string, withdrawToken: string | null) =>
  withdrawToken?.includes('.')
    ? command('DELETE', `/claims/${at(withdrawToken)}`)
    : command('DELETE', `/assessments/${at(id)}/mark-as-paid`, { body: withdrawToken ? { withdrawToken } : {} })
/** A payment method to save, or a saved one to pay with; signed-in payors only. */
export type Keeping = { saveMethod?: true; savedMethodId?: string }
export const createIntent = ({ ids, token }: Bills, method: StripeMethod, whole: boolean, language: Lang, keeping: Keeping) => {
  const [assessmentId, ...others] = ids
  const named = others.length > 0 ? { assessmentId, assessmentIds: others, token } : { assessmentId }
  return call<Intent>('POST', '/payments/create-intent', { body: { ...named, method, language, pays: paysOf(whole), ...keeping } })
}
export const listSaved = (id: string) => call<{ data: SavedMethod[] }>('GET', `/my/payment-methods?assessmentId=${at(id)}`)
export const forgetSaved = (methodId: string) => call<undefined>('DELETE', `/my/payment-methods/${at(methodId)}`)
export const confirmPayment = (id: string, paymentIntentId: string, receiptTo?: string) =>
  command('POST', '/payments/confirm', { body: { assessmentId: id, paymentIntentId, receiptTo } })
export const listMine = (page: number, paidOnly: boolean) =>
  call<ListOf<MyBill>>('GET', `/my/listAssessmentBills?page=${page}&pageSize=${PAGE_SIZE}${paidOnly ? '&paidOnly=true' : ''}`)

/**
 * The server's message, which is in English; in another language, the page's own text for the refusal's code (R118).
 */
export const refusalIn = ({ refusals }: Messages, { code, message }: Refusal, fallback: string): string =>
  (refusals ? refusals[code] : message) || fallback

/** The message for a failed call: that of a refusal, or the text `unreached` if the server did not answer. */
export const sentenceOf = (error: unknown, t: Messages, fallback: string, unreached = fallback): string =>
  error instanceof ApiError ? refusalIn(t, error, fallback) : unreached

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** A unique key for each attempt. crypto.randomUUID does not exist on pages without https. */
export const attemptKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
