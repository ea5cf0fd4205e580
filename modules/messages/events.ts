import type { PositionChange } from '../bills/contract.ts'
import type { DomainEvent, SealedFor } from '../kernel/decider.ts'
import type { BillId, MessageId, NetworkId, PaymentId, PayorId, ProgramId, RunId } from '../kernel/ids.ts'
import type { Language } from '../kernel/language.ts'
import type { Purpose } from './contract.ts'
import type { FailureReason } from './values.ts'

/** What a mail is about. Whom it goes to is looked up when it goes out: no payor's address is ever in the log. */
export type MessageAbout = Readonly<{
  messageId: MessageId
  networkId: NetworkId
  purpose: Purpose
  payorId: PayorId
  /** null for a digest, which may be about bills of several programs. */
  programId: ProgramId | null
  runId: RunId | null
  /** `rung`: which reminder of the ladder it is, in days from the due date. */
  bills: readonly Readonly<{ billId: BillId; rung: number | null }>[]
  paymentId: PaymentId | null
  /** What was said about it, for a claim that was not received. */
  note: string | null
}> &
  SealedFor

/**
 * `change`: of a mail about a change of the payor's position. `language`: where the payor read another than the network's. `to`: of a receipt for
 * whoever paid, which goes to the address that they typed, sealed with the payor's key.
 */
export type QueuedAbout = MessageAbout & Readonly<{ change?: PositionChange; language?: Language; to?: string | null }>

/** One mail, in a stream of its own: that the stream can begin only once is what makes it one mail (R103). Kept for ever. */
export type MessageEvent =
  | DomainEvent<'MessageQueued', QueuedAbout>
  /** There is no address: a bill like this is printed. */
  | DomainEvent<'MessageWithheld', MessageAbout>
  /** `told`: the bills that a digest told of, where it left some out that nothing could be asked for any more. */
  | DomainEvent<'MessageSent', { messageId: MessageId; runId: RunId | null; told?: readonly BillId[] }>
  /** The other side will not take it, whatever is tried. */
  | DomainEvent<'MessageFailed', { messageId: MessageId; runId: RunId | null; error: string } & SealedFor>
  /** What it was about was settled before it went out. */
  | DomainEvent<'MessageDropped', { messageId: MessageId; runId: RunId | null }>
  /** Somebody asked for another try, under the same Message-ID. */
  | DomainEvent<'MessageRetried', { messageId: MessageId }>
  | DomainEvent<'MessageBounced', { messageId: MessageId; error: string } & SealedFor>
  | DomainEvent<'MessageOpened', { messageId: MessageId }>
  | DomainEvent<'MessageClicked', { messageId: MessageId }>

/** Of one address in one network, in a stream of its own. The address is a keyed digest: the log names nobody. */
export type ReminderEvent =
  | DomainEvent<'RemindersStopped', { networkId: NetworkId; address: string }>
  | DomainEvent<'RemindersWanted', { networkId: NetworkId; address: string }>
  /** No mail of the network goes to it any more; `payorId`: whose mail told. */
  | DomainEvent<'AddressFailed', { networkId: NetworkId; address: string; payorId: PayorId; reason: FailureReason }>
  /** An Admin has mails go to it again. */
  | DomainEvent<'AddressTakenUp', { networkId: NetworkId; address: string }>
