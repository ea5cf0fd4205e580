import { atom, useAtom, useSetAtom } from 'jotai'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useCallback } from 'react'
import { Button, IconButton } from './button.tsx'
import { grow } from './text.css.ts'
import * as styles from './toast.css.ts'

type Message = { key: number; text: string; tone: 'success' | 'failure'; undo?: () => void; undoLabel?: string }
type Options = Partial<Omit<Message, 'key' | 'text'>>

const toastAtom = atom<Message | null>(null)
const LASTS = 8_000

/** Says one sentence for 8 seconds; a new one takes the place of the old. `undo` adds its button. */
export const useToast = () => {
  const set = useSetAtom(toastAtom)
  return useCallback(
    (text: string, options: Options = {}) => set((last) => ({ tone: 'success', ...options, text, key: (last?.key ?? 0) + 1 })),
    [set],
  )
}

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
