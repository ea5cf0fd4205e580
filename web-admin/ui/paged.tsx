import { ChevronLeft, ChevronRight, FileX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListOf, Pagination as Pages, Pagination as Place } from '../../modules/shared/api.ts'
import { Button } from './button.tsx'
import { pagesShown } from './list-params.ts'
import * as styles from './pagination.css.ts'
import { alone, onPaper } from './pagination.css.ts'
import { EmptyState } from './states.tsx'

type PaginationProps = {
  pagination: Pick<Pages, 'page' | 'totalPages'>
  /** For example 'Showing 11–20 of 43 bills'. */
  count: string
  onPage: (page: number) => void
}

const Pagination = ({ pagination: { page, totalPages }, count, onPage }: PaginationProps) => {
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

const grouped = new Intl.NumberFormat('en-US')

/** 'Showing 11–20 of 43 bills'. */
const rangeOf = ({ page, pageSize, totalItems }: Place, shown: number, of: string): string => {
  if (totalItems === 1) return `Showing 1 of 1 ${of.replace(/s$/, '')}`
  const before = (page - 1) * pageSize
  return `Showing ${grouped.format(before + 1)}–${grouped.format(before + shown)} of ${grouped.format(totalItems)} ${of}`
}

/** Shown for a page number past the end, after the list has become shorter. */
const PastTheEnd = ({ totalPages, onPage }: { totalPages: number; onPage: (page: number) => void }) => (
  <EmptyState
    level={3}
    icon={FileX2}
    title="There is nothing on this page"
    action={
      <>
        <Button onClick={() => onPage(1)}>First page</Button>
        {totalPages > 1 && <Button onClick={() => onPage(totalPages)}>Last page</Button>}
      </>
    }
  >
    {totalPages === 1 ? 'The list has one page.' : `The list has ${grouped.format(totalPages)} pages.`}
  </EmptyState>
)

type Props<Row> = {
  list: ListOf<Row>
  onPage: (page: number) => void
  /** The plural noun: 'bills'. */
  of: string
  /** Replaces an empty list. */
  empty: ReactNode
  /** Replaces 'Showing 11–20 of 43 bills'; shown beneath a single page too. */
  showing?: (shown: number, total: number) => string
  /** Printed above the list: its filters and its order. */
  paper?: readonly string[]
  children: (rows: Row[]) => ReactNode
}

/** A page of a list with its count and the pagination. */
export const Paged = <Row,>({ list: { data, pagination }, onPage, of, empty, showing, paper = [], children }: Props<Row>) => {
  const { totalItems, totalPages } = pagination
  if (totalItems === 0) return empty
  if (data.length === 0) return <PastTheEnd totalPages={totalPages} onPage={onPage} />
  const count = showing ? showing(data.length, totalItems) : rangeOf(pagination, data.length, of)
  return (
    <>
      <p className={onPaper} data-said={[...paper, count].join(' · ')} />
      {children(data)}
      {totalPages > 1 ? <Pagination pagination={pagination} count={count} onPage={onPage} /> : showing && <p className={alone}>{count}</p>}
    </>
  )
}
