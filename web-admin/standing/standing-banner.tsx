import { Link, useLocation } from 'wouter'
import { asOfWords } from '../domain/history/standing-words.ts'
import { Banner } from '../ui/banner.tsx'
import { classes } from '../ui/classes.ts'
import { medium, reach } from '../ui/text.css.ts'
import { useStanding } from './calls.ts'
import * as styles from './standing.css.ts'

const PAGE = '/audit/unfolded'

/** Above every page whose figures may be old, because something stands still. */
export const StandingBanner = () => {
  const [path] = useLocation()
  const { data } = useStanding()
  if (!data || data.shown.length === 0 || path === PAGE) return null
  return (
    <Banner tone="warning" className={styles.above} title={data.shown.map(asOfWords).join(' ')}>
      <p>An event that was recorded then cannot be read, so nothing after it is shown, and nothing wrong either.</p>
      <Link href={PAGE} className={classes(medium, reach)}>
        See what stands still
      </Link>
    </Banner>
  )
}
