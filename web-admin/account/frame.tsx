import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '../../modules/kernel/language.ts'
import { Brand } from '../ui/brand.tsx'
import { spin } from '../ui/button.css.ts'
import { Foot } from '../ui/foot.tsx'
import { useTitle } from '../ui/page-head.tsx'
import * as styles from './frame.css.ts'

type Props = {
  title: string
  /** The heading, if it differs from the tab's title. */
  heading?: string
  text?: ReactNode
  children?: ReactNode
  /** The payor's language, on pages that payors reach from their mails. */
  language?: Language
}

/** Layout of the pages outside of a session: one column. */
export const Frame = ({ title, heading = title, text, children, language = 'en' }: Props) => {
  useTitle(title)
  return (
    <div className={styles.page}>
      <main className={styles.column}>
        <Brand href="/" className={styles.brand} />
        <div className={styles.sheet}>
          <div>
            <h1 className={styles.title}>{heading}</h1>
            {text !== undefined && <p className={styles.text}>{text}</p>}
          </div>
          {children}
        </div>
      </main>
      <Foot language={language} />
    </div>
  )
}

export const Waiting = ({ children }: { children: ReactNode }) => (
  <p className={styles.wait} role="status">
    <LoaderCircle className={spin} />
    {children}
  </p>
)
