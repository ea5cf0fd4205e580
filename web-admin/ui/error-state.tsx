import { CloudOff, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { StateTitle } from './state-title.tsx'
import * as styles from './states.css.ts'

type Props = { title: ReactNode; children?: ReactNode; onRetry?: (() => void) | undefined; action?: ReactNode; level?: 2 | 3 }

/** Replaces content that failed to load, within the page: the error, advice and a retry. */
export const ErrorState = ({ title, children, onRetry, action, level = 2 }: Props) => (
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
