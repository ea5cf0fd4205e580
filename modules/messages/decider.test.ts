import { describe, expect, test } from 'vitest'
import { scenario } from '../../scripts/testing/scenario.ts'
import type { MessageId } from '../kernel/ids.ts'
import { messageDecider } from './decider.ts'
import type { MessageAbout, MessageEvent } from './events.ts'

const messageId = 'm' as MessageId
const about = { messageId, purpose: 'bill', bills: [] } as unknown as MessageAbout
const queued: MessageEvent = { type: 'MessageQueued', data: about }
const sent: MessageEvent = { type: 'MessageSent', data: { messageId, runId: null } }
const failed: MessageEvent = { type: 'MessageFailed', data: { messageId, runId: null, error: '550' } }
const bounced: MessageEvent = { type: 'MessageBounced', data: { messageId, error: 'gone' } }
const retried: MessageEvent = { type: 'MessageRetried', data: { messageId } }
const opened: MessageEvent = { type: 'MessageOpened', data: { messageId } }
const clicked: MessageEvent = { type: 'MessageClicked', data: { messageId } }
const given = scenario(messageDecider)
const retry = { type: 'Retry', paused: false } as const
const bounce = { type: 'NoteBounced', error: 'gone' } as const

describe('sending a mail again', () => {
  test('is possible after a failure or a bounce', () => {
    given(queued, failed).when(retry).then(retried)
    given(queued, sent, bounced).when(retry).then(retried)
    given(queued, failed, retried, failed).when(retry).then(retried)
  })
  test.each([[[queued, sent]], [[queued, sent, opened]], [[queued, failed, retried, sent]]])('is rejected for a delivered mail', (history) =>
    expect(() =>
      given(...history)
        .when(retry)
        .then(),
    ).toThrow('Only a mail that failed or bounced can be sent again.'),
  )
  test('is rejected while its campaign is paused, and while the mail already waits', () => {
    given(queued, failed).when({ type: 'Retry', paused: true }).refused('not-allowed')
    given(queued, failed, retried).when(retry).then()
  })
})

describe("[d] a mail service's reports on a mail", () => {
  test('are each recorded once, and only after the mail was sent', () => {
    given(queued, sent).when({ type: 'NoteOpened' }).then(opened)
    given(queued, sent).when({ type: 'NoteClicked' }).then(clicked)
    given(queued, sent, clicked).when({ type: 'NoteOpened' }).then()
    given(queued).when({ type: 'NoteOpened' }).then()
    given(queued, sent).when(bounce).then(bounced)
    given(queued, failed).when(bounce).then()
  })
  test('are requested again if they report a bounce before the sending is recorded', () => given(queued).when(bounce).refused('not-sent'))
})
