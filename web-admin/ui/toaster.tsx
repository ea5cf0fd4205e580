import { useAtom } from 'jotai'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { Button, IconButton } from './button.tsx'
import { grow } from './text.css.ts'
import * as styles from './toast.css.ts'
import { toastAtom } from './toast.tsx'

const LASTS = 8_000

/** Once around the application. */
export const Toaster = () => {
  const [toast, setToast] = useAtom(toastAtom)
  const Icon = toast?.tone === 'failure' ? CircleAlert : CircleCheck
  return (
    <Radix.Provider duration={LASTS} swipeDirection="down" label="Message">
      {toast && (
        <Radix.Root key={toast.key} className={styles.toast} onOpenChange={(open) => open || setToast(null)}>
          <Icon />
          <Radix.Description className={grow}>{toast.text}</Radix.Description>
          {toast.undo && (
            <Radix.Action altText={toast.undoLabel ?? 'Undo'} asChild>
              <Button look="ghost" onClick={toast.undo}>
                {toast.undoLabel ?? 'Undo'}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton label="Dismiss" icon={X} tip={false} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className={styles.viewport} />
    </Radix.Provider>
  )
}
