import type { EventAnswer, UnfoldedEvent } from '../../modules/audit/contract.ts'
import { post } from '../domain/api/client.ts'
import { formMessage } from '../domain/api/error-message.ts'
import { useCommand } from '../domain/command.ts'
import { kindOf } from '../domain/history/event-icons.ts'
import { correctionOf, shownBy } from '../domain/history/standing-words.ts'
import { AskReason } from '../ui/ask-reason.tsx'
import { useToast } from '../ui/toast.tsx'

/** Asks for a reason before an event is left out for good (R194). */
export const SetAsideDialog = ({ event, onClose }: { event: UnfoldedEvent; onClose: () => void }) => {
  const toast = useToast()
  const call = useCommand(
    async (reason: string) => (await post<EventAnswer>(`/audit/unfolded/${event.eventId}/set-aside`, { reason })).data,
    // All that stood still shows more now.
    { done: (client) => client.invalidateQueries() },
  )
  // Also when it was the last, and all of this is gone by the time that the answer comes. A failure stands in `call.error`.
  const setAside = (reason: string) =>
    void call.mutateAsync(reason).then(
      ({ goesOn }) => {
        toast(goesOn ? 'The event is set aside, and everything goes on' : 'The event is set aside. What stands still goes on in a moment')
        onClose()
      },
      () => {},
    )
  return (
    <AskReason
      title="Set Event Aside"
      subject={[kindOf(event.type), event.about?.name].filter(Boolean).join(' · ')}
      action="Set Aside"
      look="danger"
      busy={call.isPending}
      busyText="Setting aside..."
      failure={call.isError ? formMessage(call.error, 'set aside', 'event') : null}
      hint="Everybody who reads the journal reads it."
      onReason={setAside}
      onClose={onClose}
    >
      {shownBy(event.projections)} go on without this event, for good: no later version brings it back. It stays in the journal, with your name and
      your reason. {correctionOf(event)}
    </AskReason>
  )
}
