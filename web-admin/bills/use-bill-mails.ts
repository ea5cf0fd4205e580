import { useQuery } from '@tanstack/react-query'
import type { DeliveryStatus, Message } from '../../modules/messages/contract.ts'
import { readJournal } from '../domain/history/journal.ts'
import { useData } from '../domain/queries.ts'

/** The statuses that a mail has had, each with its time. */
export type Course = readonly Readonly<{ at: string; status: DeliveryStatus }>[]

const became: Readonly<Record<string, DeliveryStatus>> = {
  MessageQueued: 'Pending',
  MessageSent: 'Sent',
  MessageFailed: 'Failed',
  MessageRetried: 'Pending',
  MessageBounced: 'Bounced',
  MessageOpened: 'Opened',
  MessageClicked: 'Clicked',
}

/** A mail with the status 'Sent' or 'Pending' was only queued and sent, so its history is not read. */
const isEventful = ({ status }: Message): boolean => status !== 'Sent' && status !== 'Pending'

const courseOf = async (id: string, signal: AbortSignal): Promise<Course> =>
  (await readJournal({ stream: `message-${id}`, pageSize: 100 }, signal)).data
    .flatMap(({ type, at }) => (became[type] ? [{ at, status: became[type] }] : []))
    .reverse()

/** The mails that existed at a moment, with their status then. */
export const mailsAt = (mails: readonly Message[], moment: string, courses: ReadonlyMap<string, Course>): Message[] =>
  mails
    .filter(({ createdAt }) => createdAt <= moment)
    .map((mail) => {
      const { sentAt, status: now } = mail
      const simple = sentAt === null ? now : sentAt <= moment ? 'Sent' : 'Pending'
      const status = courses.get(mail.id)?.findLast(({ at }) => at <= moment)?.status ?? simple
      return { ...mail, status, error: status === now ? mail.error : null }
    })

/** The mails about a bill, newest first, at most 100; with `moment`, as they were then. */
export const useBillMails = (billId: string, moment: string | null): readonly Message[] => {
  const { data: mails = [] } = useData<Message[]>(['messages', 'bill', billId], '/messages', { query: { billId, pageSize: 100 } })
  const eventful = mails.filter(isEventful).map(({ id }) => id)
  const { data: courses = new Map() } = useQuery({
    queryKey: ['messages', 'bill', billId, 'courses', eventful],
    queryFn: async ({ signal }) => new Map(await Promise.all(eventful.map(async (id) => [id, await courseOf(id, signal)] as const))),
    enabled: moment !== null && eventful.length > 0,
  })
  return moment === null ? mails : mailsAt(mails, moment, courses)
}
