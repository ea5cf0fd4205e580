import { Unavailable } from './event-store.ts'

const connectionLost = /^(ECONN|EPIPE|ETIMEDOUT|57P0|08|53300)/
const connectionWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|ConnectionError|not queryable/i

/** Is it the database or the log that cannot be reached, so that the same request may work soon? */
export const isUnavailable = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (at instanceof Unavailable || (typeof code === 'string' && connectionLost.test(code)) || connectionWords.test(`${at.name} ${at.message}`))
      return true
  }
  return false
}
