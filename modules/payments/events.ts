import type { LocalDate } from '../kernel/dates.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { PayoutLine, PayoutStatus } from './contract.ts'

/** Kept for ever. Never change a shape here; add an event and let `evolve` read both. */
export type PayoutEvent =
  /** What Stripe sends to a network's bank; recorded again whenever it stands otherwise. */
  | DomainEvent<
      'PayoutNoted',
      { payoutId: string; networkId: NetworkId; profileId: ProfileId; accountId: string; amount: Cents; arrivesOn: LocalDate; status: PayoutStatus }
    >
  /** What the payout is made of, in slices; Stripe says so once it has settled it. */
  | DomainEvent<'PayoutLinesNoted', { payoutId: string; lines: readonly PayoutLine[] }>
