import CircleCheck from 'lucide-react/icons/circle-check'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef } from 'react'
import { onlyScreen, spin } from '../base.css.ts'
import { button } from '../controls.css.ts'
import { Problem } from '../problem.tsx'
import { useWords } from '../words/words.ts'
import { thanks, thanksAction, thanksText } from './bill.css.ts'

type Props = {
  justSent: boolean
  focus: boolean
  canWithdraw: boolean
  busy: boolean
  problem: string | null
  onWithdraw: () => void
  takeBack: string | null
}

/** When the focused button is removed, the section gets the focus. */
const passOnFocus = (pressed: HTMLButtonElement) => () => {
  if (document.activeElement === pressed) pressed.closest('section')?.focus({ preventScroll: true })
}

/** Confirms that the payment is marked as sent, and offers to withdraw it. */
export const Thanks = ({ justSent, focus, canWithdraw, busy, problem, onWithdraw, takeBack }: Props) => {
  const { t } = useWords()
  const said = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, so the message that replaced it gets the focus.
  useEffect(() => {
    if (focus) said.current?.focus()
  }, [focus])
  return (
    <div className={thanks}>
      {justSent && (
        <p ref={said} className={thanksText} tabIndex={-1}>
          <CircleCheck size={16} />
          {t.thanks}
        </p>
      )}
      {problem && <Problem>{problem}</Problem>}
      {canWithdraw && (
        <div className={`${thanksAction} ${onlyScreen}`}>
          <p>{t.mistakeHint}</p>
          {takeBack !== null && (
            <form method="post" action={takeBack}>
              <button type="submit" className={button}>
                {t.mistake}
              </button>
            </form>
          )}
          {takeBack === null && (
            <button
              ref={passOnFocus}
              type="button"
              className={button}
              aria-disabled={busy || undefined}
              aria-busy={busy || undefined}
              onClick={() => {
                if (!busy) onWithdraw()
              }}
            >
              {busy && <LoaderCircle size={16} className={spin} />}
              {busy ? t.withdrawing : t.mistake}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
