import { safeRedirect } from './safe-redirect.ts'

const KEY = 'vestry-way-back'
/** As long as a confirmation link lives (R23): 7 days, in milliseconds. */
const KEPT = 7 * 86_400_000

/** Keeps where a newly registered visitor was going, until the first sign-in: an invitation, a bill. */
export const rememberWayBack = (path: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // A browser that stores nothing leads to the dashboard instead.
  }
}

/** The kept path of this site, or null. */
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
    // Nothing was kept.
  }
}
