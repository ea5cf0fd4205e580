import { RotateCcw } from 'lucide-react'
import type { Delivery } from '../../modules/webhooks/contract.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { formatMinuteOf } from '../domain/api/network-clock.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton, PlainButton } from '../ui/button.tsx'
import { ListRow } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { tabled } from '../ui/media.ts'
import { actions, sub } from '../ui/table.css.ts'
import { ActionsTh, Table, Th } from '../ui/table.tsx'
import { muted, nowrap, secondary, small } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useReplayDelivery } from './calls.ts'
import { badgeOfDelivery, meaningOf, outcomeWords, triesWords } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

type Props = {
  networkId: string
  webhookId: string
  deliveries: Delivery[]
  mayReplay: boolean
  onOpen: (delivery: Delivery) => void
}

const Replay = ({ networkId, webhookId, delivery: { id, type, createdAt } }: Pick<Props, 'networkId' | 'webhookId'> & { delivery: Delivery }) => {
  const replay = useReplayDelivery(networkId, webhookId)
  const toast = useToast()
  return (
    <IconButton
      label="Send again"
      aria-label={`Send again, ${type}, ${formatMinuteOf(createdAt)}`}
      icon={RotateCcw}
      disabled={replay.isPending}
      onClick={() =>
        replay.mutate(id, {
          onSuccess: () => toast('It is being sent again'),
          onError: (error) => toast(messageOr(error, 'It could not be sent again. Please try again.'), { tone: 'failure' }),
        })
      }
    />
  )
}

const What = ({ delivery, onOpen }: { delivery: Delivery; onOpen: Props['onOpen'] }) => (
  <>
    <PlainButton onClick={() => onOpen(delivery)}>{meaningOf(delivery.type)}</PlainButton>
    <span className={classes(sub, styles.code)}>{delivery.type}</span>
  </>
)

const DeliveryTable = ({ deliveries, onOpen, mayReplay, ...of }: Props) => (
  <Table
    caption="Deliveries"
    head={
      <>
        <Th>Event</Th>
        <Th>When</Th>
        <Th>Outcome</Th>
        <Th>Tries</Th>
        {mayReplay && <ActionsTh />}
      </>
    }
  >
    {deliveries.map((delivery) => (
      <tr key={delivery.id}>
        <td>
          <What delivery={delivery} onOpen={onOpen} />
        </td>
        <td className={classes(secondary, nowrap)}>{formatMinuteOf(delivery.createdAt)}</td>
        <td>
          <Badge content={badgeOfDelivery(delivery)} />
          <span className={sub}>{outcomeWords(delivery)}</span>
        </td>
        <td className={secondary}>{triesWords(delivery)}</td>
        {mayReplay && (
          <td>
            <div className={actions}>
              <Replay {...of} delivery={delivery} />
            </div>
          </td>
        )}
      </tr>
    ))}
  </Table>
)

const DeliveryRows = ({ deliveries, onOpen, mayReplay, ...of }: Props) => (
  <ul aria-label="Deliveries">
    {deliveries.map((delivery) => (
      <ListRow
        key={delivery.id}
        main={
          <div>
            <What delivery={delivery} onOpen={onOpen} />
          </div>
        }
        meta={
          <>
            <Badge content={badgeOfDelivery(delivery)} />
            <span className={classes(small, muted)}>{`${formatMinuteOf(delivery.createdAt)} · ${triesWords(delivery)}`}</span>
            {outcomeWords(delivery) !== '' && <span className={small}>{outcomeWords(delivery)}</span>}
          </>
        }
        menu={mayReplay && <Replay {...of} delivery={delivery} />}
      />
    ))}
  </ul>
)

export const DeliveryList = (props: Props) => {
  const Rows = useMedia(tabled) ? DeliveryTable : DeliveryRows
  return <Rows {...props} />
}
