import { useState } from 'react'

const remembered = (): string | null => {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('resetToken' in state)) return null
  return typeof state.resetToken === 'string' ? state.resetToken : null
}

/** From the query string, or from the page's own state: a reload still knows it. */
export const useResetToken = (): string | null => {
  const [token] = useState(() => {
    const url = new URL(window.location.href)
    const given = url.searchParams.get('token')
    if (!given) return remembered()
    // Out of the address bar, so that it is neither bookmarked nor sent on as a referrer.
    url.searchParams.delete('token')
    window.history.replaceState({ resetToken: given }, '', url.pathname + url.search)
    return given
  })
  return token
}
