import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '../ui/brand.tsx'
import { IconButton } from '../ui/button.tsx'
import { from } from '../ui/media.ts'
import { focusToReturn } from '../ui/return-focus.ts'
import { hidden } from '../ui/text.css.ts'
import { ToastSlot } from '../ui/toast.tsx'
import * as styles from './shell.css.ts'

/** The sidebar as an overlay on a narrow screen. Keeps the focus; Escape and the backdrop close it. */
export const Drawer = ({ open, onOpenChange, children }: { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode }) => {
  const giveBack = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!open) return
    const large = window.matchMedia(from.large)
    const close = () => large.matches && onOpenChange(false)
    large.addEventListener('change', close)
    return () => large.removeEventListener('change', close)
  }, [open, onOpenChange])
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.drawer}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            giveBack.current = focusToReturn()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveBack.current()
          }}
        >
          <Dialog.Title className={hidden}>Menu</Dialog.Title>
          <div className={styles.drawerHead}>
            <Brand className={styles.brand} onClick={() => onOpenChange(false)} />
            <Dialog.Close asChild>
              <IconButton label="Close menu" icon={X} tip={false} />
            </Dialog.Close>
          </div>
          {children}
          <ToastSlot />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
