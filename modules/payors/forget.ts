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

/** What was under way while somebody was forgotten (a mail, an answer) has ended by then. */
const AGAIN_AFTER_MS = 120_000
/** The hour (UTC) in which it is night wherever the product's networks are. */
const NIGHT_HOUR = 9
const HOUR_MS = 3_600_000

type Forgotten = Readonly<{ memberId: PayorId; networkId: NetworkId }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'forget-member': Forgotten & Readonly<{ again?: boolean }>
    'erase-forgotten': Readonly<Record<never, never>>
  }
}

/** Forgetting is asked for by an event; whatever a crash has left of it is done off the log. */
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

/** Leaves nothing of a payor (R52). May be repeated and interrupted at any line: the key, which tells what to look for, goes last. */
export const forgetMember = ({ store, personal, pool, originOfPayor, mailsTo }: ForgetDependencies) => {
  /** Everything that the payor was ever called, and reached by; nothing once the key is gone. */
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
    // Mails handed over before the key was gone. From now on the sender sees that it is, and takes back its own (send-mail.ts).
    await deletePlainCopies(pool, copies)
  }
}

/** The start of the night that follows a moment (both in milliseconds of Unix time). */
export const nightAfter = (moment: number): number => {
  const first = NIGHT_HOUR * HOUR_MS
  return (Math.floor((moment - first) / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS + first
}

type TaskDependencies = Readonly<{
  forget: ReturnType<typeof forgetMember>
  addJob: (job: Job) => Promise<void>
  /** Leaves nothing in the database's files of rows that were deleted. */
  eraseForgotten: () => Promise<void>
}>

/** What forgetting leaves to do: once more soon (DECISIONS 5), and in the night the bytes of the deleted rows, for everybody at once (R52). */
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
