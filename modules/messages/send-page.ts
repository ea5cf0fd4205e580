import { type Instant, instantOf } from '../kernel/dates.ts'
import type { BillId, ProgramId } from '../kernel/ids.ts'
import type { Appended, EventStore, Revision } from '../platform/event-store/event-store.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Delivery, PendingMail, Waiting } from './contract.ts'
import { recorder } from './recorder.ts'
import { type MailDependencies, mailSender } from './send-mail.ts'

/** Most mails sent in an hour about one bill, however many actions cause them (R88). */
const MOST_OF_A_BILL = 6
const HOUR_MS = 3_600_000

type Dependencies = Readonly<{
  /**
   * The number of mails about each of these bills that were sent since a moment. Bills without mails may be missing.
   */
  sentSince: (bills: readonly BillId[], since: Instant) => Promise<ReadonlyMap<BillId, number>>
  now: () => Instant
}>

/** Keeps count of how many mails about a page's bills may still be sent in this hour. */
const quotaOf = async ({ sentSince, now }: Dependencies, page: readonly PendingMail[]) => {
  const bills = new Set(page.flatMap((mail) => mail.bills.map(({ id }) => id)))
  const sent = new Map(await sentSince([...bills], instantOf(Date.parse(now()) - HOUR_MS)))
  return {
    /** True if the mail may be sent; the mail is then counted as sent. */
    allows: ({ bills: about }: PendingMail): boolean => {
      if (about.some(({ id }) => (sent.get(id) ?? 0) >= MOST_OF_A_BILL)) return false
      for (const { id } of about) sent.set(id, (sent.get(id) ?? 0) + 1)
      return true
    },
  }
}

const AT_ONCE_IN_A_RUN = 10
/** In the background fewer mails are sent at once, since a mail that is being sent cannot make way for requests. */
const AT_ONCE_IN_THE_BACKGROUND = 3
/**
 * Batch size between pause checks. After a pause the mails in transit (10) and at most two batches (10) still go out
 * (R57).
 */
const POLL_EVERY = 5
export const PATIENCE_MS = 60_000

export type PageDependencies = MailDependencies &
  Readonly<{
    store: EventStore
    personal: PersonalData
    /** True while this program's campaign is active. */
    goesOn: (programId: ProgramId) => Promise<boolean>
    /**
     * The number of mails about each of these bills that were sent since a moment. Bills without mails may be missing.
     */
    sentSince: (bills: readonly BillId[], since: Instant) => Promise<ReadonlyMap<BillId, number>>
  }>

/** Checks every few mails if the campaign is active. It asks ahead of time, so that no mail waits for the answer. */
const campaignWatch = ({ goesOn }: PageDependencies, programId: ProgramId | undefined): (() => Promise<boolean>) => {
  if (!programId) return async () => true
  const check = () => {
    const answer = goesOn(programId)
    answer.catch(() => {})
    return answer
  }
  let calls = 0
  let goes = Promise.resolve(true)
  let goesNext = check()
  return () => {
    if (calls++ % POLL_EVERY === 0) {
      goes = goesNext
      goesNext = check()
    }
    return goes
  }
}

/**
 * Sends a page of mails, a few at a time, and records each result. Returns as `shown` the event that a read model must
 * have folded to show all.
 * @param waitsAt the revision at which a mail waits; null if it does not wait
 */
export const sendPage = async (
  dependencies: PageDependencies,
  page: readonly PendingMail[],
  { networkId, programId, runId }: Waiting,
  waitsAt: (mail: PendingMail) => Promise<Revision | null>,
): Promise<Readonly<{ delivery: Delivery; shown: readonly Appended[] }>> => {
  const sendMail = await mailSender(dependencies, networkId, page)
  const records = recorder(dependencies)
  const quota = await quotaOf(dependencies, page)
  const goesOn = campaignWatch(dependencies, programId)
  const atOnce = runId ? AT_ONCE_IN_A_RUN : AT_ONCE_IN_THE_BACKGROUND
  const soFar = { ended: null as 'stopped' | 'down' | null, deferred: false, later: false, tried: 0, downInARow: 0 }

  const sendNext = async (mail: PendingMail): Promise<void> => {
    await records.room()
    const behind = await waitsAt(mail)
    if (behind === null) return
    if (!quota.allows(mail)) {
      soFar.later = true
      return
    }
    soFar.tried += 1
    const outcome = await sendMail(mail, runId ?? mail.runId)
    soFar.downInARow = outcome === 'down' ? soFar.downInARow + 1 : 0
    // A single lost connection may be chance. It is an outage if as many mails in a row fail as are sent at once.
    if (soFar.downInARow >= atOnce) soFar.ended = 'down'
    if (typeof outcome === 'string') soFar.deferred = true
    else records.record({ event: outcome, payorId: mail.payorId, behind })
  }

  const mails = page.values()
  const sender = async (): Promise<void> => {
    for (const mail of mails) {
      if (!(await goesOn())) soFar.ended = 'stopped'
      if (soFar.ended) return
      await sendNext(mail)
    }
  }

  const senders = await Promise.allSettled(Array.from({ length: atOnce }, sender))
  await records.done()
  for (const result of senders) if (result.status === 'rejected') throw result.reason
  // For a page with fewer mails than are sent at once, it is an outage if all of its mails failed.
  const isDown = soFar.tried > 0 && soFar.downInARow === soFar.tried
  return {
    delivery: soFar.ended ?? (isDown ? 'down' : soFar.deferred ? 'deferred' : soFar.later ? 'later' : 'done'),
    shown: records.shown(),
  }
}
