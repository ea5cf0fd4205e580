import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateTitle } from './state-title.tsx'
import * as styles from './states.css.ts'

type Props = { icon: LucideIcon; title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 2 | 3 }

/** Replaces an empty list: the situation, its explanation and one next action. */
export const EmptyState = ({ icon: Icon, title, children, action, level = 2 }: Props) => (
  <div className={styles.empty}>
    <Icon />
    <StateTitle level={level}>{title}</StateTitle>
    {children !== undefined && <p>{children}</p>}
    {action !== undefined && <div className={styles.emptyAction}>{action}</div>}
  </div>
)
