import { z } from 'zod'
import { PositionChange } from '../bills/contract.ts'
import { type EventOf, eventsOf, foldOf, sealed, sealedFor, text } from '../kernel/events.ts'
import type { BillId, MessageId, NetworkId, PaymentId, PayorId, ProgramId, RunId } from '../kernel/ids.ts'
import { languages } from '../kernel/language.ts'
import { Purpose } from './contract.ts'
import type { FailureReason } from './values.ts'

const onMessage = { messageId: text<MessageId>() }
const ofRun = { ...onMessage, runId: text<RunId>().nullable() }

/** What a mail is about. Whom it goes to is looked up when it goes out: no payor's address is ever plain in the log. */
const about = {
  ...ofRun,
  networkId: text<NetworkId>(),
  purpose: Purpose,
  payorId: text<PayorId>(),
  /** null for a digest, which may be about bills of several programs. */
  programId: text<ProgramId>().nullable(),
  /** `rung`: which reminder of the ladder it is, in days from the due date. */
  bills: z.array(z.object({ billId: text<BillId>(), rung: z.int().nullable() }).readonly()).readonly(),
  paymentId: text<PaymentId>().nullable(),
  /** What was said about it, for a claim that was not received; sealed by the event that it was said in. */
  note: z.string().nullable(),
  ...sealedFor,
}
const MessageAbout = z.object(about)
export type MessageAbout = Readonly<z.output<typeof MessageAbout>>

const QueuedAbout = z.object({
  ...about,
  /** Of a mail about a change of the payor's position. */
  change: PositionChange.exactOptional(),
  /** Where the payor read another language than the network's. */
  language: z.enum(languages).exactOptional(),
  /** Of a receipt for whoever paid: the address that they typed, sealed by the event that it was typed in. */
  to: z.string().nullable().exactOptional(),
})
export type QueuedAbout = Readonly<z.output<typeof QueuedAbout>>

export type MessageState = Readonly<{
  about: MessageAbout
  status: 'Pending' | 'Withheld' | 'Sent' | 'Failed' | 'Dropped' | 'Bounced'
  opened: boolean
  clicked: boolean
}> | null

/** What a mail server answers often names the address: it is sealed with the payor's key. */
const error = { error: sealed(z.string()), ...sealedFor }

const event = eventsOf<MessageState>()
const become = (change: Partial<NonNullable<MessageState>>) => (message: MessageState) => message && { ...message, ...change }

/** The events of one mail, in a stream of its own: that the stream can begin only once is what makes it one mail (R103). Kept for ever. */
export const messageEvents = {
  MessageQueued: event(QueuedAbout, {
    icon: 'mail',
    says: 'Mail written',
    evolve: (_, data) => ({ about: data, status: 'Pending', opened: false, clicked: false }),
    webhook: null,
  }),
  /** There is no address: a bill like this is printed. */
  MessageWithheld: event(MessageAbout, {
    icon: 'mail-cross',
    says: 'Mail withheld for want of an e-mail address',
    evolve: (_, data) => ({ about: data, status: 'Withheld', opened: false, clicked: false }),
    webhook: null,
  }),
  /** `told`: the bills that a digest told of, where it left some out that nothing could be asked for any more. */
  MessageSent: event(z.object({ ...ofRun, told: z.array(text<BillId>()).readonly().exactOptional() }), {
    icon: 'send',
    says: 'Mail sent',
    evolve: become({ status: 'Sent' }),
    webhook: null,
  }),
  /** The other side will not take it, whatever is tried. */
  MessageFailed: event(z.object({ ...ofRun, ...error }), {
    icon: 'mail-cross',
    says: 'Mail could not be sent',
    evolve: become({ status: 'Failed' }),
    webhook: null,
  }),
  /** What it was about was settled before it went out. */
  MessageDropped: event(z.object(ofRun), {
    icon: 'mail-cross',
    says: 'Mail not sent: the bill was settled before',
    evolve: become({ status: 'Dropped' }),
    webhook: null,
  }),
  /** Somebody asked for another try, under the same Message-ID. */
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

/** Whether an address wants no reminders of a network, and the payors at whose mails it has failed: none while it works. */
export type AddressState = Readonly<{ stopped: boolean; failing: ReadonlySet<PayorId> }>

/** Addresses are keyed digests: the log names nobody. */
const onAddress = z.object({ networkId: text<NetworkId>(), address: z.string() })
const addressEvent = eventsOf<AddressState>()

/** The events of one address in one network, in a stream of its own. Kept for ever. */
export const reminderEvents = {
  RemindersStopped: addressEvent(onAddress, {
    icon: 'bell',
    says: 'Reminders unsubscribed',
    evolve: (state) => ({ ...state, stopped: true }),
    webhook: null,
  }),
  // Stopping is never refused; whoever wants reminders again can ask often.
  RemindersWanted: addressEvent(onAddress, {
    icon: 'bell',
    repeatable: true,
    says: 'Reminders wanted again',
    evolve: (state) => ({ ...state, stopped: false }),
    webhook: null,
  }),
  /** No mail of the network goes to it any more; `payorId`: whose mail told. */
  AddressFailed: addressEvent(onAddress.extend({ payorId: text<PayorId>(), reason: text<FailureReason>() }), {
    icon: 'mail-cross',
    says: 'Mails to an address stopped: it does not exist, or its owner complained',
    evolve: (state, { payorId }) => ({ ...state, failing: new Set([...state.failing, payorId]) }),
    webhook: null,
  }),
  /** An Admin has mails go to it again. */
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
