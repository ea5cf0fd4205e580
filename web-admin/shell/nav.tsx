import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from 'wouter'
import { usePays } from '../domain/session/may-change.ts'
import { activeEntry, entries, payorEntries } from './entries.ts'
import { prefetch } from './prefetch.ts'
import * as styles from './shell.css.ts'

export const Nav = ({ onChoose }: { onChoose?: () => void }) => {
  const [path] = useLocation()
  const shown = usePays() ? payorEntries : entries
  const active = activeEntry(path, useSearch(), shown)
  const client = useQueryClient()
  return (
    <nav aria-label="Main">
      <ul className={styles.nav}>
        {shown.map((entry) => {
          const warm = () => prefetch(entry.href, client)
          return (
            <li key={entry.label}>
              <Link
                href={entry.href}
                className={styles.entry}
                {...(entry === active ? { 'aria-current': 'page' as const } : {})}
                onMouseEnter={warm}
                onFocus={warm}
                {...(onChoose ? { onClick: onChoose } : {})}
              >
                <entry.icon />
                {entry.label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
