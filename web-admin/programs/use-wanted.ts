import { useEffect, useRef, useState } from 'react'

/** Becomes true when the element is first in view, hovered or focused, so that its data is fetched only then. */
export const useWanted = <Element extends HTMLElement>() => {
  const ref = useRef<Element>(null)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || wanted) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setWanted(true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [wanted])
  const want = () => setWanted(true)
  return { wanted, handlers: { ref, onMouseEnter: want, onFocus: want } }
}
