import type { Instant } from '../kernel/dates.ts'
import type { MessageId, ProgramId, RunId } from '../kernel/ids.ts'
import { type Append, type Appended, Conflict, type EventStore } from '../platform/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { renderLetter } from '../platform/letter.ts'
import { isRefusal, type SendMail } from '../platform/mail.ts'
import type { Delivery, Outbox, PendingMail, Waiting } from './contract.ts'
import type { MessageAbout, MessageEvent } from './events.ts'
import { type LetterContext, letterOf } from './letters.ts'

/** As many mails are under way at once; a pause lets these go and no more (decision 12). */
const UNDER_WAY = 20
const PAGE = 200
const PATIENCE_MS = 60_000

export type OutboxDependencies = Readonly<{
  store: EventStore
  send: SendMail
  now: () => Instant
  exclusively: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /** The mails that wait, oldest first, with what they say as of now. */
  pending: (waiting: Waiting, after: bigint, limit: number, at: Instant) => Promise<readonly PendingMail[]>
  /** Is this program's campaign going, now? */
  goesOn: (programId: ProgramId) => Promise<boolean>
  settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
  context: () => LetterContext
}>

const streamOf = (messageId: MessageId) => `message-${messageId}` as const

const lastOf = (answers: readonly (Appended | Conflict)[]): Appended[] => {
  const appended = answers.filter((answer): answer is Appended => !(answer instanceof Conflict))
  return appended.length > 0 ? [appended.reduce((a, b) => (a.position > b.position ? a : b))] : []
}

/**
 * Mails to payors. Each is written down before it is sent and once it is sent, so that after a crash what waits is sent and
 * what went is not. What was handed over at the moment of a crash goes again under the same Message-ID, by which mailboxes
 * know it as the same.
 */
export const outbox = ({ store, send, now, exclusively, pending, goesOn, settled, context }: OutboxDependencies): Outbox => {
  /**
   * Writes down mails that are to be sent, or withheld for want of an address. One that is known already stays as it is.
   * Answers those that are new: nobody can have sent them yet.
   */
  const queue = async (
    mails: readonly Readonly<{ about: MessageAbout; withheld: boolean }>[],
    circumstances: Circumstances,
  ): Promise<ReadonlySet<MessageId>> => {
    const appends = mails.map(({ about, withheld }): Append => {
      const event: MessageEvent = { type: withheld ? 'MessageWithheld' : 'MessageQueued', data: about }
      return { stream: streamOf(about.messageId), events: eventsFor(streamOf(about.messageId), 0, [event], circumstances), expect: 'none' }
    })
    const answers = await store.appendEach(appends)
    await settled(lastOf(answers), PATIENCE_MS)
    return new Set(mails.flatMap(({ about }, i) => (answers[i] instanceof Conflict ? [] : [about.messageId])))
  }

  /** The read model may show a mail as waiting that went out just before a crash; its stream tells. */
  const isWaiting = async ({ id }: PendingMail): Promise<boolean> => (await store.read(streamOf(id))).length === 1

  /** Sends one mail. Null: it could not be handed over, and nobody knows whether it ever can. */
  const sendOne = async (mail: PendingMail, runId: RunId | null): Promise<MessageEvent | null> => {
    const { id: messageId, email, sender } = mail
    const letter = letterOf(mail, context())
    if (!letter) return { type: 'MessageDropped', data: { messageId, runId } }
    if (!email) return { type: 'MessageFailed', data: { messageId, runId, error: 'There is no e-mail address any more.' } }
    try {
      await send({ to: email, fromName: sender, messageId, ...renderLetter(letter) })
      return { type: 'MessageSent', data: { messageId, runId } }
    } catch (error) {
      if (!isRefusal(error)) return null
      return { type: 'MessageFailed', data: { messageId, runId, error: error.response?.slice(0, 500) ?? error.message } }
    }
  }

  const record = async (events: readonly MessageEvent[]): Promise<Appended[]> => {
    const circumstances: Circumstances = { actor: 'system:mail', at: now(), cause: 'delivery' }
    const appends = events.map((event): Append => {
      const stream = streamOf(event.data.messageId)
      return { stream, events: eventsFor(stream, 1, [event], circumstances), expect: 0 }
    })
    return lastOf(await store.appendEach(appends))
  }

  const deliverAll = async (waiting: Waiting, fresh: ReadonlySet<MessageId>): Promise<Delivery> => {
    let after = -1n
    let recording: Promise<Appended[]> = Promise.resolve([])
    let outcome: Delivery = 'done'
    for (;;) {
      const page = await pending(waiting, after, PAGE, now())
      for (let from = 0; from < page.length; from += UNDER_WAY) {
        if (waiting.programId && !(await goesOn(waiting.programId))) {
          await settled(await recording, PATIENCE_MS)
          return 'stopped'
        }
        const chunk = page.slice(from, from + UNDER_WAY)
        const waits = await Promise.all(chunk.map((mail) => fresh.has(mail.id) || isWaiting(mail)))
        const mails = chunk.filter((_, i) => waits[i])
        const events = await Promise.all(mails.map((mail) => sendOne(mail, waiting.runId ?? mail.runId)))
        const told = events.filter((event): event is MessageEvent => event !== null)
        if (told.length < events.length) outcome = 'try-again'
        await recording
        recording = record(told)
        recording.catch(() => {})
        // Nobody takes mail now: the rest would only wait for the same answer.
        if (told.length === 0 && events.length > 0) break
      }
      after = page.at(-1)?.position ?? after
      if (page.length < PAGE || outcome === 'try-again') break
    }
    await settled(await recording, PATIENCE_MS)
    return outcome
  }

  return {
    queue,
    /** Sends what waits; one at a time in a network, so that nothing is sent by two. `fresh`: what was written down just now. */
    deliver: (waiting, fresh = new Set()) => exclusively(`mail ${waiting.networkId}`, () => deliverAll(waiting, fresh)),
  }
}
