import { Loaded } from '../domain/api/loaded.tsx'
import { formatDayOf } from '../domain/api/network-clock.ts'
import { Button } from '../ui/button.tsx'
import * as styles from './embed.css.ts'
import { refusalOf, useRefusedSites } from './sites.ts'

type Props = { networkId: string; sites: readonly string[]; onAllow?: (site: string) => void }

/** Sites that requested the pay form and were refused, with the reason (R86). */
export const RefusedList = ({ networkId, sites, onAllow }: Props) => {
  const refused = useRefusedSites(networkId)
  return (
    <Loaded
      query={refused}
      loading="Loading refused websites..."
      rows={1}
      quiet
      failed="Failed to load refused websites"
      action="view"
      thing="websites"
    >
      {({ data }) =>
        data.length > 0 && (
          <div className={styles.refused}>
            <h4>Blocked websites</h4>
            <p className={styles.partHint}>
              These sites tried to show your pay form and showed its link instead. Allow only those that are yours: the name of a site can be forged.
            </p>
            <ul className={styles.sites} aria-label="Refused websites">
              {data.map(({ origin, lastAt }) => (
                <li key={origin} className={styles.site}>
                  <span className={styles.siteName}>
                    {origin}
                    <small className={styles.siteNote}>
                      {refusalOf(origin, sites)} · last {formatDayOf(lastAt)}
                    </small>
                  </span>
                  {onAllow && (
                    <Button aria-label={`Allow ${origin}`} onClick={() => onAllow(origin)}>
                      Allow This Site
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}
