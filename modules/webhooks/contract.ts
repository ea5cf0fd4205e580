import { z } from 'zod'
import { planChoosers } from '../bills/values.ts'
import { Instant, LocalDate } from '../kernel/date-schemas.ts'
import { BillId, DepositId, NetworkId, PaymentId, PayorId, ProfileId, ProgramId } from '../kernel/ids.ts'
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
  /** The bill's balance; 0 if it is archived. */
  balanceCents: Cents.meta({ example: 8_000 }),
}
const Bill = z.object({ ...ofBill, amountCents: Cents })
const Claim = z.object({ ...ofBill, claimId: z.string() })
const ofPayment = { ...ofBill, paymentId: PaymentId }
/** `amountCents`: the amount that moved. `appliedCents`: the part of it for this bill; the rest is credit. */
const Movement = z.object({ ...ofPayment, amountCents: Cents, appliedCents: Cents.meta({ example: 4_000 }) })
const Credit = z.object({ ...ofPayment, amountCents: Cents, fromBillId: BillId })
const ofDeposit = { depositId: DepositId, paymentProfileId: ProfileId }
const Program = z.object({ programId: ProgramId })
const Payor = z.object({ payorId: PayorId })
const KnownPayor = Payor.extend({ kind: z.enum(['individual', 'congregation']) })

/**
 * The `data` of each type of webhook event. It has ids, cents, days and methods, but never a name, an address or a
 * text. Fields may be added.
 */
export const webhookEventData = {
  'bill.issued': Bill.extend({ dueDate: LocalDate }),
  'bill.amount_changed': Bill,
  'bill.paid': Bill,
  'bill.reopened': Bill,
  'bill.archived': Bill.extend({ waivedCents: Cents.meta({ example: 8_000 }) }),
  'bill.restored': Bill,
  'plan.chosen': z.object({
    ...ofBill,
    count: z.number().int().meta({ example: 4 }),
    parts: z.array(z.object({ amountCents: Cents.meta({ example: 2_000 }), dueDate: LocalDate })),
    chosenBy: z.enum(planChoosers),
  }),
  'plan.cancelled': z.object(ofBill),
  'payment.claimed': Claim.extend({ method: z.enum(receiptMethods) }),
  'payment.claim_withdrawn': Claim,
  'payment.not_received': Claim,
  'payment.recorded': Movement.extend({ method: z.enum(receiptMethods).nullable(), receivedOn: LocalDate.nullable() }),
  'remittance.recorded': z.object({
    remittanceId: PaymentId,
    /** The payer; null if unknown. */
    payorId: PayorId.nullable(),
    currency: z.literal('USD'),
    amountCents: Cents,
    method: z.enum(receiptMethods),
    receivedOn: LocalDate.nullable(),
    allocations: z.array(z.object({ billId: BillId, paymentId: PaymentId, amountCents: Cents, appliedCents: Cents.meta({ example: 4_000 }) })),
  }),
  'deposit.closed': z.object({
    ...ofDeposit,
    day: LocalDate,
    currency: z.literal('USD'),
    /** The number of payments in it, and their sum. */
    count: Cents.meta({ example: 12 }),
    totalCents: Cents.meta({ example: 240_000 }),
  }),
  'deposit.reopened': z.object(ofDeposit),
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
  /**
   * `size`: the number of the journal's entries up to the end of the day. `note`: the seal, with which a pack can be
   * verified.
   */
  'journal.sealed': z.object({ day: LocalDate, size: z.number().int(), note: z.string() }),
} as const satisfies Readonly<Record<WebhookEventType, z.ZodObject>>

export const WebhookEventType = z.enum(webhookEventTypes)
export type WebhookEventType = z.infer<typeof WebhookEventType>
export type WebhookEventData<Type extends WebhookEventType> = z.infer<(typeof webhookEventData)[Type]>

/** Makes a webhook event; for the `webhook` of an event's declaration. */
export const webhookEvent = <Type extends WebhookEventType>(type: Type, data: WebhookEventData<Type>) => [{ type, data }] as const

type OfPrograms = Extract<WebhookEventType, `program.${string}` | `campaign.${string}`>
/** Makes the webhook event of a program's or campaign's event. */
export const ofProgram =
  (type: OfPrograms) =>
  ({ programId }: WebhookEventData<OfPrograms>) =>
    webhookEvent(type, { programId })

/** The whole message, with the `data` of its type. */
export const bodyOf = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    /** The same in all deliveries, and for all webhooks. */
    id: z.uuid(),
    type: z.literal(type),
    occurredAt: Instant,
    network: NetworkId,
    /** Grows with each webhook event of the network, with gaps. */
    position: z.number().int(),
    data,
  })

const NAME = 'Name is required'
const ADDRESS = 'Enter an address that begins with https://'

/** True for a web server's port: 443, or a port that no system service uses. */
const isFittingPort = ({ port }: URL): boolean => port === '' || port === '443' || Number(port) >= 1024

/** Each delivery checks that the address is public. */
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
    .array(WebhookEventType, 'Choose at least one type of event')
    .min(1, 'Choose at least one type of event')
    .transform((types) => webhookEventTypes.filter((type) => types.includes(type))),
})
export type NewWebhook = z.input<typeof NewWebhook>

/** A missing field stays as it is, so that a concurrent change of it is kept. */
export const WebhookChange = NewWebhook.extend({ isOn: z.boolean('Choose whether it is on') })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Include at least one field to change')
export type WebhookChange = z.input<typeof WebhookChange>

/** The reason why a webhook was turned off automatically: it answered 410, or accepted nothing for three days. */
export const OffBecause = z.enum(['gone', 'failing'])
export type OffBecause = z.infer<typeof OffBecause>

/** A webhook of the network. Removed ones are not shown. */
export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  happenings: z.array(WebhookEventType),
  isOn: z.boolean(),
  offBecause: OffBecause.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  /** The time until which messages are also signed with the replaced secret. */
  earlierSecretUntil: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  /** Present while the webhook accepts nothing: the start of the failure. */
  failingSince: Instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** A webhook with its secret, which no other answer contains. */
export const WebhookSecret = z.object({ id: z.uuid(), secret: z.string() })
export type WebhookSecret = z.infer<typeof WebhookSecret>

/** Why a try failed: `status` and `redirect` name the answer; all others say why there was no answer. */
export const Problem = z.enum(['status', 'redirect', 'timeout', 'no-host', 'not-public', 'no-connection', 'tls', 'off'])
export type Problem = z.infer<typeof Problem>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const Delivery = z.object({
  id: z.uuid(),
  type: z.union([WebhookEventType, z.literal(TEST)]),
  state: DeliveryState,
  createdAt: Instant,
  /** The number of tries since the delivery was created, or since an Admin last replayed it. */
  tries: z.number().int(),
  triedAt: Instant.nullable(),
  status: z.number().int().nullable(),
  problem: Problem.nullable(),
  /** Duration of the last try in milliseconds. */
  tookMs: z.number().int().nullable(),
  nextTryAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>
export const Deliveries = listOf(Delivery)
export type Deliveries = z.infer<typeof Deliveries>

/** A delivery with the request and the beginning of the answer. */
export const DeliveryDetails = Delivery.extend({
  /** The address of the last try; null before the first. */
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  body: z.string(),
  answer: z.string().nullable(),
})
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

export const DeliveriesQuery = PageQuery.extend({ state: z.enum(['failed', 'all']).default('all') })

/** Replays all failed deliveries that were made since a moment. */
export const Replay = z.object({ since: AsOf })
export const Replayed = z.object({ replayed: z.number().int() })
export type Replayed = z.infer<typeof Replayed>
