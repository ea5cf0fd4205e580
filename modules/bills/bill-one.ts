import { missing, refused } from '../kernel/errors.ts'
import { type BillId, type NetworkId, PayorId, ProgramId, type UploadId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { PlacesOf } from '../kernel/schedule.ts'
import type { Kind, UploadEvent } from '../payors/events.ts'
import { uploadTexts } from '../payors/values.ts'
import { type Append, Conflict, type EventStore } from '../platform/event-store/event-store.ts'
import { commandHandler, eventsFor } from '../platform/handle.ts'
import { admins, IdParams, idOf, keysWrite, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { takesPayors } from '../programs/values.ts'
import { billCodec } from './codec.ts'
import { type Bill, BilledOne, BillOne } from './contract.ts'
import { billDecider } from './decider.ts'
import type { billAppends, PeriodOfProgram } from './issue.ts'
import type { BillState } from './state.ts'

const THING = 'Assessment program'

type BilledProgram = Readonly<{
  networkId: NetworkId
  status: string
  upload: PeriodOfProgram & Readonly<{ hasProfile: boolean; customAmounts: boolean }>
}>

export type BillOneDependencies = Readonly<{
  store: EventStore
  personal: PersonalData
  billedProgram: (id: ProgramId) => Promise<BilledProgram | null>
  payorById: (id: PayorId) => Promise<Readonly<{ networkId: NetworkId; kind: Kind }> | null>
  /** The enrolled payors of a program. */
  enrolledIn: (programId: ProgramId) => Promise<ReadonlyMap<PayorId, unknown>>
  /** Resolves once `placesOf` includes every bill that is in the log now. */
  billsKnown: () => Promise<void>
  placesOf: PlacesOf
  issueBills: ReturnType<typeof billAppends>
  show: (id: BillId, made: BillState) => Promise<Bill>
  /** Sends the mails of new bills within moments. */
  followUp: () => Promise<void>
}>

const alreadyBilled = () => refused('already-billed', 'This payor already has a bill for this period.')

/** Bills one payor by hand: enrols the payor in the program, and issues the bill of the current period (R53, R43). */
export const billOneRoute = ({ store, personal, billedProgram, payorById, issueBills, show, ...needs }: BillOneDependencies): Route => {
  const { load } = commandHandler(store, billDecider, billCodec(personal))

  /** The program, if it accepts new payors. */
  const openProgram = async (id: ProgramId): Promise<BilledProgram['upload']> => {
    const program = await billedProgram(id)
    if (!program) throw missing(THING)
    if (!takesPayors(program)) throw refused('not-active', 'Bills can be added only while the program is Active.')
    return program.upload
  }

  return route({
    method: 'post',
    path: '/api/assessment-programs/:id/bills',
    about: 'program',
    summary: 'Bill one payor, who is billed with all others from then on',
    access: keysWrite(admins('update', 'assessment program')),
    params: IdParams,
    body: BillOne,
    answer: BilledOne,
    status: 201,
    creates: true,
    refusals: ['already-billed', 'not-active'],
    handle: async ({ visitor, params, body, circumstances, settled, etag }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const networkId = mayIn(visitor, (await billedProgram(programId))?.networkId, 'write', THING, 'update')
      const payorId = idOf(PayorId, body.memberId, 'Member')
      const payor = await payorById(payorId)
      if (payor?.networkId !== networkId || (await personal.forgotten([payorId])).size > 0) throw missing('Member')
      const { kind } = payor

      /** The append that issues the payor's bill of the current period; `taken` if the payor already has one. */
      const placeIn = async (program: BilledProgram['upload'], amount: Cents | null) => {
        await needs.billsKnown()
        const place = (await needs.placesOf(program, [payorId])).get(payorId)
        const [append] = await issueBills(program, [{ payorId, kind, amount, place, byHand: true }], circumstances)
        // A retry of an interrupted request finds the bill that the first try issued.
        const isOurs = async () => append && (await store.read(append.stream))[0]?.id === append.events[0]?.id
        return { append, taken: !append || (place?.taken === true && !(await isOurs())) }
      }
      const issued = async ({ stream }: Append) => {
        const { state, revision, shown } = await load(stream)
        if (!state) throw missing('Assessment bill')
        await settled(shown)
        await needs.followUp()
        etag(revision)
        return { data: await show(state.terms.billId, state), billGenerationError: null }
      }

      const program = await openProgram(programId)
      const amount = program.customAmounts ? (body.amount ?? null) : null
      const uploadId = uuidV5(`enrolment/${circumstances.cause}`) as UploadId
      const stream = `upload-${uploadId}.0` as const
      const enrolled: UploadEvent = { type: 'PayorEnrolled', data: { uploadId, networkId, programId, payor: { payorId, kind, amount } } }
      const enrolment: Append = { stream, events: eventsFor(stream, 0, [enrolled], circumstances), expect: 'none' }
      if (program.hasProfile) {
        const { append, taken } = await placeIn(program, amount)
        if (taken && !(await needs.enrolledIn(programId)).has(payorId)) {
          // The payor left the program and is enrolled again; their bill of this period was kept, so none is issued.
          await settled([await store.append(stream, enrolment.events, 'none')])
          return { data: null, billGenerationError: uploadTexts.backWithBill }
        }
        if (!append || taken) throw alreadyBilled()
        const [, bill] = await store.appendEach([enrolment, append])
        if (bill instanceof Conflict) throw alreadyBilled()
        return issued(append)
      }
      await settled([await store.append(stream, enrolment.events, 'none')])
      // If a profile was attached during this request, the job that then billed the program may have missed this payor.
      const late = await openProgram(programId)
      const { append = null } = late.hasProfile ? await placeIn(late, amount) : {}
      if (!append) return { data: null, billGenerationError: uploadTexts.noBills }
      await store.appendEach([append])
      return issued(append)
    },
  })
}
