import { BY_HAND, fromRow } from '../kernel/causes.ts'
import { toApiDay } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { History } from '../kernel/history.ts'
import { MemberId, type NetworkId } from '../kernel/ids.ts'
import type { RecordedEvent, StreamName } from '../platform/event-store/event-store.ts'
import type { Codec } from '../platform/handle.ts'
import type { Historian, TellThing } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData, Sealed } from '../platform/personal-data/personal-data.ts'
import type { MemberDetails, MemberEvent, Person } from './events.ts'

const THING = 'Member'

type State = MemberDetails | 'forgotten' | null

/** What a payor's own events, and their registration where an upload brought them, add up to. */
const payor: Pick<Decider<State, never, MemberEvent>, 'initial' | 'evolve'> = {
  initial: null,
  evolve: (_, { type, data }) => (type === 'MemberForgotten' ? 'forgotten' : data),
}

const shown = (state: State): Record<string, unknown> | null => {
  if (state === null) return null
  // Of somebody who was forgotten nothing opens any more.
  if (state === 'forgotten' || !state.person) return { name: 'Forgotten member' }
  const { person, memberSince, kind } = state
  return { kind, ...person, dob: person.dob && toApiDay(person.dob), memberSince: memberSince && toApiDay(memberSince) }
}

/** Of an upload's event only this payor's part is told. */
const codecOf = (personal: PersonalData, id: MemberId): Codec<MemberEvent> => {
  const detailsIn = ({ type, data }: RecordedEvent): MemberDetails | undefined =>
    type === 'MembersRegistered'
      ? (data.members as readonly MemberDetails[]).find(({ memberId }) => memberId === id)
      : (data as unknown as MemberDetails)
  return {
    encode: () => Promise.reject(new Error('a history is only read')),
    decode: async (recorded) => {
      const details = recorded.map(detailsIn)
      const people = await personal.openAll<Person>(
        details.flatMap((each) => (each?.person ? [{ owner: id as string, sealed: each.person as unknown as Sealed }] : [])),
      )
      let next = 0
      return recorded.map(({ type, data }, i) => {
        if (type === 'MemberForgotten') return { type, data } as unknown as MemberEvent
        const person = details[i]?.person ? people[next++] : null
        return { type: type === 'MemberAdded' ? type : 'MemberChanged', data: { ...details[i], person } } as unknown as MemberEvent
      })
    },
  }
}

const cause = ({ type, data }: MemberEvent): string | null => {
  if (type === 'MemberAdded') return BY_HAND
  return type === 'MemberChanged' && data.row !== undefined ? fromRow(data.row, data.kind) : null
}

export type MemberHistoryDependencies = Readonly<{
  personal: PersonalData
  tell: Historian
  originOfMember: (id: MemberId) => Promise<Readonly<{ networkId: NetworkId; registeredIn: StreamName }> | null>
}>

export const memberHistory =
  ({ personal, tell, originOfMember }: MemberHistoryDependencies): TellThing =>
  async (stream) => {
    const id = stream.slice('member-'.length) as MemberId
    const origin = await originOfMember(id)
    if (!origin) return []
    const summary = ({ type }: MemberEvent, _: unknown, before: State) =>
      type === 'MemberForgotten' ? 'Forgotten' : before === null ? 'Registered' : 'Details changed'
    const belongs = (event: RecordedEvent) => event.type !== 'PayorsEnrolled'
    const rows = await tell([...new Set([origin.registeredIn, stream])], payor, { summary, cause, shown }, codecOf(personal, id), belongs)
    // The registration of an upload stands in its stream; to the payor it is the first thing that happened.
    return rows.map((row, revision) => ({ ...row, revision, cause: row.type === 'MembersRegistered' ? (row.cause ?? 'by an upload') : row.cause }))
  }

export const memberHistoryRoutes = (needs: MemberHistoryDependencies): Route[] => [
  route({
    method: 'get',
    path: '/api/members/:id/history',
    summary: 'Everything that happened to a payor, oldest first',
    access: readers('member'),
    params: IdParams,
    answer: History,
    handle: async ({ visitor, params }) => {
      const id = idOf(MemberId, params.id, THING)
      const origin = await needs.originOfMember(id)
      const networkId = mayIn(visitor, origin?.networkId, 'read', THING, 'view')
      return { data: await memberHistory(needs)(`member-${id}`, networkId) }
    },
  }),
]
