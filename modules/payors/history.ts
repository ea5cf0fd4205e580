import { toApiDay } from '../kernel/dates.ts'
import type { Fold } from '../kernel/decider.ts'
import { readBy } from '../kernel/events.ts'
import { type NetworkId, PayorId } from '../kernel/ids.ts'
import type { RecordedEvent, StreamName } from '../platform/event-store/event-store.ts'
import type { Codec } from '../platform/handle.ts'
import type { Historian, ThingHistory } from '../platform/history.ts'
import { IdParams, idOf, type Route, readers, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData, Sealed } from '../platform/personal-data/personal-data.ts'
import { BY_HAND, fromRow, History } from '../shared/history.ts'
import { type MemberDetails, type PayorEvent, type PayorState, type Person, payorEvents, payorFold, payorSentence, uploadEvents } from './events.ts'

const THING = 'Member'

type Move = Readonly<{ type: 'PayorRemoved' | 'PayorEnrolled' | 'PayorsEnrolled'; data: Readonly<{ programName: string }> }>
type ShownEvent = PayorEvent | Move
const isMove = (event: ShownEvent): event is Move => event.type in uploadEvents

/** A payor's state: the registration in an upload, then the payor's own events. */
const payor = {
  initial: null as PayorState,
  // The codec has already reduced an upload's event to this payor's part.
  read: readBy({ ...payorEvents, ...uploadEvents }) as unknown as Fold<PayorState, ShownEvent>['read'],
  evolve: (state: PayorState, event: ShownEvent): PayorState => (isMove(event) ? state : payorFold.evolve(state, event)),
}

const shown = (state: PayorState): Record<string, unknown> | null => {
  if (state === null) return null
  // The data of a forgotten payor cannot be decrypted.
  if (state === 'forgotten' || !state.person) return { name: 'Forgotten member' }
  const { person, memberSince, kind } = state
  return { kind, ...person, dob: person.dob && toApiDay(person.dob), memberSince: memberSince && toApiDay(memberSince) }
}

/** The events that removed the payor from a program or enrolled them again, by position in the log. */
type Moves = ReadonlyMap<bigint, Readonly<{ stream: StreamName; programName: string }>>

/** Reduces an upload's event to the part about this payor. */
const codecOf = (personal: PersonalData, id: PayorId, moves: Moves): Pick<Codec<ShownEvent>, 'decode'> => {
  const detailsIn = ({ type, data, position }: RecordedEvent): MemberDetails | undefined => {
    if (moves.has(position)) return undefined
    return type === 'MembersRegistered'
      ? (data.members as readonly MemberDetails[]).find(({ memberId }) => memberId === id)
      : (data as unknown as MemberDetails)
  }
  return {
    decode: async (recorded) => {
      const details = recorded.map(detailsIn)
      const people = await personal.openAll<Person>(
        details.flatMap((each) => (each?.person ? [{ owner: id as string, sealed: each.person as unknown as Sealed }] : [])),
      )
      let next = 0
      return recorded.map(({ type, data, position }, i) => {
        const move = moves.get(position)
        if (move) return { type, data: { programName: move.programName } } as Move
        if (type === 'MemberForgotten') return { type, data } as unknown as PayorEvent
        const person = details[i]?.person ? people[next++] : null
        return { type: type === 'MemberAdded' ? type : 'MemberChanged', data: { ...details[i], person } } as unknown as PayorEvent
      })
    },
  }
}

const summary = (event: ShownEvent, nameOf: (userId: string) => string, before: PayorState): string => {
  if (!isMove(event)) return payorSentence(event, nameOf, before)
  return `${event.type === 'PayorRemoved' ? 'Removed from' : 'Came back to'} ${event.data.programName}`
}

const BY_UPLOAD = 'by an upload'

const cause = ({ type, data }: ShownEvent): string | null => {
  if (type === 'MemberAdded' || type === 'PayorEnrolled') return BY_HAND
  if (type === 'PayorsEnrolled') return BY_UPLOAD
  return type === 'MemberChanged' && data.row !== undefined ? fromRow(data.row, data.kind) : null
}

export type PayorHistoryDependencies = Readonly<{
  personal: PersonalData
  historian: Historian
  originOfPayor: (id: PayorId) => Promise<Readonly<{ networkId: NetworkId; registeredIn: StreamName }> | null>
  programMovesOf: (id: PayorId) => Promise<Moves>
}>

export const payorHistory =
  ({ personal, historian, originOfPayor, programMovesOf }: PayorHistoryDependencies): ThingHistory =>
  async (stream) => {
    const id = stream.slice('member-'.length) as PayorId
    const origin = await originOfPayor(id)
    if (!origin) return []
    const moves = await programMovesOf(id)
    const own: readonly StreamName[] = [origin.registeredIn, stream]
    const streams = new Set([...own, ...[...moves.values()].map((move) => move.stream)])
    // An upload's stream also has events that do not concern this payor.
    const belongs = (event: RecordedEvent) => moves.has(event.position) || (own.includes(event.stream) && event.type !== 'PayorsEnrolled')
    const rows = await historian([...streams], payor, { summary, cause, shown }, codecOf(personal, id, moves), belongs)
    // The registration is an event of the upload's stream, but the payor's history starts with it.
    return rows.map((row, revision) => ({ ...row, revision, cause: row.type === 'MembersRegistered' ? (row.cause ?? BY_UPLOAD) : row.cause }))
  }

export const payorHistoryRoutes = (needs: PayorHistoryDependencies): Route[] => [
  route({
    method: 'get',
    path: '/api/members/:id/history',
    about: 'payor',
    summary: 'Everything that happened to a payor, oldest first',
    access: readers('member'),
    params: IdParams,
    answer: History,
    handle: async ({ visitor, params }) => {
      const id = idOf(PayorId, params.id, THING)
      const origin = await needs.originOfPayor(id)
      const networkId = mayIn(visitor, origin?.networkId, 'read', THING, 'view')
      return { data: await payorHistory(needs)(`member-${id}`, networkId) }
    },
  }),
]
