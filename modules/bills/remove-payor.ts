import { DomainError, missing, refused } from '../kernel/errors.ts'
import { type BillId, type NetworkId, PayorId, ProgramId, type UploadId } from '../kernel/ids.ts'
import type { UploadEvent } from '../payors/events.ts'
import { type Append, type Appended, Conflict, type EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import { admins, IdParams, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import { dataOf } from '../shared/api.ts'
import type { BillAttempts } from './attempts.ts'
import { billCodec } from './codec.ts'
import { RemovedPayor, RemovePayor } from './contract.ts'
import { billStream } from './events.ts'
import { billHandler, type SettleRemittance } from './handle-bill.ts'

const THING = 'Assessment program'

export type RemovePayorDependencies = Readonly<{
  store: EventStore
  settleRemittance: SettleRemittance
  personal: PersonalData
  attempts: BillAttempts
  billedProgram: (id: ProgramId) => Promise<Readonly<{ networkId: NetworkId }> | null>
  payorById: (id: PayorId) => Promise<Readonly<{ networkId: NetworkId }> | null>
  /** Resolves once `openBillsOf` includes every bill that is in the log now. */
  billsKnown: () => Promise<void>
  /** A payor's open bills in a program, and if the payor was ever enrolled. */
  openBillsOf: (programId: ProgramId, payorId: PayorId) => Promise<Readonly<{ wasBilled: boolean; open: readonly BillId[] }>>
  isEnrolled: (programId: ProgramId, payorId: PayorId) => Promise<boolean>
}>

/** Removes a payor from a program: later periods are not billed, and no mail about open bills is sent (R54). */
export const removePayorRoute = (needs: RemovePayorDependencies): Route => {
  const { store, settleRemittance, personal, attempts, billedProgram, payorById, billsKnown, openBillsOf, isEnrolled } = needs
  const { load, handle } = billHandler(store, settleRemittance, billCodec(personal))

  /** Null if the bill cannot be archived now, for example because of a bank debit in progress. */
  const archive = async (billId: BillId, reason: string, circumstances: Circumstances): Promise<readonly Appended[] | null> => {
    const { state } = await load(billStream(billId))
    if (!state) return null
    try {
      await attempts.releaseIfPossible(billId, state, circumstances)
      return (await handle(billStream(billId), { type: 'ArchiveBill', billId, reason }, circumstances)).shown
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'refused') return null
      throw error
    }
  }

  return route({
    method: 'post',
    path: '/api/assessment-programs/:id/removals',
    about: 'program',
    summary: 'Take a payor off a program: no further period is billed, and open bills stay owed or are archived',
    access: admins('update', 'assessment program'),
    params: IdParams,
    body: RemovePayor,
    answer: dataOf(RemovedPayor),
    refusals: ['not-allowed'],
    handle: async ({ visitor, params, body, circumstances, settled }) => {
      const programId = idOf(ProgramId, params.id, THING)
      const networkId = mayIn(visitor, (await billedProgram(programId))?.networkId, 'write', THING, 'update')
      const payorId = idOf(PayorId, body.memberId, 'Member')
      if ((await payorById(payorId))?.networkId !== networkId) throw missing('Member')
      await billsKnown()
      const isOn = await isEnrolled(programId, payorId)
      const { open, wasBilled } = await openBillsOf(programId, payorId)
      if (!isOn && !wasBilled) throw refused('not-allowed', 'This payor is not on the program.')
      if (isOn) {
        const uploadId = uuidV5(`removal/${programId}/${payorId}/${circumstances.cause}`) as UploadId
        const stream = `upload-${uploadId}.0` as const
        const removed: UploadEvent = { type: 'PayorRemoved', data: { uploadId, networkId, programId, payorId, openBills: body.openBills } }
        const removal: Append = { stream, events: eventsFor(stream, 0, [removed], circumstances), expect: 'none' }
        const [answer] = await store.appendEach([removal])
        // A repeated request finds the event that the first one appended.
        if (answer && !(answer instanceof Conflict)) await settled([answer])
      }
      let archived = 0
      if (body.openBills === 'archive')
        for (const billId of open) {
          const because = { ...circumstances, cause: `${circumstances.cause} ${billId}` }
          const shown = await archive(billId, body.reason ?? 'Removed from the program', because)
          if (shown) await settled(shown)
          if (shown) archived += 1
        }
      return { data: { archived, kept: open.length - archived } }
    },
  })
}
