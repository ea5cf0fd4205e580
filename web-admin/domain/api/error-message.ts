import { OnlyToday } from './as-of.ts'
import { ApiError } from './client.ts'
import { OtherNetwork } from './tab-network.ts'

/** A general message, chosen by words in the error's own message. */
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

/** The server's message, else a generic one. */
export const errorMessage = (error: unknown, action: string, thing: string): string => serverMessage(error) ?? genericMessage(error, action, thing)

/** The server's message; null if the answer had none. */
export const serverMessage = (error: unknown): string | null =>
  error instanceof OtherNetwork || error instanceof OnlyToday || (error instanceof ApiError && !/^HTTP \d+$/.test(error.message))
    ? error.message
    : null

/** The server's message, else the given one. */
export const messageOr = (error: unknown, fallback: string): string => serverMessage(error) ?? fallback

/** The message of a form that could not be sent. It says that what was typed is kept. */
export const formMessage = (error: unknown, action: string, thing: string): string =>
  serverMessage(error) ?? `${genericMessage(error, action, thing)} Nothing you typed is lost.`

/** True if the server has denied permission, so that a retry is pointless. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403
