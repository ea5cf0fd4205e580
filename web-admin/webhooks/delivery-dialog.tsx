import type { DeliveryDetails } from '../../modules/webhooks/contract.ts'
import { Loaded } from '../api/loaded.tsx'
import { formatMinuteOf } from '../api/network-clock.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { medium } from '../ui/text.css.ts'
import { useDelivery } from './use-webhooks.ts'
import { lookOfDelivery, meaningOf, outcomeWords, triesWords } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

const Text = ({ label, children }: { label: string; children: string }) => (
  <div>
    <p className={medium}>{label}</p>
    <pre className={styles.sent}>{children}</pre>
  </div>
)

const Details = ({ delivery }: { delivery: DeliveryDetails }) => {
  const { url, headers, body, answer, createdAt } = delivery
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
      <Text label="Sent">{`POST ${url}\n${Object.entries(headers ?? {})
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('')}\n${JSON.stringify(JSON.parse(body), null, 2)}`}</Text>
      {answer !== null && <Text label="Beginning of the answer">{answer === '' ? 'It was empty' : answer}</Text>}
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
