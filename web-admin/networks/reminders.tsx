import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { reminderDay, reminderWords } from '../domain/network/network-words.ts'
import { Button } from '../ui/button.tsx'
import { Problem, SelectField, TextField } from '../ui/field.tsx'
import { useComing } from '../ui/use-checks.ts'
import { Chips } from './chips.tsx'
import * as styles from './networks.css.ts'

const loadContract = () => import('../../modules/networks/contract.ts')

type Props = { days: number[]; onChange: (days: number[]) => void; problem?: string | undefined }

/** The days on which unpaid bills are mailed again, from the due date (R43). */
export const Reminders = ({ days, onChange, problem }: Props) => {
  const [count, setCount] = useState('')
  const [side, setSide] = useState<'before' | 'after'>('before')
  const [refusal, setRefusal] = useState<string | null>(null)
  const contract = useComing(loadContract)
  const add = async () => {
    const next = [...new Set([...days, reminderDay(count, side)])].sort((a, b) => a - b)
    const checked = (await contract())?.NetworkChange.shape.reminderDays.safeParse(next)
    if (!checked?.success) return setRefusal(checked?.error.issues[0]?.message ?? null)
    setRefusal(null)
    setCount('')
    onChange(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the day; it does not save the form.
    event.preventDefault()
    void add()
  }
  const shown = refusal ?? problem
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Reminders</legend>
      <p className={styles.groupHint}>Who has not paid is reminded by mail on these days, seen from the due date.</p>
      <Chips
        label="Reminders"
        chips={days.map((day) => ({ key: day, words: reminderWords(day) }))}
        onRemove={(key) => onChange(days.filter((day) => day !== key))}
        none="No reminders are sent."
      />
      <div className={styles.adder}>
        <TextField
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.target.value)}
          onKeyDown={press}
        />
        <SelectField label="When" value={side} onChange={(event) => setSide(event.target.value === 'after' ? 'after' : 'before')}>
          <option value="before">before the due date</option>
          <option value="after">after the due date</option>
        </SelectField>
        <Button icon={Plus} onClick={() => void add()}>
          Add Reminder
        </Button>
      </div>
      {shown && (
        <div role="alert">
          <Problem>{shown}</Problem>
        </div>
      )}
    </fieldset>
  )
}
