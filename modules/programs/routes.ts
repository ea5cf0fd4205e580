import { dayIn, type Instant, type LocalDate } from '../kernel/dates.ts'
import { missing } from '../kernel/errors.ts'
import { type NetworkId, NetworkId as NetworkIdShape, ProfileId, ProgramId, type UserId } from '../kernel/ids.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler } from '../platform/handle.ts'
import { admins, adminsThere, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { mayIn, refuseKey, signedIn, type Visitor } from '../platform/http/visitor.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf } from '../shared/api.ts'
import { AttachProfile, ChangeProgramStatus, dueFrom, OfferPlans, Program, ProgramTerms } from './contract.ts'
import { programDecider } from './decider.ts'
import type { ProgramState } from './events.ts'
import type { GeneratedBills } from './generate-bills-when-a-profile-is-attached.ts'

const THING = 'Assessment program'

export type ProgramsDependencies = Readonly<{
  store: EventStore
  /** The program as readers see it, in the state after a command. */
  show: (id: ProgramId, made: ProgramState) => Promise<Program>
  timeZoneOf: (networkId: NetworkId) => Promise<string | null>
  networkOfProfile: (id: ProfileId) => Promise<NetworkId | null>
  generateBills: (id: ProgramId, circumstances: Circumstances) => Promise<GeneratedBills | null>
  makeCurrent: (userId: UserId, networkId: NetworkId) => Promise<void>
}>

const programs = ({ store, timeZoneOf }: ProgramsDependencies) => {
  const { load, handle } = commandHandler(store, programDecider)
  const streamOf = (id: ProgramId) => `program-${id}` as const

  /** Admits only Admins of the program's own network. */
  const admitted = (visitor: Visitor, action: string, state: ProgramState) => {
    mayIn(visitor, state?.networkId, 'write', THING, action)
    if (!state) throw missing(THING)
    return state
  }
  const todayIn = async (networkId: NetworkId, now: Instant): Promise<LocalDate> => dayIn((await timeZoneOf(networkId)) ?? 'UTC', now)
  return { load, handle, streamOf, admitted, todayIn }
}
type Programs = ReturnType<typeof programs> & ProgramsDependencies

const termRoutes = ({ show, makeCurrent, load, handle, streamOf, admitted, todayIn }: Programs): Route[] => [
  route({
    method: 'post',
    path: '/api/networks/:id/assessments',
    about: 'network',
    summary: 'Create a program',
    access: keysWrite(adminsThere('create', 'assessment program')),
    params: IdParams,
    body: ProgramTerms,
    parsesBody: true,
    answer: Program,
    status: 201,
    creates: true,
    handle: async ({ visitor, params, body, circumstances, now, settled, etag }) => {
      const networkId = idOf(NetworkIdShape, params.id, 'Network')
      if (!visitor.grants.has(networkId)) throw missing('Network')
      mayIn(visitor, networkId, 'write', 'Assessment program', 'create')
      const programId = uuidV5(`program/${circumstances.cause}`) as ProgramId
      // A retry finds the program of the first try, whose due date may have passed since.
      const [made, today] = await Promise.all([load(streamOf(programId)), todayIn(networkId, now)])
      const terms = ProgramTerms.extend({ dueDate: dueFrom(today, made.state?.terms.dueDate) }).parse(body)
      const command = { type: 'CreateProgram', programId, networkId, terms, today } as const
      const { state, shown, revision } = await handle(streamOf(programId), command, circumstances)
      await settled(shown)
      if (visitor.network !== networkId) await makeCurrent(signedIn(visitor).id, networkId)
      etag(revision)
      return show(programId, state)
    },
  }),
  route({
    method: 'put',
    path: '/api/assessments/:id',
    about: 'program',
    summary: 'Change a program; issued bills stay as they are',
    access: keysWrite(admins('update', 'assessment program')),
    params: IdParams,
    body: ProgramTerms,
    parsesBody: true,
    answer: Program,
    refusals: ['not-allowed', 'key-not-these-words', 'stale'],
    handle: async ({ visitor, params, body, circumstances, ifMatch, now, settled, etag }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const { networkId, status, terms: before } = admitted(visitor, 'update', (await load(streamOf(programId))).state)
      const today = await todayIn(networkId, now)
      const terms = ProgramTerms.extend({ dueDate: dueFrom(today, before.dueDate) }).parse(body)
      if (status !== 'Draft' && (terms.name !== before.name || terms.description !== before.description))
        refuseKey(visitor, 'An API key cannot change the name and description of this program, since payors read them. An Admin can change them.')
      const command = { type: 'ChangeProgram', programId, terms, today } as const
      const { state, shown, revision } = await handle(streamOf(programId), command, { ...circumstances, expected: ifMatch })
      await settled(shown)
      etag(revision)
      return show(programId, state)
    },
  }),
]

const lifeRoutes = ({ show, networkOfProfile, generateBills, load, handle, streamOf, admitted }: Programs): Route[] => [
  route({
    method: 'put',
    path: '/api/assessment-programs/:id/payment-profile',
    about: 'program',
    summary: 'Attach a payment profile for good; it activates the program',
    access: admins('update', 'assessment program'),
    noted: 'payee',
    fresh: true,
    params: IdParams,
    body: AttachProfile,
    answer: dataOf(Program),
    refusals: ['already-attached', 'not-allowed', 'stale'],
    handle: async ({ visitor, params, body, circumstances, ifMatch, settled, etag }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const { networkId } = admitted(visitor, 'update', (await load(streamOf(programId))).state)
      const profileId = idOf(ProfileId, body.paymentProfileId, 'Payment profile')
      if ((await networkOfProfile(profileId)) !== networkId) throw missing('Payment profile')
      const { state, shown, revision } = await handle(
        streamOf(programId),
        { type: 'AttachProfile', programId, profileId },
        { ...circumstances, expected: ifMatch },
      )
      await settled(shown)
      // If the process dies here, the reaction to the event bills the payors; no payor is billed twice.
      await settled((await generateBills(programId, circumstances))?.shown ?? [])
      etag(revision)
      return { data: await show(programId, state) }
    },
  }),
  route({
    method: 'put',
    path: '/api/assessment-programs/:id/status',
    about: 'program',
    summary: 'Complete, reactivate or archive a program',
    access: admins('update', 'assessment program'),
    params: IdParams,
    body: ChangeProgramStatus,
    answer: dataOf(Program),
    refusals: ['not-allowed', 'stale'],
    handle: async ({ visitor, params, body: { status }, circumstances, ifMatch, settled, etag }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const { state, shown, revision } = await handle(
        streamOf(programId),
        (state) => {
          admitted(visitor, 'update', state)
          return { type: 'SetProgramStatus', programId, status }
        },
        { ...circumstances, expected: ifMatch },
      )
      await settled(shown)
      etag(revision)
      return { data: await show(programId, state) }
    },
  }),
]

const planRoute = ({ show, handle, streamOf, admitted }: Programs): Route =>
  route({
    method: 'put',
    path: '/api/assessment-programs/:id/plans',
    about: 'program',
    summary: 'Offer payment plans of so many monthly parts; plans of bills stay as they are',
    access: keysWrite(admins('update', 'assessment program')),
    params: IdParams,
    body: OfferPlans,
    answer: dataOf(Program),
    refusals: ['not-allowed', 'stale'],
    handle: async ({ visitor, params, body: { counts }, circumstances, ifMatch, settled, etag }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const { state, shown, revision } = await handle(
        streamOf(programId),
        (state) => {
          admitted(visitor, 'update', state)
          return { type: 'OfferPlans', programId, counts }
        },
        { ...circumstances, expected: ifMatch },
      )
      await settled(shown)
      etag(revision)
      return { data: await show(programId, state) }
    },
  })

export const programRoutes = (dependencies: ProgramsDependencies): Route[] => {
  const context = { ...dependencies, ...programs(dependencies) }
  return [...termRoutes(context), planRoute(context), ...lifeRoutes(context)]
}
