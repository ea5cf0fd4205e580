import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import * as styles from './programs.css.ts'

/** In place of the form once it is saved; it takes the focus, so that it is read aloud. */
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
