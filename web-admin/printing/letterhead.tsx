import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Instant } from '../../modules/kernel/dates.ts'
import { formatZonedMinuteOf, now } from '../domain/api/network-clock.ts'
import { useUser } from '../domain/session/session.ts'
import { letterhead, network } from './letterhead.css.ts'

/** The moment of the latest print. Browsers signal it by different events. */
const useMomentOfPrint = (): Instant => {
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

/** Printed above a page's title: the network, and the time of printing. */
export const Letterhead = () => {
  const at = useMomentOfPrint()
  const name = useUser()?.network?.name
  return (
    <p className={letterhead}>
      <span className={network} data-said={name} />
      <span data-said={`Printed ${formatZonedMinuteOf(at)}`} />
    </p>
  )
}
