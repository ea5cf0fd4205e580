import { type BillAround, type BillEvent, billStream, moved, withAmount } from '../bills/events.ts'
import { type AnyEvent, allEvents, eventsByCategory } from '../events.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import { type EventTable, readBy } from '../kernel/events.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { type Category, type EventStore, isQuarantined, type Revision, type StreamName } from '../platform/event-store/event-store.ts'
import type { RemittanceEvent } from '../remittances/events.ts'
import { type WebhookEventData, type WebhookEventType, webhookEvent } from './contract.ts'

type WebhookEvent = { [Type in WebhookEventType]: Readonly<{ type: Type; data: WebhookEventData<Type> }> }[WebhookEventType]
type Webhook = ((data: object, around: BillAround | null) => readonly WebhookEvent[]) | null

const webhookOf = (type: string): Webhook => ((Object.hasOwn(allEvents, type) && allEvents[type]?.webhook) || null) as Webhook

const typesIn = (table: EventTable): string[] => Object.keys(table).filter((type) => webhookOf(type))
export const WEBHOOK_TYPES: readonly string[] = typesIn(allEvents)
export const WEBHOOK_CATEGORIES = (Object.keys(eventsByCategory) as Category[]).filter((category) => typesIn(eventsByCategory[category]).length > 0)

type AroundBill = BillAround & Readonly<{ event: BillEvent }>

const webhookEventsOf = ({ type, data }: DomainEvent, around: BillAround | null): readonly WebhookEvent[] => webhookOf(type)?.(data, around) ?? []

/** Adds a webhook event if the bill has become paid, or is open again. */
const settling = (around: AroundBill): readonly WebhookEvent[] => {
  const { before, after, event } = around
  if (!before || before.isPaid === after.isPaid || event.type === 'BillArchived' || event.type === 'BillUnarchived') return []
  return webhookEvent(after.isPaid ? 'bill.paid' : 'bill.reopened', withAmount(around))
}

export type WebhookEvents = Readonly<{ networkId: NetworkId; webhookEvents: readonly WebhookEvent[] }>

/**
 * The webhook events of a remittance and of its allocations. The bills' own events came earlier, when the remittance
 * might still have been refused.
 */
const ofRemittance = async (
  event: Extract<RemittanceEvent, { type: 'RemittanceRecorded' }>,
  { store, billAround }: WebhookEventsDependencies,
): Promise<readonly WebhookEvent[]> => {
  const { allocations, method, receivedOn } = event.data
  const ofBills = await Promise.all(
    allocations.map(async ({ billId, paymentId, amount, applied }) => {
      const stream = billStream(billId)
      const held = (await store.read(stream)).find(({ type, data }) => type === 'PaymentHeld' && data.paymentId === paymentId)
      const around = held ? await billAround(stream, held.revision) : null
      return around
        ? [
            ...webhookEvent('payment.recorded', { ...moved({ paymentId, applied, unapplied: amount - applied }, around), method, receivedOn }),
            ...settling(around),
          ]
        : []
    }),
  )
  return [...webhookEventsOf(event, null), ...ofBills.flat()]
}

export type WebhookEventsDependencies = Readonly<{
  store: Pick<EventStore, 'read'>
  billAround: (stream: StreamName, revision: Revision) => Promise<AroundBill | null>
}>

/**
 * The webhook events that an event of the log causes, with its network; null if the event is quarantined. @throws Error
 * for an unreadable event: its webhook events are sent once it is readable or quarantined.
 */
export const webhookEventsAt =
  ({ store, billAround }: WebhookEventsDependencies) =>
  async (stream: StreamName, revision: Revision): Promise<WebhookEvents | null> => {
    if (stream.startsWith('bill-')) {
      const around = await billAround(stream, revision)
      return around && { networkId: around.terms.networkId, webhookEvents: [...webhookEventsOf(around.event, around), ...settling(around)] }
    }
    const events = await store.read(stream)
    const event = events[revision]
    const networkId = networkIn(event?.data) ?? networkIn(events[0]?.data)
    if (event?.unfolded) throw new Error('the event cannot be read yet')
    if (!event || !networkId || isQuarantined(event)) return null
    const known = readBy(allEvents)([event])[0] as AnyEvent | undefined
    if (known?.type === 'RemittanceRecorded') return { networkId, webhookEvents: await ofRemittance(known, { store, billAround }) }
    return { networkId, webhookEvents: known ? webhookEventsOf(known, null) : [] }
  }

export const networkIn = (data: Readonly<Record<string, unknown>> | undefined): NetworkId | null => (data?.networkId as NetworkId | undefined) ?? null
