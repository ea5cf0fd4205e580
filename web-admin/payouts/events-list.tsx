import { CircleAlert, CircleCheck, Clock, RotateCcw } from 'lucide-react'
import type { StripeEvent } from '../../modules/payments/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { formatMinute } from '../domain/campaign/campaign-words.ts'
import { eventLabel, subjectLabel } from '../domain/payment/payout-words.ts'
import { useMayChange } from '../domain/session/may-change.ts'
import { Badge, type BadgeContent } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { actions, sub } from '../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { medium, muted, nowrap, secondary, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useReplay } from './calls.ts'
import * as styles from './payouts.css.ts'

type Props = { events: StripeEvent[]; mayReplay: boolean }

const badgeOf = ({ doneAt, failure }: StripeEvent): BadgeContent => {
  if (failure !== null) return ['Failed', 'overdue', CircleAlert]
  return doneAt === null ? ['Waiting', 'neutral', Clock] : ['Done', 'paid', CircleCheck]
}

const Replay = ({ event: { id, type, subject } }: { event: StripeEvent }) => {
  const replay = useReplay()
  const toast = useToast()
  return (
    <IconButton
      label="Try again"
      aria-label={`Try again, ${eventLabel(type)}, ${subject}`}
      icon={RotateCcw}
      disabled={replay.isPending}
      onClick={() =>
        replay.mutate(id, {
          onSuccess: ({ message }) => toast(message),
          onError: (error) => toast(messageOr(error, 'The event could not be tried again. Please try again.'), { tone: 'failure' }),
        })
      }
    />
  )
}

const EventTable = ({ events, mayReplay }: Props) => (
  <Table
    caption="Events"
    head={
      <>
        <Th>Event</Th>
        <Th>About</Th>
        <Th>Received</Th>
        <Th>Outcome</Th>
        {mayReplay && <ActionsTh />}
      </>
    }
  >
    {events.map((event) => (
      <tr key={event.id}>
        <td>
          <span className={medium}>{eventLabel(event.type)}</span>
          {eventLabel(event.type) !== event.type && <span className={classes(sub, styles.code)}>{event.type}</span>}
        </td>
        <td className={secondary}>
          {subjectLabel(event.subject)}
          <span className={classes(sub, nowrap)}>{event.subject}</span>
        </td>
        <td className={classes(secondary, nowrap)}>{formatMinute(event.receivedAt)}</td>
        <td>
          <Badge content={badgeOf(event)} />
          {event.failure !== null && <span className={sub}>{event.failure}</span>}
        </td>
        {mayReplay && (
          <td>
            <div className={actions}>
              <Replay event={event} />
            </div>
          </td>
        )}
      </tr>
    ))}
  </Table>
)

const EventRows = ({ events, mayReplay }: Props) => (
  <ul>
    {events.map((event) => (
      <ListRow
        key={event.id}
        main={
          <>
            <span className={medium}>{eventLabel(event.type)}</span>
            <span className={classes(small, muted, styles.code)}>{`${subjectLabel(event.subject)} ${event.subject}`}</span>
          </>
        }
        meta={
          <>
            <Badge content={badgeOf(event)} />
            <span className={classes(small, muted)}>{formatMinute(event.receivedAt)}</span>
            {event.failure !== null && <span className={small}>{event.failure}</span>}
          </>
        }
        menu={mayReplay && <Replay event={event} />}
      />
    ))}
  </ul>
)

export const EventsList = ({ events }: { events: StripeEvent[] }) => {
  const Rows = useMedia(tabled) ? EventTable : EventRows
  return <Rows events={events} mayReplay={useMayChange()} />
}
