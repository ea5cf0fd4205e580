import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client'
import { Unavailable } from './event-store.ts'
import { unavailableAfter } from './patience.ts'

const PASSING = [UnavailableError, CancelledError, DeadlineExceededError, NotLeaderError, TimeoutError]
const GRPC_UNAVAILABLE = 14

/** True if a retry may succeed: the server is down, starting, stopping or electing a leader. */
const isRetryable = (error: unknown): boolean => {
  if (PASSING.some((kind) => error instanceof kind)) return true
  if (!(error instanceof Error)) return false
  if (error instanceof UnknownError) return /Server Is Not Ready|RST_STREAM|ECONNRESET|write after end/i.test(error.message)
  // If no node listens, the client passes on gRPC's error.
  return (error as { code?: unknown }).code === GRPC_UNAVAILABLE || /Failed to (discover|connect)|ECONNRE/.test(error.message)
}

const GRPC_REFUSALS = [3, 7, 16]

/** True for a subscription refused for good: unknown position or no right to read. */
export const isRefusal = (error: Error): boolean =>
  error instanceof AccessDeniedError || GRPC_REFUSALS.includes((error as { code?: number }).code ?? 0)

/**
 * The time in ms for which a call is retried. It is short, since a command must be answered within 2.5 s and, after an
 * outage, also waits for the followers.
 */
const PATIENCE = 1_800
const LAST = 400
/**
 * The limit for one attempt in ms while the node has not answered yet, since the caller may already have waited behind
 * other calls.
 */
const SUSPICIOUS = 900
/** The limit for calls of an import in ms, which tolerate longer pauses of the node. */
const IMPORT = 5_000

/** A timed-out attempt is retried while time is left: the node may have been silent since before the call. */
const isPassing = (error: unknown): boolean => error instanceof Unavailable || isRetryable(error)

export type Attempt = Readonly<{
  /** Part of the answer has arrived: the timeout restarts, since a late part also shows that the node is alive. */
  onAnswer: () => void
  /** Registers the cancellation of a call that times out. */
  onGivenUp: (stop: () => void) => void
  givenUp: () => boolean
}>
export type Ask = <Result>(call: (attempt: Attempt) => Promise<Result>, options?: Readonly<{ amongMany?: boolean }>) => Promise<Result>

/**
 * Calls a node with a timeout: each call is answered or refused as Unavailable within 2.5 s, a long answer within 2.5 s
 * of its last part. Without it the client would wait for ever, since the kernel accepts connections for a frozen node.
 * Retries calls refused by an outage. `patience`: shortest total time of all attempts; each attempt stays as short.
 * `amongMany`: a call of an import, which may queue until the node has answered none for 5 s.
 */
export const openAsk = (patience = () => 0): Ask => {
  let silent = false
  let answeredAt = 0
  const receive = (): void => {
    silent = false
    answeredAt = performance.now()
  }

  const attempt = <Result>(ms: number, amongMany: boolean, call: (attempt: Attempt) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      let over = false
      let stop = (): void => {}
      const timer = setTimeout(() => {
        if (amongMany && performance.now() - answeredAt < IMPORT) {
          timer.refresh()
          return
        }
        over = true
        silent = true
        stop()
        reject(new Unavailable(new Error(`The node was silent for ${ms} ms.`)))
      }, ms)
      const onAnswer = (): void => {
        receive()
        if (!over) timer.refresh()
      }
      call({
        onAnswer,
        onGivenUp: (then) => {
          stop = then
        },
        givenUp: () => over,
      })
        .finally(() => clearTimeout(timer))
        .then(
          (result) => {
            if (!over) receive()
            resolve(result)
          },
          (error: unknown) => {
            if (!over && !isRetryable(error)) receive()
            reject(error)
          },
        )
    })

  return (call, { amongMany = false } = {}) =>
    unavailableAfter(Math.max(silent ? SUSPICIOUS : PATIENCE, patience()), isPassing, (left) =>
      attempt(Math.min(Math.max(left, LAST), PATIENCE), amongMany, call),
    )
}
