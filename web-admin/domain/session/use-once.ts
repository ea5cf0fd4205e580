import { useEffect, useRef, useState } from 'react'

/** Runs once per mount, even if React mounts twice. */
export const useOnce = (run: () => void) => {
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current) return
    ran.current = true
    run()
  })
}

/**
 * Messages in the address when the page opened. They are removed from the address, so that a reload does not show them
 * again.
 */
export const useSaidOnce = <Name extends string>(...names: Name[]): Record<Name, string | null> => {
  const [said] = useState(() => {
    const query = new URLSearchParams(window.location.search)
    return Object.fromEntries(names.map((name) => [name, query.get(name)])) as Record<Name, string | null>
  })
  useEffect(() => {
    const url = new URL(window.location.href)
    const named = Object.keys(said).filter((name) => url.searchParams.has(name))
    if (named.length === 0) return
    for (const name of named) url.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}`)
  }, [said])
  return said
}
