import { z } from 'zod'
import { Instant, LocalDate } from '../kernel/date-schemas.ts'
import { BillId, NetworkId, PaymentId, PayorId, ProgramId } from '../kernel/ids.ts'
import { receiptMethods } from '../kernel/receipt-methods.ts'
import { INVISIBLE, isVisible } from '../kernel/visible.ts'
import { AsOf, listOf, PageQuery } from '../shared/api.ts'
import { TEST, webhookEventTypes } from './values.ts'

const Cents = z.number().int()
const ofBill = {
  billId: BillId,
  programId: ProgramId,
  payorId: PayorId,
  currency: z.literal('USD'),
  /** What is still open on the bill; 0 once it is archived. */
  balanceCents: Cents.meta({ example: 8_000 }),
}
const Bill = z.object({ ...ofBill, amountCents: Cents })
const Claim = z.object({ ...ofBill, claimId: z.string() })
const ofPayment = { ...ofBill, paymentId: PaymentId }
/** `amountCents`: so much of the payment; `appliedCents`: so much of that concerns this bill, the rest is unapplied credit. */
const Movement = z.object({ ...ofPayment, amountCents: Cents, appliedCents: Cents.meta({ example: 4_000 }) })
const Credit = z.object({ ...ofPayment, amountCents: Cents, fromBillId: BillId })
const Program = z.object({ programId: ProgramId })
const Payor = z.object({ payorId: PayorId })
const KnownPayor = Payor.extend({ kind: z.enum(['individual', 'congregation']) })

/** The `data` of each type of webhook event: ids, cents, days and methods, never a name, an address or a text. Fields may be added. */
export const webhookEventData = {
  'bill.issued': Bill.extend({ dueDate: LocalDate }),
  'bill.amount_changed': Bill,
  'bill.paid': Bill,
  'bill.reopened': Bill,
  'bill.archived': Bill.extend({ waivedCents: Cents.meta({ example: 8_000 }) }),
  'bill.restored': Bill,
  'payment.claimed': Claim.extend({ method: z.enum(receiptMethods) }),
  'payment.claim_withdrawn': Claim,
  'payment.not_received': Claim,
  'payment.recorded': Movement.extend({ method: z.enum(receiptMethods).nullable(), receivedOn: LocalDate.nullable() }),
  'payment.reversed': Movement,
  'payment.fee_noted': z.object({ ...ofPayment, feeCents: Cents.meta({ example: 146 }), netCents: Cents.meta({ example: 3_854 }) }),
  'payment.debit_started': Bill,
  'payment.debit_failed': z.object(ofBill),
  'payment.refunded': Movement.extend({ refundId: z.string() }),
  'payment.refund_failed': Movement.extend({ refundId: z.string() }),
  'payment.disputed': Movement.extend({ disputeId: z.string() }),
  'payment.dispute_won': Movement.extend({ disputeId: z.string() }),
  'payment.dispute_lost': z.object({ ...ofPayment, disputeId: z.string() }),
  'credit.applied': Credit,
  'credit.taken_back': Credit,
  'credit.refunded': z.object({ ...ofPayment, amountCents: Cents, refundId: z.string() }),
  'payor.entered': KnownPayor,
  'payor.changed': KnownPayor,
  'payor.forgotten': Payor,
  'program.created': Program,
  'program.changed': Program,
  'program.activated': Program,
  'program.completed': Program,
  'program.archived': Program,
  'campaign.launched': Program,
  'campaign.failed': Program,
  'campaign.paused': Program,
  'campaign.resumed': Program,
  'campaign.completed': Program,
  'campaign.reopened': Program,
  /** `size`: so many entries had the journal by the end of the day. `note`: the seal, which verifiers take beside a pack. */
  'journal.sealed': z.object({ day: LocalDate, size: z.number().int(), note: z.string() }),
} as const satisfies Readonly<Record<WebhookEventType, z.ZodObject>>

export const WebhookEventType = z.enum(webhookEventTypes)
export type WebhookEventType = z.infer<typeof WebhookEventType>
export type WebhookEventData<Type extends WebhookEventType> = z.infer<(typeof webhookEventData)[Type]>

/** A webhook event, as an event of the log declares that it leads to it. */
export const webhookEvent = <Type extends WebhookEventType>(type: Type, data: WebhookEventData<Type>) => [{ type, data }] as const

