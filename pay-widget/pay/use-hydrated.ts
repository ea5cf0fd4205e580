import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

let isHydrated = false

/**
 * False on the server and in the first drawing of the browser: what needs script appears only where script runs. As a transition, since an
 * external store would have all of it drawn again at once when the page has just been taken over.
 */
export const useHydrated = (): boolean => {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => {
    isHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}

/** Whether a media query holds; false on the server. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
