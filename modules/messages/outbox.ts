import type { Instant } from '../kernel/dates.ts'
import { replay } from '../kernel/decider.ts'
import type { MessageId } from '../kernel/ids.ts'
import { type Append, type Appended, Conflict, type Revision } from '../platform/event-store/event-store.ts'
import { eventsFor } from '../platform/handle.ts'
import type { Delivery, Outbox, PendingMail, Waiting } from './contract.ts'
import { messageDecider } from './decider.ts'
import type { MessageEvent } from './events.ts'
import { lastOf, streamOf } from './recorder.ts'
import { PATIENCE_MS, type PageDependencies, sendPage } from './send-page.ts'

const PAGE = 500
/** A run watches its campaign. Reminders belong to several, which each page asks anew: after a pause 20 mails at most still go (R57). */
const PAGE_OF_REMINDERS = 20
const areReminders = ({ programId, only }: Waiting): boolean => !programId && !only
/** The other mails of the network wait for this: where a read model stands still, they go rather than wait on. */
const COUNTED_WITHIN_MS = 10_000

export type OutboxDependencies = PageDependencies &
  Readonly<{
    settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
    exclusively: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
    /** The mails that wait, oldest first, with what they say as of now. */
    pending: (waiting: Waiting, after: bigint, limit: number, at: Instant) => Promise<readonly PendingMail[]>
  }>

/**
 * Mails to payors. Each is recorded before it is sent and once it is sent, so that a crash loses none. A mail that was handed over
 * at the moment of a crash goes again under the same Message-ID, by which mailboxes recognise the copy.
 */
export const outbox = (dependencies: OutboxDependencies): Outbox => {
  const { store, now, exclusively, pending, settled } = dependencies
  /** Queued by this process, and taken up by no delivery yet: these need no look at their streams. */
  const untouched = new Set<MessageId>()

  /** Records mails that are to be sent, or withheld for want of an address; one that is known already stays as it is. */
  const queue: Outbox['queue'] = async (mails, circumstances) => {
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
    const state = replay(messageDecider, messageDecider.read(recorded))
    return state?.status === 'Pending' ? recorded.length - 1 : null
  }

  const limitOf = (waiting: Waiting) => (areReminders(waiting) ? PAGE_OF_REMINDERS : PAGE)
  const firstOf = (waiting: Waiting) => pending(waiting, -1n, limitOf(waiting), now())

  const deliverAll = async (waiting: Waiting, fresh: ReadonlySet<MessageId>, first: readonly PendingMail[]): Promise<Delivery> => {
    const freshAt = async (mail: PendingMail) => (untouched.delete(mail.id) && fresh.has(mail.id) ? 0 : waitsAt(mail))
    const limit = limitOf(waiting)
    let after = -1n
    let outcome: Delivery = 'done'
    let last: readonly Appended[] = []
    try {
      for (let page = first; ; page = await pending(waiting, after, limit, now())) {
        const { delivery, shown } = await sendPage(dependencies, page, waiting, freshAt)
        if (shown.length > 0) last = shown
        if (delivery === 'stopped' || delivery === 'down') return delivery
        if (delivery === 'deferred' || (delivery === 'later' && outcome === 'done')) outcome = delivery
        after = page.at(-1)?.position ?? after
        if (page.length < limit) return outcome
      }
    } finally {
      // The next delivery counts these mails, too.
      await settled(last, COUNTED_WITHIN_MS)
    }
  }

  const leave: Outbox['leave'] = (fresh) => {
    for (const id of fresh) untouched.delete(id)
  }

  return {
    queue,
    leave,
    /**
     * One delivery at a time in a network, so that nothing is sent twice; the first page is read while it waits for its turn, but for
     * reminders, whose campaigns nobody watches meanwhile.
     */
    deliver: async (waiting, fresh = new Set()) => {
      const ahead = areReminders(waiting) ? null : firstOf(waiting)
      ahead?.catch(() => {})
      try {
        return await exclusively(`mail ${waiting.networkId}`, async () => deliverAll(waiting, fresh, await (ahead ?? firstOf(waiting))))
      } finally {
        leave(fresh)
      }
    },
  }
}
