import { atom, useAtomValue, useSetAtom } from 'jotai'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { grow } from './text.css.ts'
import * as styles from './toast.css.ts'
import { slot } from './toast.css.ts'

type Message = { key: number; text: string; tone: 'success' | 'failure' }
type Options = Partial<Pick<Message, 'tone'>>

const toastAtom = atom<Message | null>(null)

/** The slots of the open dialogs, the topmost last. */
const slotsAtom = atom<readonly HTMLElement[]>([])

/** The place for toasts within an open dialog, so that toasts cover none of the dialog's controls. */
export const ToastSlot = ({ open = true }: { open?: boolean }) => {
  const set = useSetAtom(slotsAtom)
  const take = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      set((slots) => [...slots, element])
      return () => set((slots) => slots.filter((other) => other !== element))
    },
    [set],
  )
  return <div className={slot} aria-live="polite" {...(open ? { ref: take } : {})} />
}

/** Shows a message for 8 seconds; a new message replaces it. */
export const useToast = () => {
  const set = useSetAtom(toastAtom)
  return useCallback(
    (text: string, options: Options = {}) => set((last) => ({ tone: 'success', ...options, text, key: (last?.key ?? 0) + 1 })),
    [set],
  )
}

/** Milliseconds that a toast stays. The time starts again when the pointer or the focus leaves the toast. */
const LASTS = 8_000

/**
 * Rendered once around the application. The toast is not a dialog: Escape closes it only if it has the focus, and a
 * press on it does not close the dialog beneath.
 */
export const Toaster = () => {
  const toast = useAtomValue(toastAtom)
  const slot = useAtomValue(slotsAtom).at(-1)
  const message = toast && <Toast key={toast.key} message={toast} />
  return (
    <>
      <div className={styles.viewport} aria-live="polite">
        {!slot && message}
      </div>
      {slot && createPortal(message, slot)}
    </>
  )
}

const Toast = ({ message: { text, tone } }: { message: Message }) => {
  const set = useSetAtom(toastAtom)
  const [held, setHeld] = useState(false)
  const close = useCallback(() => set(null), [set])
  useEffect(() => {
    if (held) return
    const end = setTimeout(close, LASTS)
    return () => clearTimeout(end)
  }, [held, close])
  const Icon = tone === 'failure' ? CircleAlert : CircleCheck
  return (
    <section
      aria-label="Message"
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <Icon />
      <span className={grow}>{text}</span>
      <IconButton label="Dismiss" icon={X} tip={false} onClick={close} />
    </section>
  )
}
