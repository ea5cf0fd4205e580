import { z } from 'zod'
import { ComingCharge } from '../autopay/contract.ts'
import { Contact } from '../kernel/contact.ts'
import { ApiDay } from '../kernel/date-schemas.ts'
import type { Instant, LocalDate } from '../kernel/dates.ts'
import { PositiveDollars, SignedDollars } from '../kernel/dollars.ts'
import { BillId, type NetworkId, PaymentId, PayorId, ProfileId, ProgramId, ReceiptNumber, type RemittanceId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { hasNoLink, NO_LINKS } from '../kernel/no-links.ts'
import { eachField, keyOf, type MethodName, manualMethods, methodNames, methodOf, type NamedFieldOf } from '../kernel/payment-methods.ts'
import { receiptMethods } from '../kernel/receipt-methods.ts'
import { changeKinds } from '../messages/values.ts'
import { AmountType, ProgramStatus } from '../programs/contract.ts'
import { Dollars, dataOf, Language, OptionalText, order, PageQuery } from '../shared/api.ts'
import { fieldWords } from '../shared/method-words-en.ts'
import { returnReasons } from '../shared/return-words.ts'
import { billColumns, billStatuses, MOST_BILLS, partStatuses, planChoosers } from './values.ts'

export const BillStatus = z.enum(billStatuses)
export type BillStatus = z.infer<typeof BillStatus>

/** The methods of payments that an Admin records by hand (R66). */
export const ReceiptMethod = z.enum(receiptMethods)
export type ReceiptMethod = z.infer<typeof ReceiptMethod>

export const PaymentStatus = z.enum(['Completed', 'PartiallyRefunded', 'Refunded', 'Reversed'])

export const individual = z.object({ id: PayorId, firstName: z.string(), lastName: z.string() })
export const congregation = z.object({ id: PayorId, name: z.string() })

/** The state of the payor's last bank debit; absent once other money has arrived. */
export const DebitState = z.enum(['underway', 'failed'])

export const Bill = z.object({
  id: BillId,
  /** A short code for the bill on paper and in transfers, unique in its network (R98). */
  code: z.string(),
  status: BillStatus,
  /** The bill's amount with all adjustments. */
  amount: Dollars,
  balance: Dollars,
  createdAt: z.string(),
  dueDate: z.string(),
  /** Present if the bill has a payment plan: its next open part; null if nothing is owed (R138). */
  nextDue: z.object({ amount: Dollars, dueDate: z.string() }).nullable().optional(),
  /** The bill's period, named by its original due date. */
  period: z.string(),
  network: z.object({ name: z.string() }),
  program: z.object({ id: ProgramId, name: z.string(), description: z.string().nullable(), type: AmountType, status: ProgramStatus }),
  individualMember: individual.nullable(),
  congregation: congregation.nullable(),
  paymentProfile: z.object({ id: ProfileId, name: z.string() }).nullable(),
  /** Present if the bill is archived and a newer bill has replaced it. */
  replaced: z.literal(true).optional(),
  debit: DebitState.optional(),
})
export type Bill = z.infer<typeof Bill>

/** A bill as its payor sees it. The payor's bills may belong to networks in several time zones. */
export const MyBill = Bill.extend({
  /** Days from today to the next due date, by the server's clock and the network's calendar; negative if overdue. */
  daysLeft: z.number().int(),
  /** Present if the bill is to be charged automatically (R135). */
  autopay: ComingCharge.optional(),
  /** Present if the visitor is the payor's congregation, which may pay for its members (R142). */
  ofMember: z.literal(true).optional(),
})
export type MyBill = z.infer<typeof MyBill>

export const BillsQuery = PageQuery.extend({
  assessmentProgramId: z.string().max(100).optional(),
  status: BillStatus.optional(),
  search: z.string().trim().max(200).optional(),
  orderBy: z.enum(billColumns).default('createdAt'),
  order: order.default('desc'),
})
export type BillsQuery = z.infer<typeof BillsQuery>

/** The number of bills of each status (R60). Drafts are not counted. */
export const BillCounts = z.partialRecord(BillStatus, z.number().int())
export type BillCounts = z.infer<typeof BillCounts>
export const BillCountsQuery = BillsQuery.pick({ assessmentProgramId: true })

/** The public fields of a payment method. A bank debit has no account to pay to, since Stripe collects it. */
const publicMethod = (name: MethodName) => {
  const { kind } = methodOf(name)
  const fields = z.object(eachField(name, (key) => z.string().nullable().meta({ example: fieldWords[key].example })))
  return kind ? fields.partial().extend({ kind: z.enum(['debit', kind]) }) : fields
}
type MethodFields<Name extends MethodName> = { [Field in NamedFieldOf<Name>]?: string | null } & { kind?: 'debit' | 'transfer' }
export type PublicMethods = { [Name in MethodName as Lowercase<Name>]?: MethodFields<Name> }
export const PublicMethods = z.object(
  Object.fromEntries(methodNames.map((name) => [keyOf(name), publicMethod(name).optional()])),
) as unknown as z.ZodType<PublicMethods>

/** The public fields of a bill, listed one by one, so that a new field is private by default. */
export const PublicFields = MyBill.pick({
  id: true,
  code: true,
  status: true,
  amount: true,
  balance: true,
  createdAt: true,
  dueDate: true,
  nextDue: true,
  daysLeft: true,
  period: true,
  network: true,
  program: true,
})
/** A payment as its receipt shows it (R75). */
export const PublicPayment = z.object({
  id: PaymentId,
  receiptNumber: ReceiptNumber,
  /** The day on which the payment arrived or, if that is unknown, was recorded; in the network's time zone. */
  receivedOn: z.string(),
  amount: Dollars,
  /** The amount of the payment that has been refunded. */
  refunded: Dollars,
  /** The amount of the payment that settles no bill and is kept as credit. */
  kept: Dollars,
  method: ReceiptMethod.nullable(),
  reference: z.string().nullable(),
  /** The language of the page on which the payment was made, if known. The receipt uses this language, too. */
  language: Language.optional(),
  status: PaymentStatus,
  /** Who paid, if that was another payor than the bill's own. */
  paidBy: z.object({ name: z.string().meta({ example: 'Grace Chapel' }) }).optional(),
})
export type PublicPayment = z.infer<typeof PublicPayment>

/** Why a bank debit was returned, and what to do. The bill has both languages, so that pages load no other texts. */
const WhyReturned = z.object({
  why: z.string().meta({ example: 'There was not enough money in the account.' }),
  todo: z.string().meta({ example: 'Pay again from an account that has enough, or another way.' }),
})

const publicProfile = z.object({ id: ProfileId, name: z.string(), chargesEnabled: z.boolean(), methods: PublicMethods })

/** A payment plan, as of a day in the network's time zone (R138). */
export const Plan = z.object({
  parts: z.array(
    z.object({
      n: z.number().int().meta({ example: 1 }),
      amount: Dollars,
      dueDate: z.string(),
      paid: Dollars.meta({ example: 0 }),
      status: z.enum(partStatuses),
    }),
  ),
  chosenBy: z.enum(planChoosers),
})
export type Plan = z.infer<typeof Plan>

/** A bill as anyone with its link sees it (R69): without contact details or ids of persons. */
export const PublicBill = PublicFields.extend({
  individualMember: individual.pick({ firstName: true, lastName: true }).nullable(),
  congregation: congregation.pick({ name: true }).nullable(),
  payerName: z.string(),
  /** The network's name, followed by its slug if an earlier network has a similar name (R22). */
  networkLabel: z.string().optional(),
  /** The contact for the payor's questions (R24). */
  contact: Contact.optional(),
  verified: z.literal(true).meta({ example: true }),
  /** True if a payor's claim is waiting. A claim can be withdrawn; a bank debit in progress cannot. */
  isClaimed: z.boolean(),
  /** The method and day of the waiting claim, in the network's time zone; its amount if the bill has a plan (R139). */
  claimed: z.object({ method: z.enum(manualMethods), on: z.string(), amount: Dollars.optional() }).optional(),
  /** Payments received for the bill, oldest first. */
  payments: z.array(PublicPayment),
  /** The amount settled by credit from other bills. */
  credited: Dollars.meta({ example: 0 }),
  /** The bill's payment plan. */
  plan: Plan.optional(),
  /** The numbers of parts in which the bill can be paid; absent if it has a plan, or none can be chosen. */
  plansOffered: z
    .array(z.number().int())
    .optional()
    .meta({ example: [2, 4, 12] }),
  /** The payor's e-mail address (masked) that gets the receipts. Absent if mails to it have failed. */
  receiptTo: z.string().optional(),
  /** When and why the last bank debit was returned, by the network's days; absent once other money arrived (R92). */
  returned: z.object({ on: z.string(), reason: z.enum(returnReasons), told: z.object({ en: WhyReturned, es: WhyReturned }) }).optional(),
  paymentProfile: publicProfile.nullable(),
})
export type PublicBill = z.infer<typeof PublicBill>
/** A single bill for an Admin or Auditor. An archived bill has only the fields that lists show. */
export const WholeBill = Bill.extend(
  PublicBill.pick({
    daysLeft: true,
    payerName: true,
    verified: true,
    isClaimed: true,
    claimed: true,
    payments: true,
    credited: true,
    plan: true,
    plansOffered: true,
    returned: true,
  }).partial().shape,
).extend({
  paymentProfile: publicProfile.partial({ chargesEnabled: true, methods: true }).nullable(),
  autopay: MyBill.shape.autopay,
})
export type WholeBill = z.infer<typeof WholeBill>
/** Anyone with the link sees only this of an archived bill. */
export const ArchivedBill = z.object({ id: BillId, status: z.literal('Archived') })

export const BillOne = z.object({
  memberId: z.string({ error: 'Please choose a person' }).trim().min(1, 'Please choose a person').max(100, 'Please choose a person'),
  /** Only for a Custom program: in others all payors owe the same. */
  amount: PositiveDollars('Amount must be a positive number').nullish(),
})
export type BillOne = z.input<typeof BillOne>
/** `data` is null while the program has no payment profile; the bill is issued once one is attached (R43). */
export const BilledOne = z.object({ data: Bill.nullable(), billGenerationError: z.string().nullable() })
export type BilledOne = z.infer<typeof BilledOne>

/** An optional text that payors may read, so it must not contain links. */
const WithoutLinks = (max: number, message: string) => OptionalText(max, message).refine((text) => text === null || hasNoLink(text), NO_LINKS)

export const RemovePayor = z.object({
  memberId: z.string({ error: 'Please choose a person' }).trim().min(1, 'Please choose a person').max(100, 'Please choose a person'),
  openBills: z.enum(['keep', 'archive'], { error: 'Choose what happens to open bills' }),
  /** The reason for archiving the payor's bills; their histories show it. */
  reason: OptionalText(1000, 'Reason must be 1000 characters or less'),
})
export type RemovePayor = z.input<typeof RemovePayor>
/** The number of the payor's open bills that were archived, and of those that were kept. */
export const RemovedPayor = z.object({ archived: z.number().int(), kept: z.number().int() })
export type RemovedPayor = z.infer<typeof RemovedPayor>

export const ChangeAmount = z.object({ amount: PositiveDollars('Amount must be a positive number') })
export const MarkAsPaid = z.object({
  method: z.enum(receiptMethods, { error: 'Unknown payment method' }).nullish(),
  reference: WithoutLinks(200, 'Reference must be 200 characters or less'),
})
export const Archive = z.object({ reason: WithoutLinks(1000, 'Reason must be 1000 characters or less') })
export const Reason = z.object({
  reason: z
    .string({ error: 'Reason is required' })
    .trim()
    .min(1, 'Reason is required')
    .max(1000, 'Reason must be 1000 characters or less')
    .refine(hasNoLink, NO_LINKS),
})
const CLAIMED = 'Choose between 1 and 200 bills'
/** The waiting claims to confirm in one request (R65). */
export const ClaimsConfirmed = z.object({ billIds: z.array(z.string(CLAIMED).max(100, CLAIMED), CLAIMED).min(1, CLAIMED).max(200, CLAIMED) })
export const ClaimsNotReceived = ClaimsConfirmed.extend(Reason.shape)
/** The result for one claim. `status`: the bill's new status, or null if the claim was not decided. */
export const ClaimDecided = z.object({
  billId: z.string(),
  status: BillStatus.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type ClaimDecided = z.infer<typeof ClaimDecided>
export const ClaimsDecided = dataOf(ClaimDecided.array())
export type ClaimsDecided = z.infer<typeof ClaimsDecided>

/** A claim that waits for an Admin's decision. */
export const WaitingClaim = z.object({
  bill: Bill,
  method: z.enum(manualMethods),
  /** Present if the bill has a plan: a part of it, or the balance. */
  amount: Dollars.optional(),
  claimedAt: z.string(),
  daysWaiting: z.number().int().meta({ example: 3 }),
})
export type WaitingClaim = z.infer<typeof WaitingClaim>

export const Receipt = z.object({
  amount: PositiveDollars('Amount must be a positive number'),
  method: z.enum(receiptMethods, { error: 'Unknown payment method' }),
  reference: WithoutLinks(200, 'Reference must be 200 characters or less'),
  receivedOn: ApiDay('Received on must be a date').nullish(),
})

/** A positive amount raises the bill, a negative one lowers it (R63). */
export const Adjustment = Reason.extend({ amount: SignedDollars('Amount must be a number other than 0') })

const OfPayment = Reason.extend({
  paymentId: z.string({ error: 'Please select a payment' }).min(1, 'Please select a payment').max(100, 'Please select a payment'),
})
export const Reversal = OfPayment
export const Refund = OfPayment.extend({ amount: PositiveDollars('Amount must be a positive number').nullish() })

/** Applies unapplied credit of a payment to another bill of the same payor. */
export const CreditUse = OfPayment.extend({ amount: PositiveDollars('Amount must be a positive number').nullish() })
/** Refunds unapplied credit: this amount, or all of it if none is given. */
export const CreditRefund = Reason.extend({ amount: PositiveDollars('Amount must be a positive number').nullish() })

/** Credit from another bill that settles part of this one. The credit is reversed by its id, as a payment is. */
export const AppliedCredit = z.object({ creditId: PaymentId, paymentId: PaymentId, fromBillId: BillId, amount: Dollars })
export type AppliedCredit = z.infer<typeof AppliedCredit>

export const Credit = z.object({
  paymentId: PaymentId,
  billId: BillId,
  createdAt: z.string(),
  /** The amount of the credit that has not been given back. */
  amount: Dollars,
  method: ReceiptMethod.nullable(),
  payor: z.object({ id: PayorId, name: z.string() }),
  program: z.object({ id: ProgramId, name: z.string() }),
})
export type Credit = z.infer<typeof Credit>

export const ChoosePlan = z.object({
  count: z
    .number('Choose the number of parts')
    .int('Choose the number of parts')
    .min(2, 'Choose the number of parts')
    .max(12, 'Choose the number of parts')
    .meta({ example: 4 }),
})

/** `next`: the next part of the bill's plan; `all`: the whole balance. Without a plan both are the same. */
export const Pays = z.enum(['next', 'all'], 'pays must be next or all').optional()

/** A payor's 'I have sent this payment'. */
export const Claim = z.object({
  pays: Pays,
  paymentMethod: z.enum(manualMethods, { error: 'Unknown payment method' }),
  /** The language of the pay page. */
  language: Language.optional(),
})
/** The bills of one payment or claim. `token`: of the mailed list that names them, for payors who are not signed in. */
const BILL_IDS = 'Choose the bills to pay'
export const SeveralBillIds = z
  .array(z.string(BILL_IDS).min(1, BILL_IDS).max(100, BILL_IDS), BILL_IDS)
  .min(1, BILL_IDS)
  .max(MOST_BILLS, `Choose at most ${MOST_BILLS} bills`)
export const ListToken = z.string('The link is not valid').max(4_000, 'The link is not valid').optional()
export const ClaimOfSeveral = Claim.omit({ pays: true }).extend({ billIds: SeveralBillIds, token: ListToken })
export const ClaimAnswer = z.object({ data: z.object({ status: BillStatus, withdrawToken: z.string() }) })
export const Withdrawal = z.object({ withdrawToken: z.string().max(200).nullish() })

/** The way a signed-in visitor may proceed on a bill's page (R69). */
export const Ownership = z.object({
  action: z.enum(['allow', 'logout']),
  redirectTo: z.string().optional(),
  ...MyBill.pick({ autopay: true, ofMember: true }).shape,
})
export type Ownership = z.infer<typeof Ownership>

// Mails in the log contain this schema's data: only add kinds and optional fields.
/** A change of what a payor owes or has paid, after the bill was sent (R92). Amounts are cents as of then. */
export const PositionChange = z.object({
  kind: z.enum(changeKinds),
  /** The amount of money that moved; or the bill's new amount, if that is what changed. */
  amount: z.number().int(),
  /** The bill's earlier amount. */
  before: z.number().int().optional(),
  /** The amount of the payor's money that became credit. */
  credit: z.number().int().optional(),
  /** The bank's reason, as a Stripe code. */
  code: z.string().nullish(),
})
export type PositionChange = z.infer<typeof PositionChange>

/** Stripe's limits of a charge, in cents (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LEAST_BY_STRIPE: Cents = 50
export const MOST_BY_STRIPE: Cents = 99_999_999

/** Stripe's state of an intent, in a bill's terms. Refunds requested here have our ids, others Stripe's. */
export type ObservedIntent = Readonly<{
  intentId: string
  accountId: string
  /** The bill's payment attempt, from the intent's metadata. */
  attempt: number | null
  /** The language of the page that last received the intent, from the intent's metadata. */
  language?: Language
  /** Derived from the intent's id, so that the payment is recorded once. */
  paymentId: PaymentId
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  /** True if Stripe has reported a bank debit in progress. The debit may have ended since. */
  wasProcessing: boolean
  amount: Cents
  received: Cents
  currency: string
  method: 'credit' | 'ach'
  /** The card or account used, such as 'Visa 4242'. */
  reference: string | null
  /** Stripe's code for the failure of the last try. */
  failure: string | null
  fee: Readonly<{ fee: Cents; net: Cents }> | null
  /** `billId`: the bill for which the refund was requested here; null for a refund in Stripe's dashboard. */
  refunds: readonly Readonly<{ refundId: string; billId: string | null; amount: Cents; failed: boolean; reason: string | null }>[]
  disputes: readonly Readonly<{ disputeId: string; amount: Cents; outcome: 'open' | 'won' | 'lost' }>[]
}>

/** Stripe's state of an intent, with its client secret and the bill that its metadata names. */
export type SeenIntent = Readonly<{
  billId: string | null
  /** The remittance that its metadata names, if the intent pays several bills. */
  remittanceId: string | null
  clientSecret: string
  observed: ObservedIntent
  owner: IntentOwner
  /** Present while a 3-D Secure challenge is open. `handedAt`: when a browser last received the intent. */
  challenge: Readonly<{ handedAt: Instant }> | null
}>
/**
 * The owner of an intent: only this payor's browsers ever receive its client secret (R85). All guests share 'guests'.
 * 'unknown': an intent that may save a method, from before owners were recorded.
 */
export type IntentOwner = string

export type StripeMethod = 'credit' | 'ach'
/** The data of the program and its profile for paying a bill through Stripe. */
export type PayableBy = Readonly<{
  profileId: ProfileId
  accountId: string
  programStatus: ProgramStatus
  /** True if the method is enabled in the profile, and the profile's account can use it. */
  enabled: boolean
  /** The largest amount, if there is one: an automatic charge never exceeds its notice. */
  most?: Cents
  /** True if the payor pays the whole balance, not the next part of a plan. */
  whole?: boolean
  method: StripeMethod
  /** The text on Stripe's receipt. */
  description: string
  /** The language of the pay page. */
  language?: Language | undefined
  owner: IntentOwner
  /** The signed-in payor as a customer of the account, if they save a method or use a saved one; else null. */
  payor: IntentPayor | null
  /** The payor who pays; null if unknown. */
  payerId?: PayorId | null
  /** Runs before a new intent is created, but not before an existing one is reused. May reject. */
  beforeNew: () => Promise<void>
}>
/** A bill that is to be paid together with others. `amount`: what is to be paid. `live`: its live attempt. */
export type JointBill = Readonly<{
  billId: BillId
  networkId: NetworkId
  programId: ProgramId
  payorId: PayorId
  dueDate: LocalDate
  amount: Cents
  attempts: number
  live: Readonly<{ remittanceId: RemittanceId | null; amount: Cents }> | null
}>
/** A bill with the terms on which it can be paid. */
export type JointTerms = Readonly<{ bill: JointBill }> & Pick<PayableBy, 'profileId' | 'accountId' | 'programStatus' | 'enabled'>
/** The terms on which several bills are paid by one intent. */
export type JointPayable = Readonly<{ terms: readonly JointTerms[]; whole: boolean; payerId: PayorId }> &
  Pick<PayableBy, 'method' | 'description' | 'language' | 'owner' | 'payor' | 'beforeNew'>
export type IntentPayor = Readonly<{ customerId: string; saves: boolean }>
/** An intent for the payor's browser to pay. */
export type OpenIntent = Readonly<{ intentId: string; accountId: string; clientSecret: string; amount: Cents }>
/** Why a charge was declined: Stripe's error code, and the bank's reason if there is one. */
export type Decline = Readonly<{ code: string | null; decline: string | null }>
/** Stripe's payments by card and bank debit. Every call may be repeated; an outage is DomainError 503 `unavailable`. */
export type IntentPort = Readonly<{
  /**
   * Creates the intent of an attempt; repeated calls return the same intent. It can be paid by card. Null if an earlier
   * call for this attempt had another amount or owner.
   * @throws DomainError 409 `method-not-enabled`
   */
  create: (
    attempt: Readonly<{
      /** The bill and its attempt; for several bills: the remittance. */
      subject: Readonly<{ billId: BillId; attempt: number }> | Readonly<{ remittanceId: RemittanceId }>
      amount: Cents
      accountId: string
      description: string
      owner: IntentOwner
      language: Language | undefined
    }>,
  ) => Promise<OpenIntent | null>
  /**
   * Limits an open intent to this method and its owner's saved methods. `at`: the time when the owner's browser
   * receives the intent.
   */
  offer: (
    accountId: string,
    intentId: string,
    offer: Readonly<{ method: StripeMethod; payor: IntentPayor | null; at: Instant; language: Language | undefined }>,
  ) => Promise<void>
  /**
   * Charges an open intent to a saved method of its customer while the payor is away. Returns the reason of a decline,
   * else null; the state of the intent is then to be read.
   */
  charge: (accountId: string, intentId: string, methodId: string) => Promise<Decline | null>
  /** The current state of an intent. Refunds and disputes are read if its charge shows any, or if `whole`. */
  observe: (accountId: string, intentId: string, whole: boolean) => Promise<SeenIntent>
  /** Cancels the intent unless it is too late. */
  cancel: (accountId: string, intentId: string) => Promise<void>
  /** @throws DomainError 409 `refund-refused` if Stripe refuses for good */
  refund: (refund: Readonly<{ billId: BillId; refundId: string; accountId: string; intentId: string; amount: Cents }>) => Promise<void>
}>
