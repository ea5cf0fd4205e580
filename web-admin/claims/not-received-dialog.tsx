import { type FormEvent, useId, useState } from 'react'
import { messageOr } from '../api/error-message.ts'
import { REASON } from '../bills/money-dialog.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextareaField } from '../ui/field.tsx'
import { stack } from '../ui/text.css.ts'

type Props = {
  /** '3 payments, $300.00' */
  subject: string
  busy: boolean
  error: Error | null
  onRefuse: (reason: string) => void
  onClose: () => void
}

/** What was ticked has not come: one reason for all, which each payor reads. */
export const NotReceivedDialog = ({ subject, busy, error, onRefuse, onClose }: Props) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const reason = typed.trim()
    setProblem(reason === '' ? REASON : undefined)
    if (reason !== '') onRefuse(reason)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Not Received"
      subject={subject}
      held={busy}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form={id} busy={busy} busyText="Saving...">
            Not Received
          </Button>
        </>
      }
    >
      <form id={id} className={stack} noValidate onSubmit={submit}>
        {error && (
          <Banner tone="failure" title="Nothing was changed">
            {messageOr(error, 'The payments could not be noted as not received. Please try again.')}
          </Banner>
        )}
        <p>The bills go back to their former status, and each payor is told by mail.</p>
        <TextareaField
          label="Reason"
          hint="Each payor reads it in the mail."
          rows={2}
          maxLength={1000}
          value={typed}
          problem={problem}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  )
}
