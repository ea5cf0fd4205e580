import type { LocalDate } from '../kernel/dates.ts'
import type { DomainEvent, Repeatable } from '../kernel/decider.ts'
import type { NetworkId, ProfileId, ProgramId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { AmountType, Frequency } from './contract.ts'

export type Terms = Readonly<{
  name: string
  description: string | null
  frequency: Frequency
  type: AmountType
  amount: Cents
  /** The first period's. */
  dueDate: LocalDate
}>

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type ProgramEvent =
  | DomainEvent<'ProgramCreated', { programId: ProgramId; networkId: NetworkId; terms: Terms }>
  | DomainEvent<'ProgramChanged', { programId: ProgramId; terms: Terms }>
  | DomainEvent<'PaymentProfileAttached', { programId: ProgramId; profileId: ProfileId }>
  | DomainEvent<'ProgramActivated', { programId: ProgramId }>
  | DomainEvent<'ProgramCompleted', { programId: ProgramId }>
  | DomainEvent<'ProgramArchived', { programId: ProgramId }>

/** A program is created, given a profile and archived once. */
export const REPEATABLE: Repeatable<ProgramEvent> = {
  ProgramCreated: false,
  ProgramChanged: true,
  PaymentProfileAttached: false,
  ProgramActivated: true,
  ProgramCompleted: true,
  ProgramArchived: false,
}
