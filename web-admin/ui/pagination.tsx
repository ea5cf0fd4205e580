import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Pagination as Pages } from '../../modules/kernel/api.ts'
import { Button } from './button.tsx'
import { pagesShown } from './pages.ts'
import * as styles from './pagination.css.ts'

const grouped = new Intl.NumberFormat('en-US')

type Props = {
  pagination: Pages
  onPage: (page: number) => void
  /** The things counted, in the plural: 'bills'. */
  of: string
}

/** Hidden at one page or fewer. */
export const Pagination = ({ pagination: { page, pageSize, totalPages, totalItems }, onPage, of }: Props) => {
  if (totalPages <= 1) return null
  const first = Math.min((page - 1) * pageSize + 1, totalItems)
  const last = Math.min(page * pageSize, totalItems)
  const shown = pagesShown(page, totalPages)
  return (
    <nav className={styles.pages} aria-label="Pages">
      <span className={styles.count}>{`Showing ${grouped.format(first)}–${grouped.format(last)} of ${grouped.format(totalItems)} ${of}`}</span>
      <Button className={styles.prev} icon={ChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Prev
      </Button>
      <ul className={styles.list}>
        {shown.map((number, index) => (
          <li key={number ?? `gap after ${shown[index - 1]}`}>
            {number === null ? (
              <span className={styles.gap} aria-hidden>
                …
              </span>
            ) : (
              <button
                type="button"
                className={styles.page}
                aria-label={`Page ${number}`}
                {...(number === page ? { 'aria-current': 'page' as const } : {})}
                onClick={() => number === page || onPage(number)}
              >
                {number}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Button className={styles.next} disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight />
      </Button>
    </nav>
  )
}
