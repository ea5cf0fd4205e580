import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect, useRef, useState } from 'react'
import type { ManualMethod } from '../../../modules/kernel/payment-methods.ts'
import { hintBefore, onlyScreen, spin } from '../base.css.ts'
import { button, check, large, primary } from '../controls.css.ts'
import { Problem } from '../problem.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { useWords } from '../words/words.ts'

type Props = {
  action: string
  attempt: string
  method: ManualMethod
  whole: boolean
  lang: string | null
  busy: boolean
  problem: string | null
  onSend: () => void
}

/** A form that also works without script. With script, the button is enabled by the checkbox. */
export const ClaimForm = ({ action, attempt, method, whole, lang, busy, problem, onSend }: Props) => {
  const { t } = useWords()
  const hydrated = useHydrated()
  const box = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState(false)
  // The box may be checked already: restored by the browser, or checked before the script ran.
  useEffect(() => setChecked(box.current?.checked ?? false), [])
  return (
    <form
      className={onlyScreen}
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        if (box.current?.checked && !busy) onSend()
      }}
    >
      <input type="hidden" name="paymentMethod" value={method} />
      <input type="hidden" name="attempt" value={attempt} />
      {whole && <input type="hidden" name="pays" value="all" />}
      {lang && <input type="hidden" name="lang" value={lang} />}
      <label className={check}>
        <input ref={box} type="checkbox" name="sent" required onChange={(event) => setChecked(event.currentTarget.checked)} />
        {t.haveSent}
      </label>
      <p id="claim-hint" className={hintBefore}>
        {hydrated && !checked ? t.checkFirst : t.treasurer}
      </p>
      {problem && <Problem>{problem}</Problem>}
      <button
        type="submit"
        className={`${button} ${primary} ${large}`}
        disabled={hydrated && !checked}
        aria-describedby="claim-hint"
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
      >
        {busy && <LoaderCircle size={16} className={spin} />}
        {busy ? t.marking : t.markAsSent}
      </button>
    </form>
  )
}
