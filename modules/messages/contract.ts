import { z } from 'zod'
import type { PositionChange, ReceiptMethod } from '../bills/contract.ts'
import { Instant } from '../kernel/date-schemas.ts'
import type { LocalDate } from '../kernel/dates.ts'
import { BillId, MessageId, type NetworkId, type PaymentId, PayorId, type ProgramId, type RunId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { MethodName } from '../kernel/payment-methods.ts'
import { Dollars, dataOf, Language, listOf, PageQuery } from '../shared/api.ts'
import { paperSizes } from '../shared/paper.ts'
import { Sheet } from '../shared/sheet.ts'
import type { QueuedAbout } from './events.ts'
import { failureReasons, purposes } from './values.ts'

/** What became of a mail (R90). */
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

/** Since when no mails go to a payor's address, and why (R96). */
export const AddressFailure = z.object({ reason: z.enum(failureReasons), since: Instant })
export type AddressFailure = z.infer<typeof AddressFailure>

/** An open bill of a payor whom mails do not reach: without e-mail address, or with one that fails. */
export const BillWithoutEmail = z.object({
  billId: BillId,
  payor: z.object({ id: PayorId, name: z.string(), phone: z.string().nullable() }),
  /** What is open. */
  balance: Dollars,
  dueDate: z.string(),
  /** Of an address that fails; left out where the payor has none. */
  failing: AddressFailure.optional(),
})
export type BillWithoutEmail = z.infer<typeof BillWithoutEmail>

/** The open bills of a program that go out on paper: those of payors whom mails do not reach, or all. */
export const WhichBills = z.enum(['all', 'without-email'], { error: 'open must be all or without-email' })
export type WhichBills = z.infer<typeof WhichBills>
export const PrintedBillsQuery = PageQuery.extend({ open: WhichBills.default('without-email') })

export const PaperQuery = z.object({ size: z.enum(paperSizes, { error: 'size must be letter or a4' }).default('letter') })
export const PaperOfProgramQuery = PaperQuery.extend({ open: WhichBills.default('all') })

/** One sheet of paper. */
export const PrintedBill = z.object({
  billId: BillId,
  code: z.string(),
  payorName: z.string(),
  networkName: z.string(),
  programName: z.string(),
  programDescription: z.string().nullable(),
  balance: Dollars,
  dueDate: z.string(),
  payUrl: z.string().meta({ example: 'https://dues.example.org/pay/Qm3vT0dAcR8yLk2WnZ5xEg' }),
  /** The pay link as an SVG picture. */
  qrCode: z.string().meta({ example: '<svg/>' }),
  /** Of a payor whose address fails. */
  failing: AddressFailure.optional(),
  /** All that it says. */
  sheet: Sheet,
})
export type PrintedBill = z.infer<typeof PrintedBill>

export const PrintedSheet = dataOf(Sheet)
export type PrintedSheet = z.infer<typeof PrintedSheet>

/** A page of them, in the network's language. */
export const PrintedBills = listOf(PrintedBill).extend({ language: Language })
export type PrintedBills = z.infer<typeof PrintedBills>

/** A mail as it would go out. */
export const Preview = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type Preview = z.infer<typeof Preview>

/** Whether reminders of a network come to the address that a mailed link belongs to. */
export const ReminderWish = z.object({ networkName: z.string(), language: Language, stopped: z.boolean() })
export type ReminderWish = z.infer<typeof ReminderWish>
export const ReminderWishChange = z.object({ stopped: z.boolean('Choose whether reminders come') })

/** An address of a payor to which no mails go any more (R96). */
export const FailingAddress = z.object({
  payor: z.object({ id: PayorId, name: z.string(), email: z.string() }),
  ...AddressFailure.shape,
})
export type FailingAddress = z.infer<typeof FailingAddress>

/** Payors whose present address fails, by name: `most` of them, or all. */
export type FailingPayors = (
  networkId: NetworkId,
  only: Readonly<{ memberId?: PayorId; programId?: ProgramId; most?: number }>,
) => Promise<readonly Readonly<{ id: PayorId; name: string; email: string } & AddressFailure>[]>

export const FailingAddressesQuery = z.object({
  memberId: z.string().max(100).optional(),
  /** Only of payors with a bill of this program. */
  assessmentProgramId: z.string().max(100).optional(),
})

/** What a mail service tells of mails that came back, or were called spam; other kinds of news are passed over. */
export const MailNews = z.object({
  events: z
    .array(
      z.object({
        type: z.string().max(50),
        messageId: z.string().max(300),
        reason: z.string().max(1000).default(''),
        /** The enhanced status of RFC 3463, '5.1.1', where the service tells it apart from its reason. */
        status: z.string().max(20).optional(),
        /** Whom the mail went to. Where it differs from the payor's present address, that one stays as it is. */
        recipient: z.string().max(320).optional(),
      }),
      'Enter a list of events',
    )
    .max(1000, 'At most 1000 events'),
})

/** Which of the waiting mails to send: a program's bills (as part of a run), a network's reminders, or certain ones. */
export type Waiting = Readonly<{ networkId: NetworkId; programId?: ProgramId; runId?: RunId; only?: readonly MessageId[] }>

/** A way to pay that a bill's page offers; by a bank debit Stripe collects the money. */
export type OfferedMethod = MethodName | 'BankDebit'

/** A mail that waits, with everything that it may say as of now. */
export type PendingMail = Readonly<{
  id: MessageId
  position: bigint
  /** Since when it waits. */
  queuedAt: Instant
  networkId: NetworkId
  runId: RunId | null
  purpose: Purpose
  payorId: PayorId
  payorName: string
  /** How the payor is addressed: a first name, or whom a congregation named as its contact. */
  salutation: string
  email: string | null
  /** Other payors of the network have the same address. */
  isShared: boolean
  sender: string
  networkName: string
  language: Language
  trackMail: boolean
  today: LocalDate
  note: string | null
  /** What changed for the payor, of a mail about that. */
  change: PositionChange | null
  payment: Readonly<{
    id: PaymentId
    receiptNumber: string
    amount: Cents
    method: ReceiptMethod | null
    reference: string | null
    /** What of it no bill needs: the payor's credit. */
    kept: Cents
    /** When it arrived, else when it was recorded. */
    receivedOn: LocalDate
  }> | null
  /** How many bills it was written about; some may be left out of `bills` by now. */
  billCount: number
  bills: readonly Readonly<{
    id: BillId
    code: string
    payorName: string
    isOfCongregation: boolean
    programName: string
    programDescription: string | null
    /** Open for payment, and not claimed. */
    open: boolean
    /** The program's campaign is going. */
    active: boolean
    archived: boolean
    amount: Cents
    balance: Cents
    dueDate: LocalDate
    /** How it can be paid, in the order in which the mail names it. */
    methods: readonly OfferedMethod[]
  }>[]
}>

/**
 * 'stopped': the campaign was paused. 'deferred': the other side puts some off. 'later': some are of bills that have had as many mails as
 * they may in an hour. 'down': nobody takes mail at present.
 */
export type Delivery = 'done' | 'stopped' | 'deferred' | 'later' | 'down'

/** Where other modules hand in mails to payors. */
export type Outbox = Readonly<{
  /** Writes mails down, each once for ever; answers those that are new. */
  queue: (
    mails: readonly Readonly<{ about: QueuedAbout; withheld: boolean }>[],
    circumstances: Readonly<{ actor: string; at: Instant; cause?: string }>,
  ) => Promise<ReadonlySet<MessageId>>
  /** Sends what waits; `fresh`: what the caller has just written down, which needs no second look unless another delivery had it first. */
  deliver: (waiting: Waiting, fresh?: ReadonlySet<MessageId>) => Promise<Delivery>
  /** Leaves what the caller has just written down to a delivery of any process. */
  leave: (fresh: ReadonlySet<MessageId>) => void
}>
