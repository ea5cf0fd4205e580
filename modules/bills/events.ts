import type { LocalDate } from '../kernel/dates.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { BillId, MemberId, NetworkId, PaymentId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { ManualMethod } from '../payment-profiles/contract.ts'
import type { ReceiptMethod } from './contract.ts'

export type BillTerms = Readonly<{
  billId: BillId
  networkId: NetworkId
  programId: ProgramId
  payorId: MemberId
  payorKind: 'individual' | 'congregation'
  amount: Cents
  dueDate: LocalDate
  /** Due date of the period that the bill is for: one bill per program, payor and period. */
  period: LocalDate
  /** How many archived bills the slot has had (decision 14). */
  n: number
}>

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type BillEvent =
  | DomainEvent<'BillIssued', BillTerms>
  | DomainEvent<'BillAmountChanged', { billId: BillId; amount: Cents }>
  | DomainEvent<'PaymentClaimed', { billId: BillId; claimId: string; method: ManualMethod; withdrawHash: string }>
  | DomainEvent<'PaymentClaimWithdrawn', { billId: BillId; claimId: string }>
  | DomainEvent<'PaymentNotReceived', { billId: BillId; claimId: string; reason: string }>
  | DomainEvent<
      'PaymentRecorded',
      {
        billId: BillId
        paymentId: PaymentId
        /** The whole payment; `applied` of it settles this bill, the rest is unapplied credit. */
        amount: Cents
        applied: Cents
        method: ReceiptMethod | null
        reference: string | null
        receivedOn: LocalDate | null
      }
    >
  | DomainEvent<'BillArchived', { billId: BillId; reason: string | null; waived: Cents }>
  | DomainEvent<'BillUnarchived', { billId: BillId }>
