import { useEffect, useRef } from 'react'

/** Runs once per mount, even if React mounts twice. */
export const useOnce = (run: () => void) => {
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current) return
    ran.current = true
    run()
  })
}
