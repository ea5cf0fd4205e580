import type { Instant } from '../kernel/dates.ts'
import type { DomainEvent, SealedFor } from '../kernel/decider.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'

/** Kept for ever. Never change a shape here; add an event. */
export type VisitEvent =
  /** An Auditor looked at the books, in the hour that began then. */
  | DomainEvent<'AuditorVisited', { networkId: NetworkId; userId: UserId; hour: Instant }>
  /** An Auditor took a file with them: an export, an audit pack. */
  | DomainEvent<'AuditorTookFile', { networkId: NetworkId; userId: UserId; file: string }>
  /** Software with an API key took a file, in the hour that began then. */
  | DomainEvent<'KeyTookFile', { networkId: NetworkId; keyId: string; file: string; hour: Instant }>

/**
 * An event that could not be folded is left out from its place in the log on: by the projections that are named, since others may have folded
 * it, and with `ofThing` by everything that is decided or told of its stream. `reason` is sealed where the stream is a payor's.
 */
export type MendingEvent = DomainEvent<
  'EventSetAside',
  SealedFor & {
    networkId: NetworkId
    eventId: string
    eventType: string
    stream: string
    revision: number
    projections: readonly string[]
    ofThing: boolean
    reason: string
  }
>
