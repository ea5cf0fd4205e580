import { ChevronDown, History } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatDay } from '../../modules/kernel/dates.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, PlainButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { muted } from '../ui/text.css.ts'
import * as styles from './dashboard.css.ts'

const local = (date: Date): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(date)

/** The day in the address, and the moment at which it ended here; today is the present. */
export const useAsOf = (): { day: string | null; instant: string | null; choose: (day: string | null) => void } => {
  const [path, navigate] = useLocation()
  const given = new URLSearchParams(useSearch()).get('asOf')
  const day = given !== null && /^\d{4}-\d{2}-\d{2}$/.test(given) && given < local(new Date()) ? given : null
  const end = day === null ? null : new Date(`${day}T23:59:59.999`)
  const valid = end !== null && !Number.isNaN(end.getTime())
  return {
    day: valid ? day : null,
    instant: valid ? end.toISOString() : null,
    choose: (next) => navigate(next === null || next >= local(new Date()) ? path : `${path}?asOf=${next}`),
  }
}

export const AsOfButton = ({ day, choose }: { day: string | null; choose: (day: string | null) => void }) => {
  const [open, setOpen] = useState(false)
  const formId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('day')
    if (typeof value === 'string' && value !== '') choose(value)
    setOpen(false)
  }
  return (
    <>
      <Button icon={History} onClick={() => setOpen(true)}>
        {day === null ? 'As of today' : `As of ${formatDay(day)}`}
        <ChevronDown className={muted} />
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="confirm"
        title="Look back"
        subject="The dashboard as it was at the end of that day."
        footPlain
        foot={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" form={formId} look="primary">
              Show
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit}>
          <TextField label="Day" type="date" name="day" required max={local(new Date())} defaultValue={day ?? local(new Date())} />
        </form>
      </Dialog>
    </>
  )
}

export const AsOfBanner = ({ day, choose }: { day: string; choose: (day: null) => void }) => (
  <Banner tone="information" title={`As of ${formatDay(day)}`} className={styles.asOf}>
    These are the figures of the end of that day. <PlainButton onClick={() => choose(null)}>Back to today</PlainButton>
  </Banner>
)
