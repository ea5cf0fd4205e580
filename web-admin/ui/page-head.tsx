import { createContext, type ReactNode, useContext } from 'react'
import * as styles from './page-head.css.ts'
import { useTitle } from './use-title.ts'

/** Shown on every page before the page's own actions. */
export const PageTools = createContext<ReactNode>(null)

/** Printed above every page's title. */
export const PaperHead = createContext<ReactNode>(null)

type Props = {
  title: string
  children?: ReactNode
  /** On the right; at most one primary button. */
  actions?: ReactNode
  back?: ReactNode
}

/** The page's h1; also sets the tab's title. */
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
