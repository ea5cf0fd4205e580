import type { ReactNode } from 'react'
import * as styles from './page-head.css.ts'
import { useTitle } from './use-title.ts'

type Props = {
  title: string
  children?: ReactNode
  /** At the right: at most one filled button. */
  actions?: ReactNode
  /** A BackLink. */
  back?: ReactNode
}

/** A page's one h1, also the tab's title. */
export const PageHead = ({ title, children, actions, back }: Props) => {
  useTitle(title)
  return (
    <>
      {back}
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {children !== undefined && <p className={styles.text}>{children}</p>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </>
  )
}
