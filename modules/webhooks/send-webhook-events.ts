import { allEvents } from '../events.ts'
import type { Clock, Instant } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { RecordedEvent, Revision, StreamName } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import { reaction } from '../platform/process.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { WebhookEventData, WebhookEventType } from './contract.ts'
import type { NewDelivery } from './deliveries.ts'
import { KEPT_DAYS } from './values.ts'
import { networkIn, WEBHOOK_CATEGORIES, WEBHOOK_TYPES, type WebhookEvents } from './webhook-events.ts'

/**
 * An event of the log that causes webhook events. `networkId` is null if the event does not contain it: of a bill's
 * events, only the first one does.
 */
type Occurrence = Readonly<{ id: string; stream: StreamName; revision: Revision; position: string; at: Instant; networkId: NetworkId | null }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    /** This task keeps its old name, since jobs that are already queued in databases refer to it. */
    'hand-out-happenings': Readonly<{ occurrences: readonly Occurrence[] }>
    /**
     * Sends 'journal.sealed', which no event in the log causes. `position`: the last event in the log that the seal may
     * cover.
     */
    'hand-out-seal': Readonly<{ networkId: NetworkId; position: string; at: Instant; seal: WebhookEventData<'journal.sealed'> }>
  }
}

const EVENTS_A_JOB = 500
const KEPT_MS = KEPT_DAYS * 86_400_000

const occurrenceOf = ({ id, stream, revision, position, metadata, data }: RecordedEvent): Occurrence => ({
  ...{ id, stream, revision, position: String(position), at: metadata.at },
  networkId: networkIn(data),
})

/**
 * Queues jobs that send the webhook events of new events in the log (R31). The log's older events are skipped: when
 * this process first ran, there were no webhooks yet.
 */
export const sendWebhookEvents = reaction(allEvents, {
  name: 'tell-webhooks-what-happens',
  categories: WEBHOOK_CATEGORIES,
  reactsTo: WEBHOOK_TYPES,
  fromNowOn: true,
  jobsFor: (events) => {
    const occurrences = events.map(occurrenceOf)
    const jobs: Job[] = []
    for (let i = 0; i < occurrences.length; i += EVENTS_A_JOB) {
      const some = occurrences.slice(i, i + EVENTS_A_JOB)
      jobs.push({ task: 'hand-out-happenings', payload: { occurrences: some }, key: `hand-out-happenings/${some[0]?.position}` })
    }
    return jobs
  },
})

/** A webhook, with the positions in the log between which it is or was on. `offSince`: null while it is on. */
type Listening = Readonly<{ id: string; networkId: NetworkId; happenings: readonly WebhookEventType[]; onSince: number; offSince: number | null }>

export type SendDependencies = Readonly<{
  now: Clock
  listening: () => Promise<readonly Listening[]>
  /** Waits until the read models show the webhooks. */
  networksKnown: () => Promise<unknown>
  webhookEventsAt: (stream: StreamName, revision: Revision) => Promise<WebhookEvents | null>
  /** Stores the deliveries that are not stored yet, and queues jobs that send them. */
  addDeliveries: (deliveries: readonly NewDelivery[]) => Promise<void>
}>

type Happened = Readonly<{
  networkId: NetworkId
  eventId: string
  type: WebhookEventType
  at: Instant
  position: string
  data: WebhookEventData<WebhookEventType>
}>

/** Makes one delivery for each webhook that has subscribed to this type. */
const deliveriesTo = (webhooks: readonly Listening[], { networkId, eventId, type, at, position, data }: Happened): NewDelivery[] => {
  const body = JSON.stringify({ id: eventId, type, occurredAt: at, network: networkId, position: Number(position), data })
  return webhooks
    .filter((webhook) => webhook.networkId === networkId && webhook.happenings.includes(type))
    .map(({ id }) => ({ webhookId: id, networkId, eventId, type, position, body }))
}

/** Makes the deliveries of webhook events. A repeated job does not make them a second time. */
export const sendTasks = ({
  now,
  listening,
  networksKnown,
  webhookEventsAt,
  addDeliveries,
}: SendDependencies): Pick<Tasks, 'hand-out-happenings' | 'hand-out-seal'> => {
  const receiversOf = ({ networkId, position }: Occurrence, webhooks: readonly Listening[]): readonly Listening[] =>
    webhooks.filter(
      (webhook) =>
        (networkId === null || webhook.networkId === networkId) &&
        webhook.onSince < Number(position) &&
        (webhook.offSince === null || webhook.offSince > Number(position)),
    )
  const deliveriesOf = async ({ id, stream, revision, position, at }: Occurrence, webhooks: readonly Listening[]): Promise<NewDelivery[]> => {
    const found = await webhookEventsAt(stream, revision)
    if (!found) return []
    const { networkId, webhookEvents } = found
    return webhookEvents.flatMap(({ type, data }) => {
      // A remittance has a webhook event of the same type for each of its bills.
      const of = [...('payorId' in data ? [data.payorId] : ['']), ...(stream.startsWith('remittance-') && 'billId' in data ? [data.billId] : [])]
      const eventId = uuidV5(`happening/${id}/${type}/${of.join('/')}`)
      return deliveriesTo(webhooks, { networkId, eventId, type, at, position, data })
    })
  }
  return {
    'hand-out-happenings': async ({ occurrences }) => {
      await networksKnown()
      const webhooks = await listening()
      // Skips events from before the oldest deliveries that are kept, since their deliveries may have been made and
      // deleted already. A sandbox's clock may be ahead of the real one or behind it.
      const keptSince = Math.min(Date.parse(now()), Date.now()) - KEPT_MS
      const received = occurrences
        .filter(({ at }) => Date.parse(at) > keptSince)
        .map((occurrence) => ({ occurrence, receivers: receiversOf(occurrence, webhooks) }))
        .filter(({ receivers }) => receivers.length > 0)
      // An unreadable event must not hold up the others.
      const made = await Promise.allSettled(received.map(({ occurrence, receivers }) => deliveriesOf(occurrence, receivers)))
      await addDeliveries(made.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
      const failed = made.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
    'hand-out-seal': async ({ networkId, position, at, seal }) => {
      await networksKnown()
      const on = (await listening()).filter(({ offSince }) => offSince === null)
      const eventId = uuidV5(`happening/seal/${networkId}/${seal.day}`)
      await addDeliveries(deliveriesTo(on, { networkId, eventId, type: 'journal.sealed', at, position, data: seal }))
    },
  }
}
