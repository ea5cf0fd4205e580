import { z } from 'zod'
import type { Instant } from '../kernel/dates.ts'
import { type EventOf, eventsOf, foldOf, inWords, sealed, sealedFor, text } from '../kernel/events.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'

const inNetwork = { networkId: text<NetworkId>() }
const ofAuditor = { ...inNetwork, userId: text<UserId>() }
const hour = { hour: text<Instant>() }

/** The last noted hour of each Auditor, and of each file that a key took. */
export type AccessTimes = ReadonlyMap<string, Instant>
export const takenBy = ({ keyId, file }: Readonly<{ keyId: string; file: string }>): string => `key:${keyId} ${file}`

const access = eventsOf<AccessTimes>()

/**
 * The events of access to a network's books. Kept for ever: a shape only gets optional fields; otherwise add an event.
 */
export const accessEvents = {
  /** An Auditor read the books, in the hour that began then. */
  AuditorVisited: access(z.object({ ...ofAuditor, ...hour }), {
    icon: 'eye',
    says: 'The books were looked at',
    evolve: (last, data) => new Map(last).set(data.userId, data.hour),
    webhook: null,
  }),
  /** An Auditor downloaded a file: an export, an audit pack. */
  AuditorTookFile: access(z.object({ ...ofAuditor, file: z.string() }), { icon: 'download', says: 'A file was taken', webhook: null }),
  /** Software with an API key downloaded a file, in the hour that began then. */
  KeyTookFile: access(z.object({ ...inNetwork, keyId: z.string(), file: z.string(), ...hour }), {
    icon: 'download',
    says: 'A file was taken by software',
    evolve: (last, data) => new Map(last).set(takenBy(data), data.hour),
    webhook: null,
  }),
}
export type AccessEvent = EventOf<typeof accessEvents>
export const accessFold = foldOf<AccessTimes, typeof accessEvents>(accessEvents)

/** The projections that leave an event out, by its id. */
export type QuarantinedBy = ReadonlyMap<string, readonly string[]>

export const repairEvents = {
  /**
   * An event that could not be folded is left out from its place in the log on: by the listed projections, since others
   * may have folded it, and if `ofThing`, by decisions and histories of its stream too. `reason` is encrypted if the
   * stream is a payor's.
   */
  EventSetAside: eventsOf<QuarantinedBy>()(
    z.object({
      ...{ ...inNetwork, eventId: z.string(), eventType: z.string(), stream: z.string(), revision: z.int() },
      ...{ projections: z.array(z.string()).readonly(), ofThing: z.boolean(), reason: sealed(z.string()), ...sealedFor },
    }),
    {
      icon: 'file-cross',
      says: ({ eventType }) => `An event that could not be read was quarantined: ${inWords(eventType)}`,
      evolve: (quarantined, { eventId, projections }) => new Map(quarantined).set(eventId, [...(quarantined.get(eventId) ?? []), ...projections]),
      webhook: null,
    },
  ),
}
export type RepairEvent = EventOf<typeof repairEvents>
export const repairFold = foldOf<QuarantinedBy, typeof repairEvents>(repairEvents)
