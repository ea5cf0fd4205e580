import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Instant } from '../../modules/kernel/dates.ts'
import { now } from '../domain/api/network-clock.ts'

/** The moment at which the window became paper last. Browsers tell of it in different ways. */
export const useMomentOfPrint = (): Instant => {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const take = () => flushSync(() => setAt(now()))
    const paper = window.matchMedia('print')
    window.addEventListener('beforeprint', take)
    paper.addEventListener('change', take)
    return () => {
      window.removeEventListener('beforeprint', take)
      paper.removeEventListener('change', take)
    }
  }, [])
  return at
}
