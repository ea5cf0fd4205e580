import { z } from 'zod'
import type { Instant } from '../kernel/dates.ts'
import { type EventOf, eventsOf, foldOf, inWords, sealed, sealedFor, text } from '../kernel/events.ts'
import type { NetworkId, UserId } from '../kernel/ids.ts'

const inNetwork = { networkId: text<NetworkId>() }
const ofAuditor = { ...inNetwork, userId: text<UserId>() }
const hour = { hour: text<Instant>() }

/** The last recorded hour for each Auditor, and for each file that an API key downloaded. */
export type AccessTimes = ReadonlyMap<string, Instant>
export const takenBy = ({ keyId, file }: Readonly<{ keyId: string; file: string }>): string => `key:${keyId} ${file}`

const access = eventsOf<AccessTimes>()

/**
 * The events of access to a network's books. They are kept forever: add optional fields only, or a new event.
 */
export const accessEvents = {
  /** An Auditor read the books during the hour that starts at `hour`. */
  AuditorVisited: access(z.object({ ...ofAuditor, ...hour }), {
    icon: 'eye',
    says: 'The books were looked at',
    evolve: (last, data) => new Map(last).set(data.userId, data.hour),
    webhook: null,
  }),
  /** An Auditor downloaded a file, such as an export or an audit pack. */
  AuditorTookFile: access(z.object({ ...ofAuditor, file: z.string() }), { icon: 'download', says: 'A file was taken', webhook: null }),
  /** An API key downloaded a file during the hour that starts at `hour`. */
  KeyTookFile: access(z.object({ ...inNetwork, keyId: z.string(), file: z.string(), ...hour }), {
    icon: 'download',
    says: 'A file was taken by software',
    evolve: (last, data) => new Map(last).set(takenBy(data), data.hour),
    webhook: null,
  }),
}
export type AccessEvent = EventOf<typeof accessEvents>
export const accessFold = foldOf<AccessTimes, typeof accessEvents>(accessEvents)

/** For each quarantined event, by id: the projections that leave it out. */
export type QuarantinedBy = ReadonlyMap<string, readonly string[]>

export const repairEvents = {
  /**
   * An Admin quarantined an event that could not be folded. The listed projections leave it out; others may have folded
   * it. If `ofThing`, decisions and histories of its stream leave it out, too. `reason` is encrypted if the stream is a
   * payor's.
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
