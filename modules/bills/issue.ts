import type { LocalDate } from '../kernel/dates.ts'
import type { BillId, MemberId, NetworkId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Append } from '../platform/event-store.ts'
import { type Circumstances, eventsFor } from '../platform/handle.ts'
import type { InstallationKeys } from '../platform/personal-data.ts'
import { billDecider } from './decider.ts'

export type Slot = Readonly<{ programId: ProgramId; payorId: MemberId; period: LocalDate; n: number }>

/** The id of the bill of a slot (decision 14): it cannot be guessed, and a second bill finds its stream taken. */
export const billIdOf = (keys: InstallationKeys, { programId, payorId, period, n }: Slot): BillId =>
  keys.billDigest(programId, payorId, period, String(n)).toString('base64url') as BillId

export type PeriodOfProgram = Readonly<{ id: ProgramId; networkId: NetworkId; amount: Cents; dueDate: LocalDate }>
export type BilledPayor = Readonly<{ payorId: MemberId; kind: 'individual' | 'congregation'; amount: Cents | null; n: number }>

/** What to append to issue a program's bills of one period. Repeats are conflicts, so nobody is billed twice. */
export const billAppends = (
  keys: InstallationKeys,
  program: PeriodOfProgram,
  payors: readonly BilledPayor[],
  circumstances: Circumstances,
): Append[] =>
  payors.map(({ payorId, kind, amount, n }) => {
    const slot = { programId: program.id, payorId, period: program.dueDate, n }
    const billId = billIdOf(keys, slot)
    const { networkId, dueDate } = program
    const stream = `bill-${billId}` as const
    const command = { type: 'IssueBill', billId, networkId, ...slot, payorKind: kind, amount: amount ?? program.amount, dueDate } as const
    return { stream, events: eventsFor(stream, 0, billDecider.decide(command, null), circumstances), expect: 'none' }
  })
