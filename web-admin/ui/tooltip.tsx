import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import * as styles from './overlay.css.ts'

/** Once around the application: a tooltip comes after 300 ms of rest, at once on focus. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => <Radix.Provider delayDuration={300}>{children}</Radix.Provider>

type Props = {
  content: ReactNode
  /** One element that takes focus: a button or a link. */
  children: ReactElement
  /** A panel with figures instead of a dark word, over the rest of its own row. */
  rich?: boolean
  side?: 'top' | 'bottom' | 'left' | 'right'
  onOpenChange?: (open: boolean) => void
}

export const Tooltip = ({ content, children, rich = false, side = rich ? 'right' : 'top', onOpenChange }: Props) => (
  <Radix.Root {...(onOpenChange ? { onOpenChange } : {})}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content side={side} sideOffset={rich ? 12 : 6} collisionPadding={8} className={styles.tooltip({ kind: rich ? 'rich' : 'word' })}>
        {content}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
