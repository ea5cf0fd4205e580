import { z } from 'zod'
import { PageQuery } from '../kernel/api.ts'
import { Instant, type LocalDate } from '../kernel/dates.ts'
import { BillId, MemberId, MessageId, type NetworkId, type ProgramId, type RunId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { MessageAbout } from './events.ts'

/** The six of the specification (§3). */
export const DeliveryStatus = z.enum(['Pending', 'Sent', 'Failed', 'Opened', 'Clicked', 'Bounced'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const Purpose = z.enum(['bill', 'reminder', 'receipt', 'claim-received', 'claim-not-received'])
export type Purpose = z.infer<typeof Purpose>

export const Message = z.object({
  id: MessageId,
  purpose: Purpose,
  status: DeliveryStatus,
  payor: z.object({ id: MemberId, name: z.string(), email: z.string().nullable() }),
  bills: z.array(BillId),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type Message = z.infer<typeof Message>

export const MessagesQuery = PageQuery.extend({
  assessmentProgramId: z.string().max(100).optional(),
  status: z.enum(DeliveryStatus.options, { error: 'Unknown status' }).optional(),
})

/** Which of the waiting mails to send: a program's bills (as part of a run), a network's reminders, or a single one. */
export type Waiting = Readonly<{ networkId: NetworkId; programId?: ProgramId; runId?: RunId; messageId?: MessageId }>

/** A mail that waits, with everything that it may say as of now. */
export type PendingMail = Readonly<{
  id: MessageId
  position: bigint
  networkId: NetworkId
  runId: RunId | null
  purpose: Purpose
  payorName: string
  /** How the payor is addressed: a first name, or whom a congregation named as its contact. */
  salutation: string
  email: string | null
  sender: string
  networkName: string
  today: LocalDate
  note: string | null
  payment: Readonly<{ amount: Cents; method: string | null; at: Instant }> | null
  bills: readonly Readonly<{
    id: BillId
    programName: string
    programDescription: string | null
    /** Open for payment, and not claimed. */
    open: boolean
    /** The program's campaign is going. */
    active: boolean
    balance: Cents
    dueDate: LocalDate
  }>[]
}>

export type Delivery = 'done' | 'stopped' | 'try-again'

/** Where other modules hand in mails to payors. */
export type Outbox = Readonly<{
  /** Writes mails down, each once for ever; answers those that are new. */
  queue: (
    mails: readonly Readonly<{ about: MessageAbout; withheld: boolean }>[],
    circumstances: Readonly<{ actor: string; at: Instant; cause?: string }>,
  ) => Promise<ReadonlySet<MessageId>>
  /** Sends what waits. 'stopped': the campaign was paused; 'try-again': mail cannot be handed over at present. */
  deliver: (waiting: Waiting, fresh?: ReadonlySet<MessageId>) => Promise<Delivery>
}>
