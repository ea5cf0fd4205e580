import { type Instant, instantOf } from '../kernel/dates.ts'
import type { BillId } from '../kernel/ids.ts'
import type { PendingMail } from './contract.ts'

/** So many mails an hour are sent because of one bill, whoever acts on it how often (R88). */
const MOST_OF_A_BILL = 6
const HOUR_MS = 3_600_000

type Dependencies = Readonly<{
  /** How many mails about each of these bills went out since a moment; none is left out. */
  sentSince: (bills: readonly BillId[], since: Instant) => Promise<ReadonlyMap<BillId, number>>
  now: () => Instant
}>

/** How many mails the bills of a page may still lead to in this hour. */
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
