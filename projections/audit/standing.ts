import { sql } from 'slonik'
import { z } from 'zod'
import { type SetAsideEvent, Unfolded, type UnfoldedEvent } from '../../modules/audit/contract.ts'
import { Instant } from '../../modules/kernel/date-schemas.ts'
import type { NetworkId } from '../../modules/kernel/ids.ts'
import { categoryOf, type StreamName } from '../../modules/platform/event-store/event-store.ts'
import type { MendedStore } from '../../modules/platform/event-store/mending.ts'
import type { ActorsOf, WhySetAside } from '../../modules/platform/history.ts'
import { type Route, readers, route } from '../../modules/platform/http/route.ts'
import type { Queries } from '../../modules/platform/postgres/database.ts'
import type { Histories } from './routes.ts'
import { namesOfThings } from './things.ts'

const Stood = z.object({
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
type Stood = z.infer<typeof Stood>

/** What every projection stands still on. */
const stoodOn = (db: Queries) =>
  db.any(sql.type(Stood)`
    select projection, event_id, type, stream, position, at, network_id, problem, first_tried_at, last_tried_at from mending.unfolded
    order by position, projection`)

/** As many of those that were set aside are listed. */
const LATEST = 20

type Named = Awaited<ReturnType<typeof namesOfThings>>
const aboutOf = (things: Named, stream: StreamName) => {
  const thing = things.get(stream)
  return thing ? { name: thing.name, stream: thing.stream } : null
}

export type StandingDependencies = Readonly<{ db: Queries; store: MendedStore; histories: Histories; actorsOf: ActorsOf; whySetAside: WhySetAside }>

/** What stands still because an event cannot be read (R110), and what was set aside for that (R111). */
export const standingRoutes = ({ db, store, histories, actorsOf, whySetAside }: StandingDependencies): Route[] => {
  const standingIn = async (network: NetworkId, stood: readonly Stood[]): Promise<UnfoldedEvent[]> => {
    const own = stood.filter(({ networkId }) => networkId === network)
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
  const setAsideIn = async (network: NetworkId): Promise<SetAsideEvent[]> => {
    const events = (await store.read(`mending-${network}`)).slice(-LATEST).reverse()
    const why = await whySetAside(network)
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
      summary: 'What stands still because an event cannot be read, and what was set aside',
      access: readers('network'),
      answer: Unfolded,
      handle: async ({ visitor: { network } }) => {
        if (!network) return { data: { shown: [], standing: [], setAside: [] } }
        const stood = await stoodOn(db)
        // This process may not have heard yet of what another one, or a thread, stands still on: its history would tell of it as of any other event.
        if (stood.length > 0) await store.refresh()
        const projections = [...new Set(stood.map(({ projection }) => projection))]
        const shown = projections.map((projection) => {
          const of = stood.filter((one) => one.projection === projection)
          return { projection, asOf: of[0]?.at as Instant, own: of.some(({ networkId }) => networkId === network) }
        })
        return { data: { shown, standing: await standingIn(network, stood), setAside: await setAsideIn(network) } }
      },
    }),
  ]
}
