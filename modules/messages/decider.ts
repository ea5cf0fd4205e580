import type { Decider } from '../kernel/decider.ts'
import { missing, refused } from '../kernel/errors.ts'
import { type MessageEvent, type MessageState, messageFold } from './events.ts'

export type MessageCommand =
  /** `paused`: the campaign is paused, so the mail cannot be sent. */
  { type: 'Retry'; paused: boolean } | { type: 'NoteOpened' } | { type: 'NoteClicked' } | { type: 'NoteBounced'; error: string }

const decide = (command: MessageCommand, message: MessageState): MessageEvent[] => {
  if (!message) throw missing('Message')
  const { about, status, opened, clicked } = message
  const { messageId } = about
  switch (command.type) {
    case 'Retry':
      if (status === 'Pending') return []
      if (status !== 'Failed' && status !== 'Bounced') throw refused('not-allowed', 'Only a mail that failed or bounced can be sent again.')
      if (command.paused) throw refused('not-allowed', 'The campaign is paused. Resume it to send its mails.')
      return [{ type: 'MessageRetried', data: { messageId } }]
    // Ignored until the log has recorded that the mail was sent.
    case 'NoteOpened':
      return status === 'Sent' && !opened && !clicked ? [{ type: 'MessageOpened', data: { messageId } }] : []
    case 'NoteClicked':
      return status === 'Sent' && !clicked ? [{ type: 'MessageClicked', data: { messageId } }] : []
    case 'NoteBounced':
      // The mail bounced before its sending was recorded. The refusal makes the mail service report the bounce again.
      if (status === 'Pending') throw refused('not-sent', 'This mail is still being sent. Report the bounce again in a moment.')
      return status === 'Sent' ? [{ type: 'MessageBounced', data: { messageId, error: command.error } }] : []
  }
}

/** The decider of one mail, from its queueing to its delivery. */
export const messageDecider: Decider<MessageState, MessageCommand, MessageEvent> = { initial: null, decide, ...messageFold }
