import { z } from 'zod'
import { PositionChange } from '../bills/contract.ts'
import { type EventOf, eventsOf, foldOf, sealed, sealedFor, text } from '../kernel/events.ts'
import type { BillId, MessageId, NetworkId, PaymentId, PayorId, ProgramId, RunId } from '../kernel/ids.ts'
import { languages } from '../kernel/language.ts'
import { Purpose } from './contract.ts'
import type { FailureReason } from './values.ts'

const onMessage = { messageId: text<MessageId>() }
const ofRun = { ...onMessage, runId: text<RunId>().nullable() }

/**
 * The bills and payor that a mail is about. The payor's address is looked up when the mail is sent, since the log has
 * no payor's address in plain text.
 */
const about = {
  ...ofRun,
  networkId: text<NetworkId>(),
  purpose: Purpose,
  payorId: text<PayorId>(),
  /** Null for a mail about several bills, which may belong to several programs. */
  programId: text<ProgramId>().nullable(),
  /** `rung`: for a reminder, its day before or after the due date. */
  bills: z.array(z.object({ billId: text<BillId>(), rung: z.int().nullable() }).readonly()).readonly(),
  paymentId: text<PaymentId>().nullable(),
  /** For a rejected claim: the reason, as the bill's event has already encrypted it. */
  note: z.string().nullable(),
  ...sealedFor,
}
const MessageAbout = z.object(about)
export type MessageAbout = Readonly<z.output<typeof MessageAbout>>

const QueuedAbout = z.object({
  ...about,
  /** For a mail about a change of what the payor owes or has paid. */
  change: PositionChange.exactOptional(),
  /** Present if the payor read the pay page in another language than the network's. */
  language: z.enum(languages).exactOptional(),
  /** For a guest's receipt: the address that the guest entered, as the bill's event has already encrypted it. */
  to: z.string().nullable().exactOptional(),
})
export type QueuedAbout = Readonly<z.output<typeof QueuedAbout>>

export type MessageState = Readonly<{
  about: MessageAbout
  status: 'Pending' | 'Withheld' | 'Sent' | 'Failed' | 'Dropped' | 'Bounced'
  opened: boolean
  clicked: boolean
}> | null

/** Answers of mail servers often contain the address, so they are encrypted with the payor's key. */
const error = { error: sealed(z.string()), ...sealedFor }

const event = eventsOf<MessageState>()
const become = (change: Partial<NonNullable<MessageState>>) => (message: MessageState) => message && { ...message, ...change }

/** The events of one mail. Its stream can begin only once, so no mail is sent twice (R88). Kept for ever. */
export const messageEvents = {
  MessageQueued: event(QueuedAbout, {
    icon: 'mail',
    says: 'Mail written',
    evolve: (_, data) => ({ about: data, status: 'Pending', opened: false, clicked: false }),
    webhook: null,
  }),
  /** The payor has no address, so the bill must be printed. */
  MessageWithheld: event(MessageAbout, {
    icon: 'mail-cross',
    says: 'Mail withheld for want of an e-mail address',
    evolve: (_, data) => ({ about: data, status: 'Withheld', opened: false, clicked: false }),
    webhook: null,
  }),
  /** `told`: the bills that the mail lists, if it had to leave some out. */
  MessageSent: event(z.object({ ...ofRun, told: z.array(text<BillId>()).readonly().exactOptional() }), {
    icon: 'send',
    says: 'Mail sent',
    evolve: become({ status: 'Sent' }),
    webhook: null,
  }),
  /** The mail server has refused the mail for good. */
  MessageFailed: event(z.object({ ...ofRun, ...error }), {
    icon: 'mail-cross',
    says: 'Mail could not be sent',
    evolve: become({ status: 'Failed' }),
    webhook: null,
  }),
  /** The mail was not sent, because there was nothing left to say. */
  MessageDropped: event(z.object(ofRun), {
    icon: 'mail-cross',
    says: 'Mail not sent: the bill was settled before',
    evolve: become({ status: 'Dropped' }),
    webhook: null,
  }),
  /** An Admin had the mail sent again, with the same Message-ID. */
  MessageRetried: event(z.object(onMessage), {
    icon: 'send',
    repeatable: true,
    says: 'Mail to be sent again',
    evolve: become({ status: 'Pending' }),
    webhook: null,
  }),
  MessageBounced: event(z.object({ ...onMessage, ...error }), {
    icon: 'mail-cross',
    says: 'Mail came back',
    evolve: become({ status: 'Bounced' }),
    webhook: null,
  }),
  MessageOpened: event(z.object(onMessage), { icon: 'mail-open', says: 'Mail opened', evolve: become({ opened: true }), webhook: null }),
  MessageClicked: event(z.object(onMessage), { icon: 'pointer', says: 'Link in the mail opened', evolve: become({ clicked: true }), webhook: null }),
}
export type MessageEvent = EventOf<typeof messageEvents>
export const messageFold = foldOf<MessageState, typeof messageEvents>(messageEvents)

/**
 * The state of an address: whether its owner has stopped reminders, and the payors whose mails to it have failed.
 * `failing` is empty while mails arrive.
 */
export type AddressState = Readonly<{ stopped: boolean; failing: ReadonlySet<PayorId> }>

/** The address is a keyed digest, so that the log identifies nobody. */
const onAddress = z.object({ networkId: text<NetworkId>(), address: z.string() })
const addressEvent = eventsOf<AddressState>()

/** The events of one address in one network, in a stream for each. Kept for ever. */
export const reminderEvents = {
  RemindersStopped: addressEvent(onAddress, {
    icon: 'bell',
    says: 'Reminders unsubscribed',
    evolve: (state) => ({ ...state, stopped: true }),
    webhook: null,
  }),
  // Stopping reminders is never refused; resuming them has a limit.
  RemindersWanted: addressEvent(onAddress, {
    icon: 'bell',
    repeatable: true,
    says: 'Reminders wanted again',
    evolve: (state) => ({ ...state, stopped: false }),
    webhook: null,
  }),
  /** The network sends no more mails to the address. `payorId`: the payor whose mail has failed. */
  AddressFailed: addressEvent(onAddress.extend({ payorId: text<PayorId>(), reason: text<FailureReason>() }), {
    icon: 'mail-cross',
    says: 'Mails to an address stopped: it does not exist, or its owner complained',
    evolve: (state, { payorId }) => ({ ...state, failing: new Set([...state.failing, payorId]) }),
    webhook: null,
  }),
  /** An Admin has resumed mails to the address. */
  AddressTakenUp: addressEvent(onAddress, {
    icon: 'mail',
    repeatable: true,
    says: 'Mails to an address that had failed go again',
    evolve: (state) => ({ ...state, failing: new Set() }),
    webhook: null,
  }),
}
export type ReminderEvent = EventOf<typeof reminderEvents>
export const addressFold = {
  initial: { stopped: false, failing: new Set() } as AddressState,
  ...foldOf<AddressState, typeof reminderEvents>(reminderEvents),
}
