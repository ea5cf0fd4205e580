import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import * as styles from './table.css.ts'
import { hidden } from './text.css.ts'

type TableProps = { caption: string; head: ReactNode; foot?: ReactNode; children: ReactNode; className?: string }

/**
 * `caption` names the table for screen readers; `head` is the row of `th`s, `children` are the rows, `foot` the row of
 * sums.
 */
export const Table = ({ caption, head, foot, children, className }: TableProps) => (
  <table className={classes(styles.table, className)}>
    <caption className={hidden}>{caption}</caption>
    <thead>
      <tr>{head}</tr>
    </thead>
    <tbody>{children}</tbody>
    {foot !== undefined && <tfoot>{foot}</tfoot>}
  </table>
)

type HeadProps = { children: ReactNode; num?: boolean; className?: string }

export const Th = ({ children, num = false, className }: HeadProps) => (
  <th scope="col" className={classes(num && styles.num, className)}>
    {children}
  </th>
)

/** The heading is hidden in print, because its column is empty there. */
export const ActionsTh = () => (
  <th scope="col" className={classes(styles.num, styles.actionsHead)}>
    Actions
  </th>
)

export type Sort<By extends string = string> = { orderBy: By; order: 'asc' | 'desc' }
type SortProps<By extends string> = HeadProps & { by: By; sort: Sort<By>; onSort: (sort: Sort<By>) => void }

/** A column heading that sorts the list: ascending first, then descending. */
export const SortTh = <By extends string>({ by, sort, onSort, children, num = false, className }: SortProps<By>) => {
  const sorted = sort.orderBy === by
  const upward = sort.order === 'asc'
  const Arrow = upward ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={classes(num && styles.num, className)}
      {...(sorted ? { 'aria-sort': upward ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      <button type="button" className={styles.sorter} onClick={() => onSort({ orderBy: by, order: sorted && upward ? 'desc' : 'asc' })}>
        {children}
        {sorted && <Arrow />}
      </button>
    </th>
  )
}
