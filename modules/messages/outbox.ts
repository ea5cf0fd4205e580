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
/**
 * A run checks its own campaign. Reminders belong to several campaigns, which are checked once for each page of mails:
 * after a pause, at most 20 more mails are sent (R57).
 */
const PAGE_OF_REMINDERS = 20
const areReminders = ({ programId, only }: Waiting): boolean => !programId && !only
/**
 * The longest time that the network's other mails wait for the mails just sent to be counted, even if a read model is
 * blocked.
 */
const COUNTED_WITHIN_MS = 10_000

export type OutboxDependencies = PageDependencies &
  Readonly<{
    settled: (appended: readonly Appended[], patience: number) => Promise<boolean>
    exclusively: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>
    /** The waiting mails, oldest first, with their content as of now. */
    pending: (waiting: Waiting, after: bigint, limit: number, at: Instant) => Promise<readonly PendingMail[]>
  }>

/**
 * The mails to payors. A mail is recorded before it is sent and after it, so that a crash loses none. A mail that was
 * in transit at a crash is sent again with the same Message-ID, by which mailboxes detect a copy.
 */
export const outbox = (dependencies: OutboxDependencies): Outbox => {
  const { store, now, exclusively, pending, settled } = dependencies
  /** Mails that this process has queued and no delivery has begun to send. Their streams need not be read. */
  const untouched = new Set<MessageId>()

  /**
   * Records mails that are to be sent, or cannot be for lack of an address. Mails that are recorded already stay as
   * they are.
   */
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

  /**
   * The revision of a mail that still waits, else null. Its stream decides, since the read models may not show yet that
   * it was sent.
   */
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
      // The limit per hour must count these mails before the next delivery begins.
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
     * Only one delivery runs in a network, so that nothing is sent twice. The first page is read while waiting for the
     * lock. Not for reminders: a campaign may be paused during the wait.
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
