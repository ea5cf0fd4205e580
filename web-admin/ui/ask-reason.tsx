import { type FormEvent, type ReactNode, useState } from 'react'
import { Banner } from './banner.tsx'
import { FormDialog } from './dialog.tsx'
import { TextareaField } from './field.tsx'

/** The same words as the server's message for this error. */
export const REASON = 'Reason is required'

type Props = {
  title: string
  subject: string
  action: string
  variant: 'primary' | 'danger'
  busy: boolean
  busyText: string
  /** The error of the last try. */
  failure: string | null
  /** Says who reads the reason. */
  hint: string
  children: ReactNode
  onReason: (reason: string) => void
  onClose: () => void
}

export const AskReason = ({ title, subject, action, variant, busy, busyText, failure, hint, children, onReason, onClose }: Props) => {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const reason = typed.trim()
    setProblem(reason === '' ? REASON : undefined)
    if (reason !== '') onReason(reason)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      subject={subject}
      held={busy}
      action={action}
      variant={variant}
      busy={busy}
      busyText={busyText}
      waits
      onSubmit={submit}
    >
      {failure !== null && (
        <Banner tone="failure" title="Nothing was changed">
          {failure}
        </Banner>
      )}
      <p>{children}</p>
      <TextareaField
        label="Reason"
        hint={hint}
        rows={2}
        maxLength={1000}
        value={typed}
        problem={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}
