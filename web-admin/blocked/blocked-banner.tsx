import { Link, useLocation } from 'wouter'
import { asOfWords } from '../domain/history/blocked-words.ts'
import { Banner } from '../ui/banner.tsx'
import { classes } from '../ui/classes.ts'
import { medium, reach } from '../ui/text.css.ts'
import * as styles from './blocked.css.ts'
import { useBlocked } from './calls.ts'

const PAGE = '/audit/unfolded'

/** Above every page whose figures may be old, because something is blocked. */
export const BlockedBanner = () => {
  const [path] = useLocation()
  const { data } = useBlocked()
  if (!data || data.shown.length === 0 || path === PAGE) return null
  return (
    <Banner tone="warning" className={styles.above} title={data.shown.map(asOfWords).join(' ')}>
      <p>An event that was recorded then cannot be read, so nothing after it is shown, and nothing wrong either.</p>
      <Link href={PAGE} className={classes(medium, reach)}>
        See the blocked events
      </Link>
    </Banner>
  )
}
