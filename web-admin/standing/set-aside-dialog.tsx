import { type FormEvent, useId, useState } from 'react'
import type { UnfoldedEvent } from '../../modules/audit/contract.ts'
import { formMessage } from '../api/error-message.ts'
import { REASON } from '../bills/money-dialog.tsx'
import { kindOf } from '../history/event-icons.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextareaField } from '../ui/field.tsx'
import { stack } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { correctionOf, shownBy } from './standing-words.ts'
import { useSetAside } from './use-standing.ts'

/** Asks for a reason before an event is left out for good (R194). */
export const SetAsideDialog = ({ event, onClose }: { event: UnfoldedEvent; onClose: () => void }) => {
  const id = useId()
  const toast = useToast()
  const call = useSetAside()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (call.isPending) return
    const reason = typed.trim()
    setProblem(reason === '' ? REASON : undefined)
    if (reason === '') return
    call.mutate(
      { eventId: event.eventId, reason },
      {
        onSuccess: ({ goesOn }) => {
          toast(goesOn ? 'The event is set aside, and everything goes on' : 'The event is set aside. What stands still goes on in a moment')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set Event Aside"
      subject={[kindOf(event.type), event.about?.name].filter(Boolean).join(' · ')}
      held={call.isPending}
      foot={
        <>
          <Button onClick={onClose} disabled={call.isPending}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form={id} busy={call.isPending} busyText="Setting aside...">
            Set Aside
          </Button>
        </>
      }
    >
      <form id={id} className={stack} noValidate onSubmit={submit}>
        {call.isError && (
          <Banner tone="failure" title="Nothing was changed">
            {formMessage(call.error, 'set aside', 'event')}
          </Banner>
        )}
        <p>
          {shownBy(event.projections)} go on without this event, for good: no later version brings it back. It stays in the journal, with your name
          and your reason. {correctionOf(event)}
        </p>
        <TextareaField
          label="Reason"
          hint="Everybody who reads the journal reads it."
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
