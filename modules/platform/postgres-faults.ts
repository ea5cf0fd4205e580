const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** 08 connection lost, 53 out of resources, 57P a server going down or coming up, 25006 a stand-by, 40 a transaction to be repeated. */
const SERVER = /^(08|53|57P|25006|40)/

/** Whether a failure lies in the way to Postgres, so that the same call may succeed a little later. */
export const isConnectionFault = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (NETWORK.has(code) || SERVER.test(code))) return true
  if (error instanceof AggregateError) return error.errors.some(isConnectionFault)
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended)/.test(
    error.message,
  )
}
