import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Pagination as Pages } from '../../modules/kernel/api.ts'
import { Button } from './button.tsx'
import { pagesShown } from './pages.ts'
import * as styles from './pagination.css.ts'

type Props = {
  pagination: Pick<Pages, 'page' | 'totalPages'>
  /** What of how much is shown. */
  count: string
  onPage: (page: number) => void
}

export const Pagination = ({ pagination: { page, totalPages }, count, onPage }: Props) => {
  const shown = pagesShown(page, totalPages)
  return (
    <nav className={styles.pages} aria-label="Pages">
      <span className={styles.count}>{count}</span>
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
