import { useState } from 'react'
import { dayNamed } from '../../modules/kernel/dates.ts'
import { KEPT_DAYS } from '../../modules/webhooks/values.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { startOfDayOf, today } from '../domain/api/network-clock.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { useReplayFailed } from './calls.ts'

type Props = { networkId: string; webhookId: string; onClose: () => void }

/** Sends everything again that has failed since a day. */
export const ReplayDialog = ({ networkId, webhookId, onClose }: Props) => {
  const toast = useToast()
  const replay = useReplayFailed(networkId, webhookId)
  const [day, setDay] = useState<string>(today())
  const since = dayNamed(day)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Send again what has failed?"
      action="Send Again"
      busyText="Sending..."
      busy={replay.isPending}
      ready={since !== null}
      problem={replay.error && messageOr(replay.error, 'It could not be sent again. Please try again.')}
      fields={<TextField label="Since" type="date" value={day} max={today()} onChange={({ target }) => setDay(target.value)} />}
      onConfirm={() =>
        since !== null &&
        replay.mutate(startOfDayOf(since), {
          onSuccess: ({ replayed }) => {
            toast(
              replayed === 0
                ? 'Nothing but tests has failed since'
                : `${replayed} ${replayed === 1 ? 'delivery is' : 'deliveries are'} being sent again`,
            )
            onClose()
          },
        })
      }
    >
      Each keeps its id, so software that knows it already can leave it. Tests are not sent again. The log goes back {KEPT_DAYS} days.
    </ConfirmDialog>
  )
}
