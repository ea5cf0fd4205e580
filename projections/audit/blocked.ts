import { sql } from 'slonik'
import { z } from 'zod'
import { type QuarantinedEvent, Unfolded, type UnfoldedEvent } from '../../modules/audit/contract.ts'
import { Instant } from '../../modules/kernel/date-schemas.ts'
import type { NetworkId } from '../../modules/kernel/ids.ts'
import { categoryOf, type StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { RepairedStore } from '../../modules/platform/event-store/repair.ts'
import type { ActorsOf, WhyQuarantined } from '../../modules/platform/history.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { Histories } from './routes.ts'
import { namesOfThings } from './things.ts'

const BlockedRow = z.object({
  projection: z.string(),
  eventId: z.string(),
  type: z.string(),
  stream: z.string().transform((stream) => stream as StreamName),
  position: z.number().int(),
  at: Instant,
  networkId: z.string().nullable(),
  problem: z.string(),
  firstTriedAt: Instant,
  lastTriedAt: Instant,
})
type BlockedRow = z.infer<typeof BlockedRow>

/** The blocked events of all projections. */
const blockedRows = (db: Queries) =>
  db.any(sql.type(BlockedRow)`
    select projection, event_id, type, stream, position, at, network_id, problem, first_tried_at, last_tried_at from mending.unfolded
    order by position, projection`)

/** The number of quarantined events that are listed. */
const LATEST = 20

type Named = Awaited<ReturnType<typeof namesOfThings>>
const aboutOf = (things: Named, stream: StreamName) => {
  const thing = things.get(stream)
  return thing ? { name: thing.name, stream: thing.stream } : null
}

export type BlockedDependencies = Readonly<{
  db: Queries
  store: RepairedStore
  histories: Histories
  actorsOf: ActorsOf
  whyQuarantined: WhyQuarantined
}>

/** The routes for events that block a projection (R110), and events that were quarantined because of that (R111). */
export const blockedRoutes = ({ db, store, histories, actorsOf, whyQuarantined }: BlockedDependencies): Route[] => {
  const blockedIn = async (network: NetworkId, blocked: readonly BlockedRow[]): Promise<UnfoldedEvent[]> => {
    const own = blocked.filter(({ networkId }) => networkId === network)
    const events = [...new Map(own.map((one) => [one.eventId, one])).values()]
    const things = await namesOfThings(
      db,
      network,
      events.map(({ stream }) => stream),
    )
    return Promise.all(
      events.map(async ({ eventId, type, stream, position, at, problem }) => {
        const rows = await histories[categoryOf(stream)]?.(stream, network)
        const tries = own.filter((one) => one.eventId === eventId)
        return {
          ...{ eventId, type, stream, at, problem },
          about: aboutOf(things, stream),
          summary: rows?.find((row) => row.position === position)?.summary ?? type,
          projections: tries.map(({ projection }) => projection),
          since: tries.map(({ firstTriedAt }) => firstTriedAt).reduce((a, b) => (a < b ? a : b)),
          triedAt: tries.map(({ lastTriedAt }) => lastTriedAt).reduce((a, b) => (a > b ? a : b)),
        }
      }),
    )
  }
  const quarantinedIn = async (network: NetworkId): Promise<QuarantinedEvent[]> => {
    const events = (await store.read(`mending-${network}`)).slice(-LATEST).reverse()
    const why = await whyQuarantined(network)
    const actors = await actorsOf(events.map(({ metadata }) => metadata.actor))
    const streams = events.map(({ data }) => data.stream as StreamName)
    const things = await namesOfThings(db, network, streams)
    return events.map(({ data, metadata }, i) => ({
      eventId: String(data.eventId),
      type: String(data.eventType),
      stream: String(data.stream),
      about: aboutOf(things, streams[i] as StreamName),
      projections: data.projections as string[],
      at: metadata.at,
      actor: actors(metadata.actor),
      reason: why.get(String(data.eventId))?.reason ?? null,
    }))
  }
  return [
    route({
      method: 'get',
      path: '/api/audit/unfolded',
      summary: 'The blocked events, which cannot be read, and the quarantined ones',
      access: readers('network'),
      answer: Unfolded,
      handle: async ({ visitor: { network } }) => {
        if (!network) return { data: { shown: [], standing: [], setAside: [] } }
        const blocked = await blockedRows(db)
        // Another process or thread may have found the blocked event. Until this process refreshes, it would show the
        // event as an ordinary one.
        if (blocked.length > 0) await store.refresh()
        const projections = [...new Set(blocked.map(({ projection }) => projection))]
        const shown = projections.map((projection) => {
          const of = blocked.filter((one) => one.projection === projection)
          return { projection, asOf: of[0]?.at as Instant, own: of.some(({ networkId }) => networkId === network) }
        })
        return { data: { shown, standing: await blockedIn(network, blocked), setAside: await quarantinedIn(network) } }
      },
    }),
  ]
}
