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

/** True if a retry may succeed: the server is down, starting, stopping or electing a leader. */
export const isRetryable = (error: unknown): boolean => {
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
