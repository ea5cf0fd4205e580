import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client'

const PASSING = [UnavailableError, CancelledError, DeadlineExceededError, NotLeaderError, TimeoutError]
const GRPC_UNAVAILABLE = 14

/** Whether the same call may succeed a little later: the server is away, starting, stopping or choosing a leader. */
export const isRetryable = (error: unknown): boolean => {
  if (PASSING.some((kind) => error instanceof kind)) return true
  if (!(error instanceof Error)) return false
  if (error instanceof UnknownError) return /Server Is Not Ready|RST_STREAM|ECONNRESET|write after end/i.test(error.message)
  // While nobody listens the client hands through what gRPC says.
  return (error as { code?: unknown }).code === GRPC_UNAVAILABLE || /Failed to (discover|connect)|ECONNRE/.test(error.message)
}

const GRPC_REFUSALS = [3, 7, 16]

/** Whether a subscription was refused for what it asks: a place that this log does not have, or no right to read. Trying again is no help. */
export const isRefusal = (error: Error): boolean =>
  error instanceof AccessDeniedError || GRPC_REFUSALS.includes((error as { code?: number }).code ?? 0)
