import type { DeliveryDetails } from '../../modules/webhooks/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatMinuteOf } from '../domain/api/network-clock.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { CodeBox } from '../ui/code-box.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDelivery } from './calls.ts'
import { lookOfDelivery, meaningOf, outcomeWords, sentOf, triesWords } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

const Details = ({ delivery }: { delivery: DeliveryDetails }) => {
  const { answer, createdAt } = delivery
  const [state] = lookOfDelivery(delivery)
  return (
    <div className={styles.form}>
      <Facts
        facts={[
          ['State', state],
          ['Outcome', outcomeWords(delivery) || '–'],
          ['Tries', triesWords(delivery)],
          ['Made', formatMinuteOf(createdAt)],
        ]}
      />
      <CodeBox {...sentOf(delivery)} />
      {answer !== null && <CodeBox label="Beginning of the answer" text={answer === '' ? '(empty)' : answer} />}
    </div>
  )
}

type Props = { networkId: string; webhookId: string; delivery: Pick<DeliveryDetails, 'id' | 'type'>; onClose: () => void }

/** What was sent, and what was answered. */
export const DeliveryDialog = ({ networkId, webhookId, delivery: { id, type }, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={meaningOf(type)}
    subject={<span className={styles.code}>{type}</span>}
    foot={
      <Button data-safe onClick={onClose}>
        Close
      </Button>
    }
  >
    <Loaded
      query={useDelivery(networkId, webhookId, id)}
      loading="Loading the delivery..."
      rows={4}
      failed="Failed to load the delivery"
      action="view"
      thing="delivery"
    >
      {(found) => <Details delivery={found} />}
    </Loaded>
  </Dialog>
)
