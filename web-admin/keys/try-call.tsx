import { type FormEvent, useId, useState } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import * as styles from './first-call.css.ts'
import { keyProblem, type Outcome, outcomeWords } from './first-call-words.ts'
import { useFirstCall } from './use-first-call.ts'

const Answer = ({ outcome }: { outcome: Outcome }) => {
  const id = useId()
  const { works, title, advice } = outcomeWords(outcome)
  const shown = outcome.kind === 'answered' && outcome.body !== null
  return (
    <>
      <Banner
        tone={works ? 'success' : 'failure'}
        title={outcome.kind === 'answered' ? `${title} (HTTP ${outcome.status})` : title}
        className={styles.wide}
      >
        {advice}
      </Banner>
      {shown && (
        <div className={styles.wide}>
          <h4 id={id} className={styles.hint}>
            The answer
          </h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section tabIndex={0} aria-labelledby={id} className={styles.answer}>
            <pre>{JSON.stringify(outcome.body, null, 2)}</pre>
          </section>
        </div>
      )}
    </>
  )
}

type Props = { networkId: string; value: string; onChange: (key: string) => void }

/** Makes the call from the page, with a key that is kept nowhere else. */
export const TryCall = ({ networkId, value, onChange }: Props) => {
  const call = useFirstCall(networkId)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = keyProblem(value.trim())
    setProblem(wrong)
    if (wrong === undefined) call.mutate(value.trim())
    else call.reset()
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          hint="It stays in this page, which forgets it when you leave."
          value={value}
          problem={problem}
          onChange={({ target }) => {
            onChange(target.value)
            setProblem(undefined)
          }}
        />
        <Button look={value === '' ? 'default' : 'primary'} type="submit" busy={call.isPending} busyText="Calling...">
          Try It
        </Button>
      </form>
      {call.data && !call.isPending && <Answer outcome={call.data} />}
    </>
  )
}
