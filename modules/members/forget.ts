import type pg from 'pg'
import type { MemberId, MessageId, NetworkId } from '../kernel/ids.ts'
import type { EventStore, StreamName } from '../platform/event-store/event-store.ts'
import type { Job, Tasks } from '../platform/jobs.ts'
import type { PersonalData, Sealed } from '../platform/personal-data/personal-data.ts'
import { deletePlainCopies } from '../platform/personal-data/plain-copies.ts'
import type { Process } from '../platform/process.ts'
import type { MemberDetails, MemberEvent, Person, UploadEvent } from './events.ts'

/** What was under way while somebody was forgotten (a mail, an answer) has ended by then. */
const AGAIN_AFTER_MS = 120_000

type Forgotten = Readonly<{ memberId: MemberId; networkId: NetworkId }>

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'forget-member': Forgotten & Readonly<{ again?: boolean }>
  }
}

/** Forgetting is asked for by an event; whatever a crash has left of it is done off the log. */
export const forgetMembers: Process = {
  name: 'forget-members',
  categories: ['member'],
  jobsFor: (events) =>
    events.flatMap((event): Job[] => {
      const { type, data } = event as unknown as MemberEvent
      if (type !== 'MemberForgotten') return []
      const { memberId, networkId } = data
      return [{ task: 'forget-member', payload: { memberId, networkId }, key: `forget/${memberId}` }]
    }),
}

export type ForgetDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  pool: pg.Pool
  originOfMember: (id: MemberId) => Promise<Readonly<{ registeredIn: StreamName }> | null>
  mailsTo: (id: MemberId) => Promise<readonly MessageId[]>
}>

/** Leaves nothing of a payor (R69). May be repeated and interrupted at any line: the key, which tells what to look for, goes last. */
export const forgetMember = ({ store, personal, pool, originOfMember, mailsTo }: ForgetDependencies) => {
  /** Everything that the payor was ever called, and reached by; nothing once the key is gone. */
  const wordsOf = async (memberId: MemberId): Promise<readonly string[]> => {
    const origin = await originOfMember(memberId)
    const events = [...(origin ? await store.read(origin.registeredIn) : []), ...(await store.read(`member-${memberId}`))]
    const details = (events as unknown as readonly (MemberEvent | UploadEvent)[]).flatMap(({ type, data }): MemberDetails[] =>
      type === 'MembersRegistered' ? data.members.filter((each) => each.memberId === memberId) : type === 'MemberChanged' ? [data] : [],
    )
    const people = await personal.openAll<Person>(details.map(({ person }) => ({ owner: memberId, sealed: person as unknown as Sealed })))
    const words = people.flatMap((person) => (person ? [person.name, person.email, person.phone, person.contactName] : []))
    return [...new Set(words.filter((word) => word !== null))]
  }

  return async ({ memberId, networkId }: Forgotten): Promise<void> => {
    await deletePlainCopies(pool, { networkId, words: await wordsOf(memberId), messageIds: await mailsTo(memberId) })
    await personal.forget(memberId)
  }
}

export const forgetTasks = (forget: ReturnType<typeof forgetMember>, addJob: (job: Job) => Promise<void>): Pick<Tasks, 'forget-member'> => ({
  'forget-member': async ({ again = false, ...who }) => {
    await forget(who)
    if (again) return
    const runAt = new Date(Date.now() + AGAIN_AFTER_MS).toISOString()
    await addJob({ task: 'forget-member', payload: { ...who, again: true }, key: `forget/${who.memberId}/again`, runAt })
  },
})
