import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { Link } from 'wouter'
import * as styles from './page-head.css.ts'
import { back } from './page-head.css.ts'

export const useTitle = (title: string) => {
  useEffect(() => {
    document.title = `${title} · Vestry`
  }, [title])
}

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

export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={back}>
    <ArrowLeft />
    {children}
  </Link>
)
