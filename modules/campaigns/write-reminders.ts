import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import type { BillId, MessageId, NetworkId, PayorId } from '../kernel/ids.ts'
import { grouped } from '../kernel/money.ts'
import type { Outbox } from '../messages/contract.ts'
import type { MessageAbout } from '../messages/events.ts'

/** Reminders go out at this hour in the network's zone (R89). */
const HOUR = 9
/** Mail servers and the event store limit sizes. If an address has more bills, the rest follow on later days (R89). */
const BILLS_A_MAIL = 200

type Remindable = Readonly<{ billId: BillId; payorId: PayorId; email: string; rung: number }>

export type RemindDependencies = Readonly<{
  now: () => Instant
  /** Open bills with a reminder today, grouped by address and ordered by due date. */
  remindableBills: (networkId: NetworkId, today: LocalDate) => Promise<readonly Remindable[]>
  /** The id of the reminder mail to an address on a day. There is at most one such mail (R89). */
  digestIdOf: (networkId: NetworkId, email: string, day: LocalDate) => MessageId
  unsubscribed: (networkId: NetworkId, emails: readonly string[]) => Promise<ReadonlySet<string>>
  hasWaitingReminders: (networkId: NetworkId) => Promise<boolean>
  outbox: Outbox
}>

const hourIn = (timeZone: string, at: Instant): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date(at)))

/**
 * Queues a network's reminders of today, one mail for each address, from nine in the morning on. Returns those just
 * queued; null if none waits to be sent. May be repeated.
 */
export const writeReminders =
  ({ now, remindableBills, digestIdOf, unsubscribed, hasWaitingReminders, outbox }: RemindDependencies) =>
  async (networkId: NetworkId, timeZone: string): Promise<ReadonlySet<MessageId> | null> => {
    const at = now()
    if (hourIn(timeZone, at) < HOUR) return null
    const today = dayIn(timeZone, at)
    const addresses = grouped(await remindableBills(networkId, today), ({ email }) => email)
    const silent = addresses.size > 0 ? await unsubscribed(networkId, [...addresses.keys()]) : new Set<string>()
    const mails = [...addresses].flatMap(([email, bills]) => {
      const [first] = bills
      if (!first || silent.has(email)) return []
      const about: MessageAbout = {
        messageId: digestIdOf(networkId, email, today),
        networkId,
        purpose: 'reminder',
        payorId: first.payorId,
        programId: null,
        runId: null,
        bills: bills.slice(0, BILLS_A_MAIL).map(({ billId, rung }) => ({ billId, rung })),
        paymentId: null,
        note: null,
      }
      return [{ about, withheld: false }]
    })
    const fresh =
      mails.length === 0
        ? new Set<MessageId>()
        : await outbox.queue(mails, { actor: 'system:reminders', at, cause: `reminders ${networkId} ${today}` })
    return fresh.size > 0 || (await hasWaitingReminders(networkId)) ? fresh : null
  }
