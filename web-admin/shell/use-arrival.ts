import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** A new page starts at its top with the focus on it; Back and Forward keep the position that the browser restores. */
export const useArrival = (mainId: string) => {
  const [path] = useLocation()
  const last = useRef(path)
  const back = useRef(false)
  useEffect(() => {
    const note = () => {
      back.current = true
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    if (!back.current) window.scrollTo(0, 0)
    back.current = false
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }, [path, mainId])
}
