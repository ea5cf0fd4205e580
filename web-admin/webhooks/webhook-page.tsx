import { CircleCheck, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import type { Delivery, Webhook } from '../../modules/webhooks/contract.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { useUser } from '../domain/session/session.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { SelectField } from '../ui/field.tsx'
import { filters } from '../ui/filters.css.ts'
import { PageHead } from '../ui/page-head.tsx'
import { pageOf } from '../ui/page-of.ts'
import { Paged } from '../ui/paged.tsx'
import { changed } from '../ui/search-params.ts'
import { hidden } from '../ui/text.css.ts'
import { useDeliveries, useWebhooks } from './calls.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { useAsking } from './webhook-asking.tsx'
import { WebhookMenu } from './webhook-list.tsx'
import { lookOfWebhook, stateWords } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

const BACK = '/settings/webhooks'
const back = <BackLink href={BACK}>Back to Webhooks</BackLink>

type Props = { networkId: string; webhook: Webhook }

const DeliveriesOf = ({ networkId, webhook: { id } }: Props) => {
  const mayReplay = useMayChange()
  const [address, setAddress] = useSearchParams()
  const [opened, setOpened] = useState<Delivery | null>(null)
  const state = address.get('show') === 'failed' ? 'failed' : 'all'
  const deliveries = useDeliveries(networkId, id, pageOf(address), state)
  return (
    <>
      <h2 className={hidden}>Deliveries</h2>
      <search className={filters}>
        <SelectField
          bare
          label="Show"
          value={state}
          onChange={({ target: { value } }) => setAddress(changed(address, { show: value === 'failed' ? value : null, page: null }))}
        >
          <option value="all">All deliveries</option>
          <option value="failed">Failed deliveries</option>
        </SelectField>
      </search>
      <Loaded query={deliveries} loading="Loading deliveries..." rows={6} failed="Failed to load deliveries" action="load" thing="delivery">
        {(list) => (
          <Paged
            list={list}
            onPage={(page) => setAddress(changed(address, { page: page === 1 ? null : String(page) }))}
            of="deliveries"
            paper={[state === 'failed' ? 'Failed deliveries' : 'All deliveries', 'Order: Newest first']}
            empty={
              <EmptyState level={3} icon={CircleCheck} title={state === 'failed' ? 'Nothing has failed' : 'Nothing was sent yet'}>
                {state === 'failed'
                  ? 'What is not taken is sent again for about three days. What then has failed for good stands here.'
                  : 'What happens from now on stands here as it is sent. A test shows at once whether it arrives.'}
              </EmptyState>
            }
          >
            {(rows) => <DeliveryList {...{ networkId, webhookId: id, mayReplay }} deliveries={rows} onOpen={setOpened} />}
          </Paged>
        )}
      </Loaded>
      {opened && <DeliveryDialog networkId={networkId} webhookId={id} delivery={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const Sending = ({ networkId, webhook: { id, isOn }, onTest }: Props & { onTest: () => void }) => {
  const [isReplaying, setReplaying] = useState(false)
  const failed = useDeliveries(networkId, id, 1, 'failed').data?.pagination.totalItems
  const off = isOn ? undefined : 'The webhook is off'
  return (
    <div className={styles.buttons}>
      <Button icon={Send} unavailable={off} onClick={onTest}>
        Send a Test
      </Button>
      <Button icon={RotateCcw} unavailable={off ?? (failed === 0 ? 'Nothing has failed' : undefined)} onClick={() => setReplaying(true)}>
        Send Failed Again
      </Button>
      {isReplaying && <ReplayDialog networkId={networkId} webhookId={id} onClose={() => setReplaying(false)} />}
    </div>
  )
}

const Detail = ({ networkId, webhook }: Props) => {
  const mayChange = useMayChange()
  const [, go] = useLocation()
  const { ask, dialogs } = useAsking(networkId, () => go(BACK))
  const said = stateWords(webhook)
  return (
    <>
      <PageHead
        title={webhook.name}
        back={back}
        actions={
          <>
            <Badge look={lookOfWebhook(webhook)} />
            {mayChange && <WebhookMenu webhook={webhook} onAsk={ask} />}
          </>
        }
      >
        <span className={styles.code}>{webhook.url}</span>
      </PageHead>
      {said !== null && (!webhook.isOn || webhook.failingSince !== null) && (
        <Banner tone="warning" silent className={styles.above}>
          {said}.
        </Banner>
      )}
      {mayChange && <Sending networkId={networkId} webhook={webhook} onTest={() => ask('testing', webhook)} />}
      <DeliveriesOf networkId={networkId} webhook={webhook} />
      {dialogs}
    </>
  )
}

const OverseenWebhook = ({ networkId, id }: { networkId: string; id: string }) => {
  const webhooks = useWebhooks(networkId)
  const webhook = webhooks.data?.find((one) => one.id === id)
  if (webhook) return <Detail networkId={networkId} webhook={webhook} />
  return (
    <>
      <PageHead title="Webhook" back={back} />
      <Loaded query={webhooks} loading="Loading the webhook..." rows={6} failed="Failed to load the webhook" action="view" thing="webhook" level={2}>
        {() => (
          <ErrorState level={2} title="Webhook not found">
            It was removed, or belongs to another network.
          </ErrorState>
        )}
      </Loaded>
    </>
  )
}

/** A webhook with the log of its deliveries. */
export const WebhookPage = () => {
  const { id } = useParams<{ id: string }>()
  const network = useUser()?.network
  if (!useOversees() || !network) return <NotAllowed title="Webhook" back={back} action="view" thing="network" />
  return <OverseenWebhook key={network.id} networkId={network.id} id={id} />
}
