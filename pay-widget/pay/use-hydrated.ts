import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

let isHydrated = false

/**
 * False on the server and in the first render: controls that need script appear only where script runs. It becomes true
 * in a transition, since an external store would make React render the whole page again at once.
 */
export const useHydrated = (): boolean => {
  const [hydrated, setHydrated] = useState(isHydrated)
  useEffect(() => {
    isHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}

/** True if a media query matches; false on the server. */
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
