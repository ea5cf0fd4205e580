import { OnlyToday } from './as-of.ts'
import { ApiError } from './client.ts'
import { OtherNetwork } from './tab-network.ts'

/** The generic sentences of the error catalogue, matched on substrings of the error's text. */
export const genericMessage = (error: unknown, action: string, thing: string): string => {
  if (!(error instanceof Error)) return `Failed to ${action} ${thing}.`
  const text = error.message.toLowerCase()
  const has = (...parts: string[]) => parts.some((part) => text.includes(part))
  if (has('404')) return `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found or you do not have access to it.`
  if (has('403')) return `You do not have permission to ${action} this ${thing}.`
  if (has('401')) return `Please log in to ${action} this ${thing}.`
  if (has('500')) return `Server error occurred while trying to ${action} the ${thing}. Please try again later.`
  if (has('network', 'connection', 'failed to fetch', 'load failed')) return 'Network error. Please check your connection and try again.'
  if (has('timeout', 'timed out')) return 'Request timed out. Please try again.'
  return `Unable to ${action} ${thing}. Please try again.`
}

/** The server's own sentence where the answer had one, else the generic one. */
export const errorMessage = (error: unknown, action: string, thing: string): string => serverMessage(error) ?? genericMessage(error, action, thing)

/** What the server said, or null when the answer carried no sentence. */
export const serverMessage = (error: unknown): string | null =>
  error instanceof OtherNetwork || error instanceof OnlyToday || (error instanceof ApiError && !/^HTTP \d+$/.test(error.message))
    ? error.message
    : null

/** The server's sentence or the given one: 'Login failed'. */
export const messageOr = (error: unknown, fallback: string): string => serverMessage(error) ?? fallback

/** Of a form that could not be sent: what went wrong, and that it keeps what was typed. */
export const formMessage = (error: unknown, action: string, thing: string): string =>
  serverMessage(error) ?? `${genericMessage(error, action, thing)} Nothing you typed is lost.`

/** Whether the server has said that this visitor may not: asking again would change nothing. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
