import { Link, useLocation } from 'wouter'
import type { Unfolded } from '../../modules/audit/contract.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { asOfWords } from '../domain/history/blocked-words.ts'
import { useData } from '../domain/queries.ts'
import { useOversees } from '../domain/session/may-change.ts'
import { Banner } from '../ui/banner.tsx'
import { classes } from '../ui/classes.ts'
import { medium, reach } from '../ui/text.css.ts'
import * as styles from './blocked.css.ts'

/** The network's blocked events, for Admins and Auditors; none when an earlier moment is shown. */
export const useBlocked = () => {
  const oversees = useOversees()
  const today = useAsOf() === null
  return useData<Unfolded>(['standing'], '/audit/unfolded', { enabled: oversees && today, staleTime: 60_000 })
}

const PAGE = '/audit/unfolded'

/** At the top of every page while an event is blocked, since the page's figures may be old. */
export const BlockedBanner = () => {
  const [path] = useLocation()
  const { data } = useBlocked()
  if (!data || data.shown.length === 0 || path === PAGE) return null
  return (
    <Banner tone="warning" className={styles.above} title={data.shown.map(asOfWords).join(' ')}>
      <p>An event recorded at that time cannot be read. Figures stop there, so that none is wrong.</p>
      <Link href={PAGE} className={classes(medium, reach)}>
        See the blocked events
      </Link>
    </Banner>
  )
}
