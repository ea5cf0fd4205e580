import { createContext, type ReactNode, useContext } from 'react'
import * as styles from './page-head.css.ts'
import { useTitle } from './use-title.ts'

/** What every page has at the right of its head, before its own buttons. */
export const PageTools = createContext<ReactNode>(null)

/** What stands above every page's title on paper. */
export const PaperHead = createContext<ReactNode>(null)

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
  const tools = useContext(PageTools)
  const paper = useContext(PaperHead)
  return (
    <>
      {paper}
      {back}
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {children !== undefined && <p className={styles.text}>{children}</p>}
        {(actions || tools) && (
          <div className={styles.actions}>
            {tools}
            {actions}
          </div>
        )}
      </div>
    </>
  )
}
