import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import * as styles from './table.css.ts'
import { hidden } from './text.css.ts'

/** `caption` names it for screen readers; `head` is the row of `th`s, `children` the rows. */
export const Table = ({ caption, head, children, className }: { caption: string; head: ReactNode; children: ReactNode; className?: string }) => (
  <table className={classes(styles.table, className)}>
    <caption className={hidden}>{caption}</caption>
    <thead>
      <tr>{head}</tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

type HeadProps = { children: ReactNode; num?: boolean; className?: string }

export const Th = ({ children, num = false, className }: HeadProps) => (
  <th scope="col" className={classes(num && styles.num, className)}>
    {children}
  </th>
)
