import type { LocalDate } from '../kernel/dates.ts'
import type { BillId, NetworkId, PayorId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Billing, Place } from '../kernel/schedule.ts'
import { allSettled } from '../platform/each-in-turn.ts'
import type { Append, EventStore } from '../platform/event-store/event-store.ts'
import { type Circumstances, commandHandler, eventsFor } from '../platform/handle.ts'
import type { InstallationKeys } from '../platform/personal-data/installation-keys.ts'
import { billDecider } from './decider.ts'
import { billStream } from './events.ts'

type BillPlace = Readonly<{ programId: ProgramId; payorId: PayorId; period: LocalDate; n: number }>

/**
 * The id of the bill of a payor in a period (R59). It cannot be guessed, and an attempt to issue the bill twice finds
 * its stream taken.
 */
export const billIdOf = (keys: InstallationKeys, { programId, payorId, period, n }: BillPlace): BillId =>
  keys.billDigest(programId, payorId, period, String(n)).toString('base64url') as BillId

export type PeriodOfProgram = Billing & Readonly<{ networkId: NetworkId; amount: Cents }>
export type BilledPayor = Readonly<{
  payorId: PayorId
  kind: 'individual' | 'congregation'
  amount: Cents | null
  /** The payor's earlier bills of the period; undefined if there are none. */
  place?: Place | undefined
  row?: number
  byHand?: true
}>

/**
 * Makes the appends that issue a program's bills of one period. An append that is repeated ends in a conflict, so
 * nobody is billed twice. An archived bill of the period is first marked as replaced, so that it can never be active
 * beside the new one (R58), even if the period's due date has moved. If the archived bill was made active again
 * meanwhile, no append is made.
 */
export const billAppends = (store: EventStore, keys: InstallationKeys) => {
  const { handle } = commandHandler(store, billDecider)
  return async (program: PeriodOfProgram, payors: readonly BilledPayor[], circumstances: Circumstances): Promise<Append[]> => {
    const { networkId, dueDate } = program
    const appends = await allSettled(
      payors.map(async ({ payorId, kind, amount, place, row, byHand }): Promise<Append | null> => {
        const { period, n } = place ?? { period: dueDate, n: 0 }
        const at = { programId: program.id, payorId, period, n }
        const billId = billIdOf(keys, at)
        if (n > 0) {
          const former = billIdOf(keys, { ...at, n: n - 1 })
          const { state } = await handle(billStream(former), { type: 'ReplaceBill', billId: former, newBillId: billId }, circumstances)
          if (!state?.replaced) return null
        }
        const stream = billStream(billId)
        const origin = { ...(row !== undefined && { row }), ...(byHand && { byHand }) }
        const terms = { billId, networkId, ...at, payorKind: kind, amount: amount ?? program.amount, dueDate, ...origin }
        const command = { type: 'IssueBill', ...terms } as const
        return { stream, events: eventsFor(stream, 0, billDecider.decide(command, null), circumstances), expect: 'none' }
      }),
    )
    return appends.filter((append) => append !== null)
  }
}
