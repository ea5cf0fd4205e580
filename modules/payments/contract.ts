import { z } from 'zod'
import { BillStatus, congregation, individual, ListToken, PaymentStatus, Pays, ReceiptMethod, SeveralBillIds } from '../bills/contract.ts'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { EMAIL, LONGEST_EMAIL } from '../kernel/email.ts'
import { BillId, NetworkId, PaymentId, ProfileId, ProgramId, ReceiptNumber, type UserId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { Dollars, Language, order, PageQuery } from '../shared/api.ts'
import { paymentColumns, payoutLineKinds } from './values.ts'

export const Payment = z.object({
  id: PaymentId,
  /** Present if it is a part of a remittance that paid several bills. */
  remittanceId: PaymentId.optional(),
  billId: BillId,
  createdAt: z.string(),
  /** The whole payment. Collected money and the reports count only the part applied to bills. */
  amount: Dollars,
  description: z.string().nullable(),
  /** Null if an Admin recorded it without a method. */
  method: ReceiptMethod.nullable(),
  /** A reference by the payor or an Admin, such as a check's number or a note. */
  reference: z.string().nullable(),
  /** '2026-00042': unique in its network, and permanent (R74). */
  receiptNumber: ReceiptNumber,
  status: PaymentStatus,
  assessment: z.object({
    id: BillId,
    individualMember: individual.nullable(),
    congregation: congregation.nullable(),
    program: z.object({ id: ProgramId, name: z.string() }),
  }),
  /** The part that settles no bill. Absent if the whole payment settles bills (R76). */
  remaining: z
    .object({
      refunded: Dollars,
      /** The amount that the payor's bank withholds because of a dispute. */
      disputed: Dollars,
      /** amount − refunded − disputed; 0 once the payment is reversed. */
      net: Dollars,
      /** The part of `net` that settles no bill. */
      unapplied: Dollars,
    })
    .optional(),
})
export type Payment = z.infer<typeof Payment>

/** A payment with its settlement, for the treasurer. */
export const SettledPayment = Payment.extend({
  /** Stripe's fee and the net amount, once known; null for a payment by hand. */
  settlement: z
    .object({
      fee: Dollars.nullable(),
      net: Dollars.nullable(),
      payoutId: z.string().nullable(),
      refundable: Dollars.meta({ example: 0 }),
      disputed: z.boolean(),
    })
    .nullable(),
})
export type SettledPayment = z.infer<typeof SettledPayment>

export const PaymentsQuery = PageQuery.extend({
  assessmentProgramId: z.string().max(100).optional(),
  search: z.string().trim().max(200).optional(),
  orderBy: z.enum(paymentColumns).default('createdAt'),
  order: order.default('desc'),
})
export type PaymentsQuery = z.infer<typeof PaymentsQuery>

export const CreditsQuery = PageQuery.extend({ payorId: z.string().max(100).optional() })

/** Assessed = collected + outstanding, to the cent (R99). */
export const DashboardSummary = z.object({
  totalAssessed: Dollars.meta({ example: 24_000 }),
  totalCollected: Dollars.meta({ example: 18_480 }),
  totalOutstanding: Dollars.meta({ example: 5_520 }),
  membersPastDue: z.number().int().meta({ example: 8 }),
  unappliedCredit: Dollars.meta({ example: 35 }),
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

/** The last twelve months in the network's time zone, the current one last. */
export const PaymentsReport = z.object({
  labels: z.array(z.string()).meta({ example: ['Feb 2026', 'Mar 2026'] }),
  datasets: z.array(z.object({ label: z.string(), data: z.array(Dollars) })).meta({ example: [{ label: 'Payments', data: [4_120, 6_240] }] }),
})
export type PaymentsReport = z.infer<typeof PaymentsReport>

export const AgingReport = z.object({
  current: Dollars.meta({ example: 4_560 }),
  days1to30: Dollars.meta({ example: 600 }),
  days31to60: Dollars.meta({ example: 240 }),
  days61to90: Dollars.meta({ example: 120 }),
  over90: Dollars.meta({ example: 0 }),
  total: Dollars.meta({ example: 5_520 }),
})
export type AgingReport = z.infer<typeof AgingReport>

const ASSESSMENT = 'Assessment ID is required'
/** The bill's id or, to pay several bills at once, their ids; for a guest with the token of a mailed list. */
const whichBills = {
  assessmentId: z.string({ error: ASSESSMENT }).min(1, ASSESSMENT).max(100).optional(),
  assessmentIds: SeveralBillIds.optional(),
  token: ListToken,
}
const namesBills = ({ assessmentId, assessmentIds }: { assessmentId?: string | undefined; assessmentIds?: string[] | undefined }): boolean =>
  assessmentId !== undefined || assessmentIds !== undefined
const withoutBills = { path: ['assessmentId'], message: ASSESSMENT }

/** A request to pay by card or bank debit. */
export const CreateIntent = z
  .object({
    ...whichBills,
    method: z.enum(['credit', 'ach'], { error: 'Unknown payment method' }).default('credit'),
    pays: Pays,
    /** For a signed-in payor: save the method that is used, or pay with a saved one. */
    saveMethod: z.boolean({ error: 'saveMethod must be true or false' }).optional(),
    savedMethodId: z.string({ error: 'Unknown payment method' }).min(1, 'Unknown payment method').max(200).optional(),
    /** The language of the pay page, and so of the receipt. */
    language: Language.optional(),
  })
  .refine(namesBills, withoutBills)
/** The data that Stripe.js needs to complete the payment. */
export const Intent = z.object({
  clientSecret: z.string(),
  connectedAccountId: z.string(),
  paymentIntentId: z.string(),
  publishableKey: z.string(),
  amount: Dollars,
})
export type Intent = z.infer<typeof Intent>
const ADDRESS = 'Enter an e-mail address'
export const ConfirmPayment = z
  .object({
    ...whichBills,
    paymentIntentId: z.string({ error: 'Payment intent ID is required' }).min(1, 'Payment intent ID is required').max(200),
    /** A second address for the receipt of this payment, beside the payor's own. Only the first one given counts. */
    receiptTo: z.string({ error: ADDRESS }).trim().max(LONGEST_EMAIL, ADDRESS).regex(EMAIL, ADDRESS).optional(),
  })
  .refine(namesBills, withoutBills)
export const Confirmed = z.object({ data: z.object({ status: BillStatus }) })

export const PayoutStatus = z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled'])
export type PayoutStatus = z.infer<typeof PayoutStatus>
export const PayoutLineKind = z.enum(payoutLineKinds)
export type PayoutLineKind = z.infer<typeof PayoutLineKind>

/** A part of a payout, in cents: net = gross − fee. Negative parts take money out of the payout. */
export type PayoutLine = Readonly<{
  transactionId: string
  kind: PayoutLineKind
  /** The intent of the line's payment; null if the line belongs to no payment, for example a fee of Stripe's own. */
  intentId: string | null
  gross: Cents
  fee: Cents
  net: Cents
}>
export type ObservedPayout = Readonly<{
  payoutId: string
  accountId: string
  amount: Cents
  arrivesOn: LocalDate
  status: PayoutStatus
  /** Empty until Stripe has settled the payout. */
  lines: readonly PayoutLine[]
}>

/** A change of an account's balance at Stripe. */
export type BalanceMovement = PayoutLine & Readonly<{ at: Instant }>

/** The payouts to networks' banks. Every call may be repeated; an outage is DomainError 503 `unavailable`. */
export type PayoutPort = Readonly<{
  observe: (accountId: string, payoutId: string) => Promise<ObservedPayout>
  /** The ids of an account's payouts since a moment. */
  since: (accountId: string, moment: Instant) => Promise<readonly string[]>
  /** The changes of an account's balance since a moment, without payouts. */
  movements: (accountId: string, moment: Instant) => Promise<readonly BalanceMovement[]>
}>

export const Payout = z.object({
  id: z.string(),
  /** The day on which the payout arrives at the bank, as midnight UTC. */
  arrivalDate: z.string().meta({ example: '2026-04-02T00:00:00.000Z' }),
  amount: Dollars,
  /** The number of payments in the payout. */
  count: z.number().int(),
  status: PayoutStatus,
})
export type Payout = z.infer<typeof Payout>

export const PayoutPart = z.object({
  /** Null if the line is no payment of this product. */
  payment: Payment.nullable(),
  kind: PayoutLineKind,
  gross: Dollars.meta({ example: 40 }),
  fee: Dollars,
  net: Dollars,
})
export type PayoutPart = z.infer<typeof PayoutPart>
export const PayoutWithParts = Payout.extend({ payments: z.array(PayoutPart) })
export type PayoutWithParts = z.infer<typeof PayoutWithParts>

/** The types of events on connected accounts that Stripe's endpoint must send (docs.stripe.com/api/events/types). */
export const STRIPE_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.updated',
  'refund.failed',
  'payout.paid',
  'payout.failed',
  'payout.reconciliation_completed',
  'account.application.deauthorized',
] as const

/** A payment through Stripe as the read models show it, in cents. */
export type RecordedIntent = Readonly<{ intentId: string; amount: Cents; fee: Cents | null; refunded: Cents }>

/**
 * A difference between the log and Stripe's books for one payment, in cents. `missing`: Stripe took the payment, but
 * the log cannot record it.
 */
export type Difference = Readonly<{ intentId: string; what: 'missing' | 'amount' | 'fee' | 'refunded'; stripe: Cents; recorded: Cents | null }>

export const Reconciliation = z.object({
  profile: z.object({ id: ProfileId, name: z.string() }),
  /** Null before the first comparison. */
  at: z.string().nullable(),
  /** Number of movements in the account's balance during the last seven days. */
  compared: z.number().int().meta({ example: 118 }),
  /** Number of payments that the comparison recorded, because no webhook or browser had reported them. */
  settled: z.number().int().meta({ example: 12 }),
  differences: z.array(
    z.object({
      intentId: z.string(),
      what: z.enum(['missing', 'amount', 'fee', 'refunded']),
      stripe: Dollars.meta({ example: 38.54 }),
      recorded: Dollars.nullable().meta({ example: 40 }),
    }),
  ),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** An event that Stripe has sent to the webhook inbox. */
export const StripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  receivedAt: z.string(),
  doneAt: z.string().nullable(),
  failure: z.string().nullable(),
})
export type StripeEvent = z.infer<typeof StripeEvent>

export const StripeEventsQuery = PageQuery.extend({
  /** True: only the events that could not be processed. */
  failed: z.stringbool({ error: 'failed must be true or false' }).optional(),
})

/** A card or bank account that a payor has saved. Stripe keeps it on the connected account of the bill's network. */
export const SavedMethod = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** Such as '12/31'; null for a bank account. */
  expires: z.string().nullable(),
  kind: z.enum(['credit', 'ach']),
})
export type SavedMethod = z.infer<typeof SavedMethod>
/** A saved method with its network, and the payment profile whose account keeps it. */
export const KeptMethod = SavedMethod.extend({
  network: z.object({ id: NetworkId, name: z.string() }),
  paymentProfile: z.object({ id: ProfileId, name: z.string() }),
})
export type KeptMethod = z.infer<typeof KeptMethod>
export const SavedMethodsQuery = z.object({
  assessmentId: z.string({ error: 'Assessment ID is required' }).min(1, 'Assessment ID is required').max(100),
})

/**
 * Customers of connected accounts, with their saved methods. Every call may be repeated; an outage is DomainError 503
 * `unavailable`.
 */
export type CustomerPort = Readonly<{
  /**
   * Creates a user's customer; later calls return the same customer. `instead`: a customer that was deleted at Stripe
   * and is to be replaced by a new one.
   */
  open: (of: Readonly<{ userId: UserId; email: string; accountId: string; instead: string | null }>) => Promise<string>
  isThere: (accountId: string, customerId: string) => Promise<boolean>
  methodsOf: (accountId: string, customerId: string) => Promise<readonly SavedMethod[]>
  detach: (accountId: string, methodId: string) => Promise<void>
  /**
   * Removes the user's address and id from a customer. The customer itself stays, since payments in progress may need
   * it.
   */
  anonymize: (accountId: string, customerId: string) => Promise<void>
}>
