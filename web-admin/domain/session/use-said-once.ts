import { useEffect, useState } from 'react'

/** What the address carried under these names when the page opened; it is said once and then leaves the address. */
export const useSaidOnce = <Name extends string>(...names: Name[]): Record<Name, string | null> => {
  const [said] = useState(() => {
    const query = new URLSearchParams(window.location.search)
    return Object.fromEntries(names.map((name) => [name, query.get(name)])) as Record<Name, string | null>
  })
  useEffect(() => {
    const url = new URL(window.location.href)
    const heard = Object.keys(said).filter((name) => url.searchParams.has(name))
    if (heard.length === 0) return
    for (const name of heard) url.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}`)
  }, [said])
  return said
}
