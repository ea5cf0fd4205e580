import { CloudOff, type LucideIcon, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import * as styles from './states.css.ts'
import { stateTitle } from './states.css.ts'

/** The heading's level: 2 directly below a page's title, 3 within a section that has a heading. */
const StateTitle = ({ level, children }: { level: 2 | 3; children: ReactNode }) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  return <Heading className={stateTitle}>{children}</Heading>
}

type EmptyStateProps = { icon: LucideIcon; title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 2 | 3 }

/** Shown in place of an empty list: why it is empty, an explanation, and one next action. */
export const EmptyState = ({ icon: Icon, title, children, action, level = 2 }: EmptyStateProps) => (
  <div className={styles.empty}>
    <Icon />
    <StateTitle level={level}>{title}</StateTitle>
    {children !== undefined && <p>{children}</p>}
    {action !== undefined && <div className={styles.emptyAction}>{action}</div>}
  </div>
)

type ErrorStateProps = { title: ReactNode; children?: ReactNode; onRetry?: (() => void) | undefined; action?: ReactNode; level?: 2 | 3 }

/** Shown in place of content that failed to load: the error, advice, and a button to try again. */
export const ErrorState = ({ title, children, onRetry, action, level = 2 }: ErrorStateProps) => (
  <div className={styles.empty} role="alert">
    <CloudOff />
    <StateTitle level={level}>{title}</StateTitle>
    {children !== undefined && <p>{children}</p>}
    {(onRetry || action !== undefined) && (
      <div className={styles.emptyAction}>
        {onRetry && (
          <Button icon={RefreshCw} onClick={onRetry}>
            Try Again
          </Button>
        )}
        {action}
      </div>
    )}
  </div>
)
