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

/** Whether a retry may succeed: the server is down, starting, stopping or electing a leader. */
export const isRetryable = (error: unknown): boolean => {
  if (PASSING.some((kind) => error instanceof kind)) return true
  if (!(error instanceof Error)) return false
  if (error instanceof UnknownError) return /Server Is Not Ready|RST_STREAM|ECONNRESET|write after end/i.test(error.message)
  // While no node listens the client passes gRPC's error through.
  return (error as { code?: unknown }).code === GRPC_UNAVAILABLE || /Failed to (discover|connect)|ECONNRE/.test(error.message)
}

const GRPC_REFUSALS = [3, 7, 16]

/** Whether a subscription was refused for good: its position is not in this log, or it has no right to read. A retry cannot help. */
export const isRefusal = (error: Error): boolean =>
  error instanceof AccessDeniedError || GRPC_REFUSALS.includes((error as { code?: number }).code ?? 0)
