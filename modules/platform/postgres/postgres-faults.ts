const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Classes of Postgres's error codes: 08 connection lost, 53 out of resources, 57P a server going down or coming up,
 * 25006 a stand-by, 40 a transaction to be repeated.
 */
const SERVER = /^(08|53|57P|25006|40)/

/** Messages of pg, its pool and slonik for a lost or unavailable connection. */
const WORDS =
  /^(ConnectionError|Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** True if an error, or its cause, is a connection fault, so that a retry may succeed. */
export const isConnectionFault = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown }
  // A stopped server has removed its socket.
  if (code === 'ENOENT' && syscall === 'connect') return true
  // The database refuses connections for a while (`alter database … allow_connections false`).
  if (code === '55000' && severity === 'FATAL') return true
  if (typeof code === 'string' && (NETWORK.has(code) || SERVER.test(code))) return true
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true
  return WORDS.test(error.message) || isConnectionFault(error.cause)
}

const CANCELLED = '57014'

export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === CANCELLED || isTooLong(error.cause))
