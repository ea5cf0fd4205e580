import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import * as styles from './overlay.css.ts'

/** Rendered once around the application. Tooltips open after 300 ms of hovering, or at once on focus. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => <Radix.Provider delayDuration={300}>{children}</Radix.Provider>

type Props = {
  content: ReactNode
  /** One focusable element: a button or a link. */
  children: ReactElement
  /** A panel of figures instead of a dark label. */
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
