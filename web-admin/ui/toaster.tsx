import { useAtomValue, useSetAtom } from 'jotai'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { grow } from './text.css.ts'
import * as styles from './toast.css.ts'
import { type Message, slotsAtom, toastAtom } from './toast.tsx'

/** Milliseconds; restarted when the pointer or the focus leaves. */
const LASTS = 8_000

/**
 * Rendered once around the application. Not a dialog layer: Escape dismisses the toast only if it has the focus, and pressing it does not close a
 * dialog.
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
