import { button, ghost } from '../controls.css.ts'
import { useListWords } from '../words/lists.ts'
import { count, gap, next, numbers, pageNumber, pages, previous } from './account.css.ts'

/** The page numbers to show: first, last, current and its neighbours; null for a gap. */
export const pageNumbers = (page: number, total: number): (number | null)[] => {
  const kept = Array.from({ length: total }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === total || Math.abs(number - page) <= 1,
  )
  return kept.flatMap((number, index) => (index > 0 && number - (kept[index - 1] ?? 0) > 1 ? [null, number] : [number]))
}

type Props = { page: number; totalPages: number; shown: number; total: number; onPage: (page: number) => void }

export const Pages = ({ page, totalPages, shown, total, onPage }: Props) => {
  const words = useListWords()
  const showing = (
    <p className={count} role="status">
      {words.showing(shown, total)}
    </p>
  )
  if (totalPages <= 1) return <div className={pages}>{showing}</div>
  return (
    <nav className={pages} aria-label={words.pages}>
      {showing}
      <button type="button" className={`${button} ${previous}`} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {words.previous}
      </button>
      <ul className={numbers}>
        {pageNumbers(page, totalPages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={gap}>…</span>
            ) : (
              <button
                type="button"
                className={`${button} ${ghost} ${pageNumber}`}
                aria-label={words.page(number)}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className={`${button} ${next}`} disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        {words.next}
      </button>
    </nav>
  )
}
