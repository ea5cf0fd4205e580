import { CircleCheck, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { dayNamed } from '../../modules/kernel/dates.ts'
import type { Delivery, DeliveryDetails, Webhook } from '../../modules/webhooks/contract.ts'
import { KEPT_DAYS } from '../../modules/webhooks/values.ts'
import { messageOr } from '../domain/api/error-message.ts'
import { Loaded } from '../domain/api/loaded.tsx'
import { formatMinuteOf, startOfDayOf, today } from '../domain/api/network-clock.ts'
import { useMayChange, useOversees } from '../domain/session/may-change.ts'
import { NotAllowed } from '../domain/session/not-allowed.tsx'
import { useUser } from '../domain/session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/card.tsx'
import { CodeBox } from '../ui/code-box.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { filters } from '../ui/filters.css.ts'
import { changed, pageOf } from '../ui/list-params.ts'
import { BackLink, PageHead } from '../ui/page-head.tsx'
import { Paged } from '../ui/paged.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { hidden } from '../ui/text.css.ts'
import { useToast } from '../ui/toast.tsx'
import { useDeliveries, useDelivery, useReplayFailed, useWebhooks } from './calls.ts'
import { DeliveryList } from './delivery-list.tsx'
import { useAsking } from './webhook-asking.tsx'
import { WebhookMenu } from './webhook-list.tsx'
import { badgeOfDelivery, badgeOfWebhook, meaningOf, outcomeWords, sentOf, stateWords, triesWords } from './webhook-words.ts'
import * as styles from './webhooks.css.ts'

const Details = ({ delivery }: { delivery: DeliveryDetails }) => {
  const { answer, createdAt } = delivery
  const [state] = badgeOfDelivery(delivery)
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

type DeliveryDialogProps = { networkId: string; webhookId: string; delivery: Pick<DeliveryDetails, 'id' | 'type'>; onClose: () => void }

/** The request and the answer of one delivery. */
const DeliveryDialog = ({ networkId, webhookId, delivery: { id, type }, onClose }: DeliveryDialogProps) => (
  <Dialog open onOpenChange={onClose} title={meaningOf(type)} subject={<span className={styles.code}>{type}</span>} close="Close">
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

type ReplayDialogProps = { networkId: string; webhookId: string; onClose: () => void }

/** Resends all deliveries that have failed since a chosen day. */
const ReplayDialog = ({ networkId, webhookId, onClose }: ReplayDialogProps) => {
  const toast = useToast()
  const replay = useReplayFailed(networkId, webhookId)
  const [day, setDay] = useState<string>(today())
  const since = dayNamed(day)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Send failed deliveries again?"
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
                ? 'Only tests have failed since then'
                : `${replayed} ${replayed === 1 ? 'delivery is' : 'deliveries are'} being sent again`,
            )
            onClose()
          },
        })
      }
    >
      Each keeps its id, so your software can skip those that it already has. Tests are not sent again. The log goes back {KEPT_DAYS} days.
    </ConfirmDialog>
  )
}

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
                  ? 'A rejected delivery is sent again for about three days. If it still fails, it is listed here.'
                  : 'Deliveries are listed here from now on. A test shows at once whether one arrives.'}
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
            <Badge content={badgeOfWebhook(webhook)} />
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

/** A webhook with its deliveries. */
export const WebhookPage = () => {
  const { id } = useParams<{ id: string }>()
  const network = useUser()?.network
  if (!useOversees() || !network) return <NotAllowed title="Webhook" back={back} action="view" thing="network" />
  return <OverseenWebhook key={network.id} networkId={network.id} id={id} />
}
