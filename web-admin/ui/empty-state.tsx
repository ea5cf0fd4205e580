import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from './states.css.ts'

type Props = { icon: LucideIcon; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** What is so, what it is for, and the one next button. */
export const EmptyState = ({ icon: Icon, title, children, action }: Props) => (
  <div className={styles.empty}>
    <Icon />
    <h3>{title}</h3>
    {children !== undefined && <p>{children}</p>}
    {action !== undefined && <div className={styles.emptyAction}>{action}</div>}
  </div>
)
