import * as styles from './frame.css.ts'
import { Frame } from './frame.tsx'

/** Shows only the four values that R119 names, none of them secret. */
export const EnvDebugPage = () => {
  const { hostname, origin } = window.location
  const values: [term: string, value: string][] = [
    ['Hostname', hostname],
    ['Origin', origin],
    ['User agent', navigator.userAgent],
    ['Build environment', `MODE=${import.meta.env.MODE}, VITE_API_BASE=${import.meta.env.VITE_API_BASE || '(empty)'}`],
  ]
  return (
    <Frame title="Environment">
      <dl className={styles.values}>
        {values.map(([term, value]) => (
          <div key={term}>
            <dt className={styles.term}>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Frame>
  )
}
