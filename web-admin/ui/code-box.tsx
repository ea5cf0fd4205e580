import { Check, Copy } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import * as styles from './code-box.css.ts'
import { useCopy } from './use-copy.ts'

type Props = { label: string; text: string; copyLabel?: string }

export const CodeBox = ({ label, text, copyLabel = 'Copy' }: Props) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { state, copy } = useCopy()
  const press = async () => {
    // Without clipboard access, select the text to be copied by hand.
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
