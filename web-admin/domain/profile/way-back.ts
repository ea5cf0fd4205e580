import { useState } from 'react'
import { safeRedirect } from '../session/safe-redirect.ts'

/** The state of a link to the payment profiles from where a new one is wanted: once it is made, the way leads to `then`. */
export const wayBackTo = (then: string) => ({ then })

/** Where the visitor came from to make a profile, or null; kept by the entry in the browser's history, not by the address. */
export const useWayBack = (): string | null => {
  const [then] = useState(() => {
    const state: unknown = window.history.state
    return typeof state === 'object' && state !== null && 'then' in state && typeof state.then === 'string' ? safeRedirect(state.then) : null
  })
  return then
}
