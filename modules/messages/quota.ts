import { type Instant, instantOf } from '../kernel/dates.ts'
import type { BillId } from '../kernel/ids.ts'
import type { PendingMail } from './contract.ts'

/** The most mails sent in an hour because of one bill, for any number of actions on it (R88). */
const MOST_OF_A_BILL = 6
const HOUR_MS = 3_600_000

type Dependencies = Readonly<{
  /** The number of mails about each of these bills since a moment; all bills are included. */
  sentSince: (bills: readonly BillId[], since: Instant) => Promise<ReadonlyMap<BillId, number>>
  now: () => Instant
}>

/** The number of mails that a page's bills may still cause in this hour. */
export const quotaOf = async ({ sentSince, now }: Dependencies, page: readonly PendingMail[]) => {
  const bills = new Set(page.flatMap((mail) => mail.bills.map(({ id }) => id)))
  const sent = new Map(await sentSince([...bills], instantOf(Date.parse(now()) - HOUR_MS)))
  return {
    /** Counts a mail that may go. */
    allows: ({ bills: about }: PendingMail): boolean => {
      if (about.some(({ id }) => (sent.get(id) ?? 0) >= MOST_OF_A_BILL)) return false
      for (const { id } of about) sent.set(id, (sent.get(id) ?? 0) + 1)
      return true
    },
  }
}
