import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { LocalDate } from '../kernel/dates.ts'
import { DomainError, missing } from '../kernel/errors.ts'
import { type NetworkId, PayorId } from '../kernel/ids.ts'
import { singleSpaced } from '../kernel/names.ts'
import { Conflict, type EventStore, type Revision } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor, onStream, unreadable } from '../platform/handle.ts'
import { admins, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { mayIn, refuseKey, type Visitor } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { shownSoon } from '../platform/shown-soon.ts'
import { congregationIn } from './congregation-in.ts'
import { Member, MemberChange } from './contract.ts'
import type { Kind, MemberDetails, PayorEvent, Person } from './events.ts'
import type { forgetMember } from './forget.ts'

const THING = 'Member'
/**
 * The wait after another change of the payor was appended first; the read model shows that change within milliseconds.
 */
const PAUSE_AFTER_LOST_RACE_MS = 10

const stale = () => new DomainError('stale', 'stale', 'This has been changed by someone else. Reload to see the latest version.')

/** A payor as the read model shows it. `revision` is that of the payor's own stream: −1 before its first event. */
export type KnownMember = Readonly<{
  id: PayorId
  networkId: NetworkId
  kind: Kind
  person: Person
  memberSince: LocalDate | null
  congregationId: PayorId | null
  revision: Revision
}>

export type DetailsDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  forget: ReturnType<typeof forgetMember>
  memberById: (id: PayorId) => Promise<Readonly<{ known: KnownMember; shown: Member }> | null>
}>

const taken = <Value>(before: Value | null, after: Value | '' | null | undefined): Value | null =>
  after === undefined || after === null ? before : after === '' ? null : (after as Value)

const personAfter = ({ kind, person }: KnownMember, change: MemberChange): Person => {
  const individual = kind === 'individual'
  const firstName = individual ? (change.firstName ?? person.firstName) : null
  const lastName = individual ? (change.lastName ?? person.lastName) : null
  return {
    firstName,
    lastName,
    name: singleSpaced(individual ? `${firstName} ${lastName}` : (change.name ?? person.name)),
    email: taken(person.email, change.email),
    phone: taken(person.phone, change.phone),
    dob: taken(person.dob, change.dob),
    gender: taken(person.gender, change.gender),
    contactName: individual ? person.contactName : taken(person.contactName, change.contactName),
  }
}

const pick = ({ person, memberSince, congregationId }: KnownMember) => ({ person, memberSince, congregationId })

/** The ETag of a payor. It starts at 0, for an uploaded payor without changes, whose revision is −1. */
export const tagOf = (revision: Revision): number => revision + 1

/**
 * Changes start from the read model instead of a decider's state, since the details of an uploaded payor are in an
 * event of the upload, with a hundred others; the payor's own stream begins with the first change. The expected
 * revision of that stream guards the append (R114).
 */
export const payorDetailRoutes = ({ store, personal, forget, memberById }: DetailsDependencies): Route[] => {
  const managed = async (visitor: Visitor, id: string, action: string) => {
    const member = (await memberById(idOf(PayorId, id, THING)))?.known ?? null
    mayIn(visitor, member?.networkId, 'write', THING, action)
    if (!member) throw missing(THING)
    return member
  }

  const congregationOf = congregationIn({ personal, memberById })
  /** The payor's congregation after a change. A payor that is itself a congregation has none. */
  const belongingAfter = async ({ kind, networkId, congregationId: before }: KnownMember, { congregationId }: MemberChange) => {
    const after = kind === 'individual' ? taken(before, congregationId as PayorId | '' | null | undefined) : before
    return after === null || after === before ? after : (await congregationOf(networkId, after)).id
  }

  const isForgotten = async (id: PayorId): Promise<boolean> => (await personal.forgotten([id])).size > 0

  const append = async ({ id, revision }: KnownMember, event: PayorEvent, circumstances: Circumstances) => {
    const stream = `member-${id}` as const
    try {
      return await store.append(stream, eventsFor(stream, revision + 1, [event], circumstances), revision < 0 ? 'none' : revision)
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      if ((await store.read(stream)).some(({ unfolded }) => unfolded)) throw unreadable()
      if (circumstances.expected !== undefined) throw stale()
      await setTimeout(PAUSE_AFTER_LOST_RACE_MS)
      throw error
    }
  }

  /** Changes of a payor run one after the other: each starts once the read model shows the previous change. */
  const inTurn = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    onStream(store, `member-${idOf(PayorId, id, THING)}`, () => work())

  return [
    route({
      method: 'put',
      path: '/api/members/:id',
      about: 'payor',
      summary: "Change a payor's contact details; what is left out stays",
      access: keysWrite(admins('update', 'member')),
      params: IdParams,
      body: MemberChange,
      answer: Member,
      refusals: ['key-not-these-words', 'stale'],
      handle: ({ visitor, params, body, circumstances, ifMatch, settled, etag }) =>
        inTurn(params.id, async () => {
          const member = await managed(visitor, params.id, 'update')
          const { id: memberId, kind, networkId, revision } = member
          if (await isForgotten(memberId)) throw missing(THING)
          if (ifMatch !== undefined && ifMatch !== tagOf(revision)) throw stale()
          const person = personAfter(member, body)
          if (member.person.email !== null && person.email !== member.person.email)
            refuseKey(
              visitor,
              "An API key cannot change this payor's email address, since it opens their bills and receipts. An Admin can change it on the payor's page.",
            )
          const memberSince = taken(member.memberSince, body.memberSince)
          const congregationId = await belongingAfter(member, body)
          const unchanged = isDeepStrictEqual({ person, memberSince, congregationId }, pick(member))
          if (!unchanged) {
            const [sealed] = await personal.sealAll([{ owner: memberId, value: person }])
            if (!sealed) throw missing(THING)
            const details: MemberDetails = { memberId, kind, person: sealed as unknown as Person, memberSince, congregationId }
            await settled([await append(member, { type: 'MemberChanged', data: { ...details, networkId } }, { ...circumstances, expected: ifMatch })])
          }
          etag(tagOf(revision) + (unchanged ? 0 : 1))
          return (await shownSoon(() => memberById(memberId))).shown
        }),
    }),
    route({
      method: 'delete',
      path: '/api/members/:id',
      about: 'payor',
      summary: 'Forget a person: names and addresses go for good, bills and payments stay',
      access: admins('forget', 'member'),
      noted: 'key-use',
      params: IdParams,
      refusals: ['stale'],
      handle: ({ visitor, params, circumstances, ifMatch, settled }) =>
        inTurn(params.id, async () => {
          const member = await managed(visitor, params.id, 'forget')
          const { id: memberId, networkId } = member
          if (await isForgotten(memberId)) return null
          // From here on forgetting completes in any case: after a crash, `forgetMembers` does the rest.
          const appended = await append(member, { type: 'MemberForgotten', data: { memberId, networkId } }, { ...circumstances, expected: ifMatch })
          await forget({ memberId, networkId })
          await settled([appended])
          return null
        }),
    }),
  ]
}
