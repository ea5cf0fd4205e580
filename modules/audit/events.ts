import type { Instant } from '../kernel/dates.ts'
import type { DomainEvent } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'

/** Kept for ever. Never change a shape here; add an event. */
export type VisitEvent =
  /** An Auditor looked at the books, in the hour that began then. */
  | DomainEvent<'AuditorVisited', { networkId: NetworkId; userId: UserId; hour: Instant }>
  /** An Auditor took a file with them: an export, an audit pack. */
  | DomainEvent<'AuditorTookFile', { networkId: NetworkId; userId: UserId; file: string }>