type OfPrograms = Extract<WebhookEventType, `program.${string}` | `campaign.${string}`>
/** The webhook event that an event of a program or its campaign leads to. */
export const ofProgram =
  (type: OfPrograms) =>
  ({ programId }: WebhookEventData<OfPrograms>) =>
    webhookEvent(type, { programId })

/** What is sent, around the `data` of its kind. */
export const bodyOf = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    /** The same in every delivery and to every webhook. */
    id: z.uuid(),
    type: z.literal(type),
    occurredAt: Instant,
    network: NetworkId,
    /** Greater than that of whatever happened before in the network; it has gaps. */
    position: z.number().int(),
    data,
  })

const NAME = 'Name is required'
const ADDRESS = 'Enter an address that begins with https://'

/** Whether a port of an address is one of web servers: 443, or one that no system service has. */
const isFittingPort = ({ port }: URL): boolean => port === '' || port === '443' || Number(port) >= 1024

/** Whether it is public is not asked here, but each time before something is sent to it. */
const Address = z
  .string({ error: ADDRESS })
  .trim()
  .max(500, 'The address must be 500 characters or less')
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), { message: ADDRESS, abort: true })
  .transform((text) => new URL(text))
  .refine(({ username, password }) => username === '' && password === '', 'The address must hold no user name or password')
  .refine(isFittingPort, 'The port must be 443, or 1024 and above')
  .transform((url) => {
    url.hash = ''
    return url.href
  })

export const NewWebhook = z.object({
  name: z.string({ error: NAME }).trim().min(1, NAME).max(60, 'Name must be 60 characters or less').refine(isVisible, INVISIBLE),
  url: Address,
  happenings: z
    .array(WebhookEventType, 'Choose what it is told of')
    .min(1, 'Choose what it is told of')
    .transform((types) => webhookEventTypes.filter((type) => types.includes(type))),
})
export type NewWebhook = z.input<typeof NewWebhook>

/** What is left out stays as it is, whatever others have made of it meanwhile. */
export const WebhookChange = NewWebhook.extend({ isOn: z.boolean('Choose whether it is on') })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what is to change')
export type WebhookChange = z.input<typeof WebhookChange>

/** Why a webhook was turned off by itself: it answered 410, or took nothing for three days. */
export const OffBecause = z.enum(['gone', 'failing'])
export type OffBecause = z.infer<typeof OffBecause>

/** One that was not removed. */
export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  happenings: z.array(WebhookEventType),
  isOn: z.boolean(),
  offBecause: OffBecause.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  /** Until when the secret that was replaced signs, too. */
  earlierSecretUntil: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  /** Since when it has taken nothing, while it does not. */
  failingSince: Instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** The answer that holds a webhook's secret, once and nowhere else. */
export const WebhookSecret = z.object({ id: z.uuid(), secret: z.string() })
export type WebhookSecret = z.infer<typeof WebhookSecret>

/** Why nothing was taken: the answer's status, or why there was none. */
export const Problem = z.enum(['status', 'redirect', 'timeout', 'no-host', 'not-public', 'no-connection', 'tls', 'off'])
export type Problem = z.infer<typeof Problem>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const Delivery = z.object({
  id: z.uuid(),
  type: z.union([WebhookEventType, z.literal(TEST)]),
  state: DeliveryState,
  createdAt: Instant,
  /** Since it was made, or sent again by an Admin. */
  tries: z.number().int(),
  triedAt: Instant.nullable(),
  /** The status of the last answer. */
  status: z.number().int().nullable(),
  problem: Problem.nullable(),
  /** Milliseconds that the last try took. */
  tookMs: z.number().int().nullable(),
  nextTryAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>
export const Deliveries = listOf(Delivery)
export type Deliveries = z.infer<typeof Deliveries>

/** With what was sent, and the beginning of what was answered. */
export const DeliveryDetails = Delivery.extend({
  /** Where it was last sent to; null until it is. */
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  body: z.string(),
  answer: z.string().nullable(),
})
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

export const DeliveriesQuery = PageQuery.extend({ state: z.enum(['failed', 'all']).default('all') })

/** Sends everything again that was made since a moment and has failed. */
export const Replay = z.object({ since: AsOf })
export const Replayed = z.object({ replayed: z.number().int() })
export type Replayed = z.infer<typeof Replayed>
