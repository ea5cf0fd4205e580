import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import * as styles from './code-box.css.ts'
import { Dialog } from './dialog.tsx'

const COPIED_LASTS = 2_000

/** Copies a text. The state is 'copied' for two seconds, or 'refused' if the browser denies access to the clipboard. */
export const useCopy = () => {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), COPIED_LASTS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      return true
    } catch {
      setState('refused')
      return false
    }
  }
  return { state, copy }
}

type CodeBoxProps = { label: string; text: string; copyLabel?: string }

export const CodeBox = ({ label, text, copyLabel = 'Copy' }: CodeBoxProps) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { state, copy } = useCopy()
  const press = async () => {
    // If the browser denies access to the clipboard, the text is selected for copying by hand.
    if (!(await copy(text))) area.current?.select()
  }
  return (
    <div className={styles.box}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        ref={area}
        readOnly
        className={styles.code}
        rows={text.split('\n').length}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.foot}>
        <Button icon={state === 'copied' ? Check : Copy} onClick={() => void press()}>
          {state === 'copied' ? 'Copied!' : copyLabel}
        </Button>
        <span role="status" className={styles.note}>
          {state === 'refused' ? 'Your browser does not allow copying. The text is selected: copy it with the keyboard.' : ''}
        </span>
      </div>
    </div>
  )
}

type SecretDialogProps = { title: string; subject: string; onClose: () => void; children: ReactNode }

/** Shows a secret once. The dialog closes only by its button, so that the secret is not lost by accident. */
export const SecretDialog = ({ title, subject, onClose, children }: SecretDialogProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    held
    closeButton={false}
    title={title}
    subject={subject}
    foot={
      <Button variant="primary" onClick={onClose}>
        I Have Kept It
      </Button>
    }
  >
    {children}
  </Dialog>
)
