import { type FormEvent, useId, useState } from 'react'
import { dayNamed } from '../../modules/kernel/dates.ts'
import { useAsOf } from '../domain/api/as-of.ts'
import { dayOf, momentOf, now } from '../domain/api/network-clock.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { pair } from './as-of.css.ts'
import { useShowAsOf } from './use-show-as-of.ts'

/** Asks for a day, and a time if need be, and shows everything as of then. */
export const AsOfDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const shown = useAsOf()
  const show = useShowAsOf()
  const [day, setDay] = useState(shown === null ? '' : dayOf(shown))
  const [time, setTime] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = dayNamed(day)
    if (chosen === null) return setProblem('Choose a day')
    const moment = momentOf(chosen, time || null)
    if (moment > now()) return setProblem(time ? 'That moment is still to come' : 'That day has not ended yet: choose an earlier one, or a time')
    onClose()
    show(moment)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="See an Earlier Day"
      subject="Every figure, list and page as it stood then. Nothing can be changed there."
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id}>
            Show This Day
          </Button>
        </>
      }
    >
      <form id={id} className={pair} onSubmit={submit} noValidate>
        <TextField
          label="Day"
          type="date"
          max={dayOf(now())}
          value={day}
          problem={problem}
          onChange={({ target }) => {
            setDay(target.value)
            setProblem(undefined)
          }}
        />
        <TextField
          label="Time (optional)"
          type="time"
          hint="Without one, the end of the day"
          value={time}
          onChange={({ target }) => {
            setTime(target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
