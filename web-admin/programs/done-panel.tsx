import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import * as styles from './programs.css.ts'

/** Replaces the form once it is saved, and takes the focus so that screen readers announce it. */
export const DonePanel = ({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) => {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className={styles.donePanel} role="status">
      <EmptyState icon={CircleCheck} title={title} action={actions}>
        {children}
      </EmptyState>
    </div>
  )
}
