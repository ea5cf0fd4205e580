import { z } from 'zod'
import { listOf, PageQuery } from '../kernel/api.ts'
import { Instant, LocalDate } from '../kernel/dates.ts'
import { BillId, MemberId, NetworkId, PaymentId, ProgramId } from '../kernel/ids.ts'
import { receiptMethods } from '../kernel/receipt-methods.ts'

export const WEBHOOKS_MAX = 10
/** How long the secret that was replaced signs beside the new one. */
export const EARLIER_SECRET_HOURS = 24
/** How long deliveries are kept. */
export const KEPT_DAYS = 30

const Cents = z.number().int()
const ofBill = {
  billId: BillId,
  programId: ProgramId,
  payorId: MemberId,
  currency: z.literal('USD'),
  /** What is still open on the bill; 0 once it is archived. */
  balanceCents: Cents,
}
const Bill = z.object({ ...ofBill, amountCents: Cents })
const Claim = z.object({ ...ofBill, claimId: z.string() })
const ofPayment = { ...ofBill, paymentId: PaymentId }
/** `amountCents`: so much of the payment; `appliedCents`: so much of that concerns this bill, the rest is unapplied credit. */
const Movement = z.object({ ...ofPayment, amountCents: Cents, appliedCents: Cents })
const Credit = z.object({ ...ofPayment, amountCents: Cents, fromBillId: BillId })
const Program = z.object({ programId: ProgramId })
const Payor = z.object({ payorId: MemberId })
const KnownPayor = Payor.extend({ kind: z.enum(['individual', 'congregation']) })

/**
 * The kinds of happenings that webhooks tell of, each with its meaning and the `data` that comes with it: ids, cents, days and methods, never a
 * name, an address or a text. A kind stays what it is for ever; fields may be added.
 */
export const happenings = {
  'bill.issued': { means: 'A payor has a new bill', data: Bill.extend({ dueDate: LocalDate }) },
  'bill.amount_changed': { means: "A bill's amount has changed", data: Bill },
  'bill.paid': { means: 'Nothing is open on a bill any more', data: Bill },
  'bill.reopened': { means: 'A bill that was paid is open again', data: Bill },
  'bill.archived': { means: 'A bill was archived, and its balance waived', data: Bill.extend({ waivedCents: Cents }) },
  'bill.restored': { means: 'An archived bill is back', data: Bill },
  'payment.claimed': {
    means: 'A payor says that they have sent a payment',
    data: Claim.extend({ method: z.enum(receiptMethods) }),
  },
  'payment.claim_withdrawn': { means: 'A payor has taken that back', data: Claim },
  'payment.not_received': { means: 'A payment that a payor has sent did not arrive', data: Claim },
  'payment.recorded': {
    means: 'Money has come for a bill',
    data: Movement.extend({ method: z.enum(receiptMethods).nullable(), receivedOn: LocalDate.nullable() }),
  },
  'payment.reversed': { means: 'A payment was recorded wrongly, or did not hold', data: Movement },
  'payment.fee_noted': { means: 'What Stripe keeps of a payment is known', data: z.object({ ...ofPayment, feeCents: Cents, netCents: Cents }) },
  'payment.debit_started': { means: 'A bank debit is under way', data: Bill },
  'payment.debit_failed': { means: 'A bank debit came back', data: z.object(ofBill) },
  'payment.refunded': { means: 'Money of a payment was paid back', data: Movement.extend({ refundId: z.string() }) },
  'payment.refund_failed': { means: 'A refund did not arrive', data: Movement.extend({ refundId: z.string() }) },
  'payment.disputed': { means: "The payor's bank has taken a payment back", data: Movement.extend({ disputeId: z.string() }) },
  'payment.dispute_won': { means: 'A disputed payment is back', data: Movement.extend({ disputeId: z.string() }) },
  'payment.dispute_lost': { means: 'A disputed payment is lost', data: z.object({ ...ofPayment, disputeId: z.string() }) },
  'credit.applied': { means: 'Credit of another bill settles some of a bill', data: Credit },
  'credit.taken_back': { means: 'Credit was taken back from a bill', data: Credit },
  'credit.refunded': { means: 'Unapplied credit was paid back', data: z.object({ ...ofPayment, amountCents: Cents, refundId: z.string() }) },
  'payor.entered': { means: 'A payor was entered, by hand or by an upload', data: KnownPayor },
  'payor.changed': { means: "A payor's details have changed", data: KnownPayor },
  'payor.forgotten': { means: 'A payor was forgotten: forget them, too', data: Payor },
  'program.created': { means: 'A program was created', data: Program },
  'program.changed': { means: 'The terms of a program have changed', data: Program },
  'program.activated': { means: 'A program is active', data: Program },
  'program.completed': { means: 'A program is complete', data: Program },
  'program.archived': { means: 'A program was archived', data: Program },
  'campaign.launched': { means: 'A campaign was launched', data: Program },
  'campaign.failed': { means: 'A scheduled launch could not take place', data: Program },
  'campaign.paused': { means: 'A campaign was paused', data: Program },
  'campaign.resumed': { means: 'A campaign goes on', data: Program },
  'campaign.completed': { means: 'Every bill of a campaign is settled', data: Program },
  'campaign.reopened': { means: 'A completed campaign has new bills', data: Program },
} as const satisfies Readonly<Record<`${string}.${string}`, Readonly<{ means: string; data: z.ZodObject }>>>

export type HappeningType = keyof typeof happenings
export const happeningTypes = Object.keys(happenings) as [HappeningType, ...HappeningType[]]
export const HappeningType = z.enum(happeningTypes)
export type HappeningData<Type extends HappeningType> = z.infer<(typeof happenings)[Type]['data']>

/** The kind of a delivery that an Admin asks for, to see whether it arrives. */
export const TEST = 'test'

/** What is sent, around the `data` of its kind. */
export const bodyOf = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    /** The same for the same happening, in every delivery and to every webhook. */
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
  name: z.string({ error: NAME }).trim().min(1, NAME).max(60, 'Name must be 60 characters or less'),
  url: Address,
  happenings: z
    .array(HappeningType, 'Choose what it is told of')
    .min(1, 'Choose what it is told of')
    .transform((types) => happeningTypes.filter((type) => types.includes(type))),
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
  happenings: z.array(HappeningType),
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
  type: z.union([HappeningType, z.literal(TEST)]),
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
export const Replay = z.object({ since: Instant })
export const Replayed = z.object({ replayed: z.number().int() })
