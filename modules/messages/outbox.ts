import { type Instant, instantOf } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import type { BillId, MessageId, NetworkId, ProgramId, RunId } from '../kernel/ids.ts'
import { type Append, type Appended, Conflict, type EventStore, type Revision } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { renderLetter } from '../platform/mail/letter.ts'
import { type SendMail, verdictOf, wordsOf } from '../platform/mail/mail.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Delivery, Outbox, PendingMail, Waiting } from './contract.ts'
import { messageDecider } from './decider.ts'
import type { MessageAbout, MessageEvent } from './events.ts'
import { type LetterContext, letterOf } from './letters.ts'
import { quotaOf } from './quota.ts'
import { lastOf, recorder, streamOf } from './recorder.ts'

/** Mails under way at once in a run, which somebody watches. */
const UNDER_WAY = 10
/** And of those that nobody waits for: requests that come wait for them, since a mail under way cannot be put off. */
const UNDER_WAY_ASIDE = 3
/** Mails that begin between two looks at the campaign. A pause lets those under way go, and two such lots: 20 (R75). */
const LOOK_EVERY = 5
const PAGE = 500
const PATIENCE_MS = 60_000
/** A mail that the other side puts off for longer has failed: as long as mail servers themselves try. */
const GIVE_UP_MS = 3 * 86_400_000
export type OutboxDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  send: SendMail
  now: () => Instant
  exclusively: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
  /** The mails that wait, oldest first, with what they say as of now. */
  pending: (waiting: Waiting, after: bigint, limit: number, at: Instant) => Promise<readonly PendingMail[]>
  /** Is this program's campaign going, now? */
  goesOn: (programId: ProgramId) => Promise<boolean>
  /** How many mails about each of these bills went out since a moment; none is left out. */
  sentSince: (bills: readonly BillId[], since: Instant) => Promise<ReadonlyMap<BillId, number>>
  /** Which of these addresses want no reminders. */
  unsubscribed: (networkId: NetworkId, emails: readonly string[]) => Promise<ReadonlySet<string>>
  /** With which of these addresses, in lower case, somebody signs in. */
  withAccount: (emails: readonly string[]) => Promise<ReadonlySet<string>>
  settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
  links: LetterContext
}>

/** Of the addresses of a page of reminders: who wants none, and who can sign in. */
type Readers = Readonly<{ silent: ReadonlySet<string>; withAccount: ReadonlySet<string> }>

/**
 * Mails to payors. Each is written down before it is sent and once it is sent, so that after a crash what waits is sent and
 * what went is not. What was handed over at the moment of a crash goes again under the same Message-ID, by which mailboxes
 * know it as the same.
 */
