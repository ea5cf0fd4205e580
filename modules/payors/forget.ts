import type pg from 'pg'
import { readBy } from '../kernel/events.ts'
import type { MessageId, NetworkId, PayorId } from '../kernel/ids.ts'
import { type EventStore, isLeftOut, type StreamName } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { PersonalData, Sealed } from '../platform/personal-data/personal-data.ts'
import { deletePlainCopies } from '../platform/personal-data/plain-copies.ts'
import { reaction } from '../platform/process.ts'
import { type MemberDetails, type Person, payorEvents, uploadEvents } from './events.ts'

const detailEvents = { ...payorEvents, ...uploadEvents }

/** Time until the second pass. By then, work that was under way at the first one (a mail, an answer) has ended. */
const AGAIN_AFTER_MS = 120_000
/** An hour (UTC) that is at night in all of the product's networks. */
const NIGHT_HOUR = 9
const HOUR_MS = 3_600_000

type Forgotten = Readonly<{ memberId: PayorId; networkId: NetworkId }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'forget-member': Forgotten & Readonly<{ again?: boolean }>
    'erase-forgotten': Readonly<Record<never, never>>
  }
}

/** The event requests the forgetting. After a crash this process completes it. */
export const forgetMembers = reaction(payorEvents, {
  name: 'forget-members',
  categories: ['member'],
  reactsTo: ['MemberForgotten'],
  jobsFor: (events) => events.map(({ data }): Job => ({ task: 'forget-member', payload: data, key: `forget/${data.memberId}` })),
})

export type ForgetDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  pool: pg.Pool
  originOfPayor: (id: PayorId) => Promise<Readonly<{ registeredIn: StreamName }> | null>
  mailsTo: (id: PayorId) => Promise<readonly MessageId[]>
}>

/**
 * Deletes all data of a payor (R52). May be repeated, or interrupted at any line: the key is deleted last, since it
 * decrypts the words to search for.
 */
export const forgetMember = ({ store, personal, pool, originOfPayor, mailsTo }: ForgetDependencies) => {
  /** All names and addresses that the payor ever had; empty once the key is deleted. */
  const wordsOf = async (memberId: PayorId): Promise<readonly string[]> => {
    const origin = await originOfPayor(memberId)
    const own: StreamName = `member-${memberId}`
    const streams = new Set<StreamName>(origin ? [origin.registeredIn, own] : [own])
    const events = (await Promise.all([...streams].map((stream) => store.read(stream)))).flat()
    const details = readBy(detailEvents)(events.filter((event) => !isLeftOut(event))).flatMap(({ type, data }): MemberDetails[] =>
      type === 'MembersRegistered'
        ? data.members.filter((each) => each.memberId === memberId)
        : type === 'MemberAdded' || type === 'MemberChanged'
          ? [data]
          : [],
    )
    const people = await personal.openAll<Person>(details.map(({ person }) => ({ owner: memberId, sealed: person as unknown as Sealed })))
    const words = people.flatMap((person) => (person ? [person.name, person.email, person.phone, person.contactName] : []))
    return [...new Set(words.filter((word) => word !== null))]
  }

  return async ({ memberId, networkId }: Forgotten): Promise<void> => {
    const copies = { networkId, words: await wordsOf(memberId), messageIds: await mailsTo(memberId) }
    await deletePlainCopies(pool, copies)
    await personal.forget(memberId)
    // Deletes copies of mails that were sent before the key was deleted. From now on the sender itself notices the
    // missing key and deletes its copies (send-mail.ts).
    await deletePlainCopies(pool, copies)
  }
}

/** The start of the next night after a moment (both in milliseconds since 1970). */
export const nightAfter = (moment: number): number => {
  const first = NIGHT_HOUR * HOUR_MS
  return (Math.floor((moment - first) / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS + first
}

type TaskDependencies = Readonly<{
  forget: ReturnType<typeof forgetMember>
  addJob: (job: Job) => Promise<void>
  eraseForgotten: () => Promise<void>
}>

/**
 * Jobs that follow after forgetting: a second pass soon (DECISIONS 5), and at night the erasure of deleted rows' bytes
 * (R52).
 */
export const forgetTasks = ({ forget, addJob, eraseForgotten }: TaskDependencies): Pick<Tasks, 'forget-member' | 'erase-forgotten'> => ({
  'forget-member': async ({ again = false, ...who }) => {
    await forget(who)
    const at = (ms: number) => new Date(ms).toISOString()
    await addJob(
      again
        ? { task: 'erase-forgotten', payload: {}, key: 'erase-forgotten', runAt: at(nightAfter(Date.now())) }
        : { task: 'forget-member', payload: { ...who, again: true }, key: `forget/${who.memberId}/again`, runAt: at(Date.now() + AGAIN_AFTER_MS) },
    )
  },
  'erase-forgotten': eraseForgotten,
})
