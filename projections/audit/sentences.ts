import type { VisitEvent } from '../../modules/audit/events.ts'
import type { RunEvent } from '../../modules/campaigns/events.ts'
import type { MessageEvent, ReminderEvent } from '../../modules/messages/events.ts'
import type { PayoutEvent } from '../../modules/payments/events.ts'
import type { UploadEvent } from '../../modules/payors/events.ts'

type Plain = VisitEvent | RunEvent | UploadEvent | MessageEvent | ReminderEvent | PayoutEvent

/** Events of things that have no history of their own, in the journal's words. */
export const sentences: Readonly<Record<Plain['type'], string>> = {
  AuditorVisited: 'The books were looked at',
  AuditorTookFile: 'A file was taken',
  KeyTookFile: 'A file was taken by software',
  RunStarted: 'Sending began',
  RunHeldUp: 'Sending was held up',
  RunWentOn: 'Sending went on',
  RunEnded: 'Sending ended',
  UploadStarted: 'Upload began',
  MembersRegistered: 'Payors registered by an upload',
  PayorsEnrolled: 'Payors enrolled in the program by an upload',
  PayorEnrolled: 'Payor put on the program by hand',
  PayorRemoved: 'Payor taken off the program',
  MessageQueued: 'Mail written',
  MessageWithheld: 'Mail withheld for want of an e-mail address',
  MessageSent: 'Mail sent',
  MessageFailed: 'Mail could not be sent',
  MessageDropped: 'Mail not sent: the bill was settled before',
  MessageRetried: 'Mail to be sent again',
  MessageBounced: 'Mail came back',
  MessageOpened: 'Mail opened',
  MessageClicked: 'Link in the mail opened',
  RemindersStopped: 'Reminders unsubscribed',
  RemindersWanted: 'Reminders wanted again',
  AddressFailed: 'Mails to an address stopped: it does not exist, or its owner complained',
  AddressTakenUp: 'Mails to an address that had failed go again',
  PayoutNoted: 'Payout by Stripe',
  PayoutLinesNoted: 'Contents of a payout noted',
}