export const outbox = (dependencies: OutboxDependencies): Outbox => {
  const { store, send, now, exclusively, pending, goesOn, unsubscribed, withAccount, settled, links } = dependencies
  /** Written down here, and in no delivery's hands yet. */
  const untouched = new Set<MessageId>()

  /** Writes down mails that are to be sent, or withheld for want of an address; one that is known already stays as it is. */
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
    const fresh = new Set(mails.flatMap(({ about }, i) => (answers[i] instanceof Conflict ? [] : [about.messageId])))
    for (const id of fresh) untouched.add(id)
    return fresh
  }

  /** The read model may show a mail as waiting that went out just before a crash; its stream tells. Null: it does not wait. */
  const waitsAt = async ({ id }: PendingMail): Promise<Revision | null> => {
    const recorded = await store.read(streamOf(id))
    const state = replay(messageDecider, recorded as unknown as MessageEvent[])
    return state?.status === 'Pending' ? recorded.length - 1 : null
  }

  /** Sends one mail: what became of it, or why it still waits. */
  const sendOne = async (mail: PendingMail, runId: RunId | null, readers: Readers): Promise<MessageEvent | 'deferred' | 'down'> => {
    const { id: messageId, email, sender, purpose, queuedAt } = mail
    const address = email?.toLowerCase() ?? ''
    const letter = purpose === 'reminder' && readers.silent.has(address) ? null : letterOf(mail, links, readers.withAccount.has(address))
    if (!letter) return { type: 'MessageDropped', data: { messageId, runId } }
    if (!email) return { type: 'MessageFailed', data: { messageId, runId, error: 'There is no e-mail address any more.' } }
    try {
      await send({ to: email, fromName: sender, messageId, ...renderLetter(letter) })
      return { type: 'MessageSent', data: { messageId, runId } }
    } catch (error) {
      const verdict = verdictOf(error)
      const tooLong = verdict === 'deferred' && queuedAt < instantOf(Date.parse(now()) - GIVE_UP_MS)
      return verdict === 'refused' || tooLong ? { type: 'MessageFailed', data: { messageId, runId, error: wordsOf(error) } } : verdict
    }
  }

  /** Sends a page of mails, a few at a time. */
  const sendPage = async (page: readonly PendingMail[], waiting: Waiting, fresh: ReadonlySet<MessageId>): Promise<Delivery> => {
    const reminded = page.flatMap(({ purpose, email }) => (purpose === 'reminder' && email ? [email.toLowerCase()] : []))
    const [silent, known] = reminded.length > 0 ? await Promise.all([unsubscribed(waiting.networkId, reminded), withAccount(reminded)]) : []
    const readers: Readers = { silent: silent ?? new Set(), withAccount: known ?? new Set() }
    const records = recorder(dependencies)
    const quota = await quotaOf(dependencies, page)
    const underWay = waiting.runId ? UNDER_WAY : UNDER_WAY_ASIDE
    const mails = page.values()
    let begun = 0
    let goes = Promise.resolve(true)
    let goesNext = waiting.programId ? goesOn(waiting.programId) : goes
    goesNext.catch(() => {})
    let deferred = false
    let later = false
    let over: Delivery | null = null
    let downInARow = 0
    const sender = async () => {
      for (const mail of mails) {
        // Looked up while the lot before goes out, so that nobody waits for it.
        if (waiting.programId && begun++ % LOOK_EVERY === 0) {
          goes = goesNext
          goesNext = goesOn(waiting.programId)
          goesNext.catch(() => {})
        }
        if (!(await goes)) over = 'stopped'
        if (over) return
        await records.room()
        const behind = untouched.delete(mail.id) && fresh.has(mail.id) ? 0 : await waitsAt(mail)
        if (behind === null) continue
        if (!quota.allows(mail)) {
          later = true
          continue
        }
        const outcome = await sendOne(mail, waiting.runId ?? mail.runId, readers)
        if (outcome === 'down') {
          downInARow += 1
          // One lost connection is bad luck; as many as go at once, and the rest would only wait for the same answer.
          if (downInARow >= underWay) over = 'down'
        } else downInARow = 0
        if (typeof outcome === 'string') deferred = true
        else records.tell({ event: outcome, payorId: mail.payorId, behind })
      }
    }
    const senders = await Promise.allSettled(Array.from({ length: underWay }, sender))
    await records.done()
    // The next delivery counts these, too.
    if (quota.isNear()) await settled(records.shown(), PATIENCE_MS)
    for (const { status, ...failed } of senders) if (status === 'rejected') throw (failed as PromiseRejectedResult).reason
    if (over) return over
    // Fewer mails than go at once, and none of them got through.
    if (downInARow > 0) return 'down'
    return deferred ? 'deferred' : later ? 'later' : 'done'
  }

  const deliverAll = async (waiting: Waiting, fresh: ReadonlySet<MessageId>, first: readonly PendingMail[]): Promise<Delivery> => {
    let after = -1n
    let outcome: Delivery = 'done'
    for (let page = first; ; page = await pending(waiting, after, PAGE, now())) {
      const delivery = await sendPage(page, waiting, fresh)
      if (delivery === 'stopped' || delivery === 'down') return delivery
      if (delivery === 'deferred' || (delivery === 'later' && outcome === 'done')) outcome = delivery
      after = page.at(-1)?.position ?? after
      if (page.length < PAGE) return outcome
    }
  }

  return {
    queue,
    /** One at a time in a network, so that nothing is sent by two; what is to say is looked up meanwhile. */
    deliver: async (waiting, fresh = new Set()) => {
      const first = pending(waiting, -1n, PAGE, now())
      first.catch(() => {})
      try {
        return await exclusively(`mail ${waiting.networkId}`, async () => deliverAll(waiting, fresh, await first))
      } finally {
        for (const id of fresh) untouched.delete(id)
      }
    },
  }
}
