const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** 08 connection lost, 53 out of resources, 57P a server going down or coming up, 25006 a stand-by, 40 a transaction to be repeated. */
const SERVER = /^(08|53|57P|25006|40)/

/** What pg, its pool and slonik say of a connection that is gone or was not to be had. */
const WORDS =
  /^(ConnectionError|Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** Whether a failure, or what caused it, lies in the way to Postgres, so that the same call may succeed a little later. */
export const isConnectionFault = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (NETWORK.has(code) || SERVER.test(code))) return true
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true
  return WORDS.test(error.message) || isConnectionFault(error.cause)
}

const CANCELLED = '57014'

/** Whether a query was cut off by its time limit. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === CANCELLED || isTooLong(error.cause))
