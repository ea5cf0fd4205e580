import { safeRedirect } from './safe-redirect.ts'

const KEY = 'vestry-way-back'
/** The lifetime of a confirmation link (R2) in milliseconds. */
const KEPT = 7 * 86_400_000

/**
 * Stores the page that a newly registered visitor was on the way to, for example an invitation or a bill, until the
 * first sign-in.
 */
export const rememberWayBack = (path: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Without storage, the sign-in leads to the dashboard.
  }
}

/** The stored path of this site, or null. */
export const recallWayBack = (): string | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('at' in kept)) return null
    if (typeof kept.path !== 'string' || typeof kept.at !== 'number' || Date.now() - kept.at > KEPT) return null
    return safeRedirect(kept.path)
  } catch {
    return null
  }
}

export const forgetWayBack = (): void => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage there is no path.
  }
}
