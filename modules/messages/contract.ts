import { z } from 'zod'
import { Bill, type PositionChange, type ReceiptMethod } from '../bills/contract.ts'
import { Instant } from '../kernel/date-schemas.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { BillId, MessageId, type NetworkId, type PaymentId, PayorId, type ProgramId, type RunId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { MethodName } from '../kernel/payment-methods.ts'
import { Dollars, dataOf, Language, listOf, PageQuery } from '../shared/api.ts'
import type { Part } from '../shared/monthly-parts.ts'
import { paperSizes } from '../shared/paper.ts'
import { Sheet } from '../shared/sheet.ts'
import type { QueuedAbout } from './events.ts'
import { failureReasons, purposes } from './values.ts'

/** The delivery state of a mail (R90). */
export const DeliveryStatus = z.enum(['Pending', 'Sent', 'Failed', 'Opened', 'Clicked', 'Bounced'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const Purpose = z.enum(purposes)
export type Purpose = z.infer<typeof Purpose>

export const Message = z.object({
  id: MessageId,
  purpose: Purpose,
  status: DeliveryStatus,
  payor: z.object({ id: PayorId, name: z.string(), email: z.string().nullable() }),
  bills: z.array(BillId),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type Message = z.infer<typeof Message>

export const MessagesQuery = PageQuery.extend({
  assessmentProgramId: z.string().max(100).optional(),
  billId: z.string().max(100).optional(),
  status: z.enum(DeliveryStatus.options, { error: 'Unknown status' }).optional(),
})

/** Why mails to a payor's address fail, and since when. No more mails go to this address (R96). */
export const AddressFailure = z.object({ reason: z.enum(failureReasons), since: Instant })
export type AddressFailure = z.infer<typeof AddressFailure>

/** An open bill whose payor has no e-mail address, or a failing one. */
export const BillWithoutEmail = z.object({
  billId: BillId,
  payor: z.object({ id: PayorId, name: z.string(), phone: z.string().nullable() }),
  balance: Dollars,
  dueDate: z.string(),
  nextDue: Bill.shape.nextDue,
  /** Present if the payor has an address that fails. */
  failing: AddressFailure.optional(),
})
export type BillWithoutEmail = z.infer<typeof BillWithoutEmail>

/** Selects the open bills of a program to print: all, or only the bills of payors whom mails do not reach. */
export const WhichBills = z.enum(['all', 'without-email'], { error: 'open must be all or without-email' })
export type WhichBills = z.infer<typeof WhichBills>
export const PrintedBillsQuery = PageQuery.extend({ open: WhichBills.default('without-email') })

export const PaperQuery = z.object({ size: z.enum(paperSizes, { error: 'size must be letter or a4' }).default('letter') })
export const PaperOfProgramQuery = PaperQuery.extend({ open: WhichBills.default('all') })

export const PrintedBill = z.object({
  billId: BillId,
  code: z.string(),
  payorName: z.string(),
  networkName: z.string(),
  programName: z.string(),
  programDescription: z.string().nullable(),
  balance: Dollars,
  dueDate: z.string(),
  nextDue: Bill.shape.nextDue,
  payUrl: z.string().meta({ example: 'https://dues.example.org/pay/Qm3vT0dAcR8yLk2WnZ5xEg' }),
  /** The QR code of the pay link, as SVG. */
  qrCode: z.string().meta({ example: '<svg/>' }),
  /** Present if the payor's address fails. */
  failing: AddressFailure.optional(),
  /** The whole text of the printed bill. */
  sheet: Sheet,
})
export type PrintedBill = z.infer<typeof PrintedBill>

export const PrintedSheet = dataOf(Sheet)
export type PrintedSheet = z.infer<typeof PrintedSheet>

/** A page of printed bills, in the network's language. */
export const PrintedBills = listOf(PrintedBill).extend({ language: Language })
export type PrintedBills = z.infer<typeof PrintedBills>

/** A mail as it would be sent. */
export const Preview = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type Preview = z.infer<typeof Preview>

/** For the address in a mailed link: whether it gets reminders of a network. */
export const ReminderWish = z.object({ networkName: z.string(), language: Language, stopped: z.boolean() })
export type ReminderWish = z.infer<typeof ReminderWish>
export const ReminderWishChange = z.object({ stopped: z.boolean('Choose whether reminders come') })

/** An address to which mails have stopped, with its payor (R96). */
export const FailingAddress = z.object({
  payor: z.object({ id: PayorId, name: z.string(), email: z.string() }),
  ...AddressFailure.shape,
})
export type FailingAddress = z.infer<typeof FailingAddress>

/** The payors whose current address fails, by name. `most`: the largest number to return. */
export type FailingPayors = (
  networkId: NetworkId,
  only: Readonly<{ memberId?: PayorId; programId?: ProgramId; most?: number }>,
) => Promise<readonly Readonly<{ id: PayorId; name: string; email: string } & AddressFailure>[]>

export const FailingAddressesQuery = z.object({
  memberId: z.string().max(100).optional(),
  /** Only payors with a bill of this program. */
  assessmentProgramId: z.string().max(100).optional(),
})

/** A mail service's report on returned mails and spam complaints. Other kinds of events are ignored. */
export const MailNews = z.object({
  events: z
    .array(
      z.object({
        type: z.string().max(50),
        messageId: z.string().max(300),
        reason: z.string().max(1000).default(''),
        /** The enhanced status code of RFC 3463, such as '5.1.1', if the service reports it apart from the reason. */
        status: z.string().max(20).optional(),
        /**
         * The address that the mail went to. A report about a former address does not affect the payor's current one.
         */
        recipient: z.string().max(320).optional(),
      }),
      'Enter a list of events',
    )
    .max(1000, 'At most 1000 events'),
})

/** Which waiting mails to send: a program's bills (in a run), a network's reminders, or the given mails. */
export type Waiting = Readonly<{ networkId: NetworkId; programId?: ProgramId; runId?: RunId; only?: readonly MessageId[] }>

/** A way to pay on a bill's page: a method of the payment profile, or a bank debit that Stripe collects. */
export type OfferedMethod = MethodName | 'BankDebit'

/** A waiting mail with all data for its text, as of now. */
export type PendingMail = Readonly<{
  id: MessageId
  position: bigint
  /** The time at which the mail was queued. */
  queuedAt: Instant
  networkId: NetworkId
  runId: RunId | null
  purpose: Purpose
  payorId: PayorId
  payorName: string
  /** The name in the greeting: the payor's first name, or the contact of a congregation. */
  salutation: string
  email: string | null
  /** True if other payors of the network have the same address. */
  isShared: boolean
  sender: string
  networkName: string
  language: Language
  trackMail: boolean
  today: LocalDate
  note: string | null
  /** The change that the mail is about, if any. */
  change: PositionChange | null
  payment: Readonly<{
    id: PaymentId
    receiptNumber: string
    amount: Cents
    method: ReceiptMethod | null
    reference: string | null
    /** The payer's name, if that is another payor than the bill's own. */
    paidBy: string | null
    /** The amount of the payment that no bill needs, and that is kept as credit. */
    kept: Cents
    /** The day on which the payment arrived or, if that is unknown, was recorded. */
    receivedOn: LocalDate
  }> | null
  /** The number of bills that the mail was queued for. `bills` may have fewer, if some are settled by now. */
  billCount: number
  bills: readonly Readonly<{
    id: BillId
    code: string
    payorName: string
    isOfCongregation: boolean
    programName: string
    programDescription: string | null
    /** True if the bill can be paid: it is open, without a waiting claim. */
    open: boolean
    /** True if the program's campaign is active. */
    active: boolean
    archived: boolean
    amount: Cents
    balance: Cents
    dueDate: LocalDate
    /** Present if the bill has a payment plan: its next open part. */
    next?: Part
    /** Present if a claim of a part of the plan is waiting: its amount. */
    claimed?: Cents
    /** What the mail's payment, made for several bills, paid for this one. `kept`: what it did not need of that. */
    paid?: Readonly<{ id: PaymentId; amount: Cents; kept: Cents }>
    /** The ways to pay, in the order in which the mail lists them. */
    methods: readonly OfferedMethod[]
  }>[]
}>

/**
 * The result of a delivery. 'stopped': the campaign was paused. 'deferred': the mail server put off some mails.
 * 'later': some bills have reached their limit of mails per hour. 'down': no mail server accepts mail right now.
 */
export type Delivery = 'done' | 'stopped' | 'deferred' | 'later' | 'down'

/** The mails to payors, as other modules use them. */
export type Outbox = Readonly<{
  /** Records mails, each id only once ever. Returns those that are new. */
  queue: (
    mails: readonly Readonly<{ about: QueuedAbout; withheld: boolean }>[],
    circumstances: Readonly<{ actor: string; at: Instant; cause?: string }>,
  ) => Promise<ReadonlySet<MessageId>>
  /**
   * Sends waiting mails. `fresh`: mails that the caller has just recorded. Their streams are read only if another
   * delivery came first.
   */
  deliver: (waiting: Waiting, fresh?: ReadonlySet<MessageId>) => Promise<Delivery>
  /** Leaves the sending of mails that the caller has just recorded to the next delivery of any process. */
  leave: (fresh: ReadonlySet<MessageId>) => void
}>
