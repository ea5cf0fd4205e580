import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { Reason } from '../bills/contract.ts'
import type { Decider } from '../kernel/decider.ts'
import { forbidden, missing } from '../kernel/errors.ts'
import { sealedIn, sentenceOf } from '../kernel/events.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { EventStore, StreamName } from '../platform/event-store/event-store.ts'
import { notifyRepair } from '../platform/event-store/repair.ts'
import { type Codec, commandHandler } from '../platform/handle.ts'
import type { Historian, ThingHistory, WhyQuarantined } from '../platform/history.ts'
import { admins, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { openTexts, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { READ_SCHEMA, transaction } from '../platform/postgres/database.ts'
import { EventAnswer } from './contract.ts'
import { type QuarantinedBy, type RepairEvent, repairEvents, repairFold } from './events.ts'

type Quarantine = { type: 'SetAside' } & RepairEvent['data']

/**
 * A quarantine is permanent: no later release folds the event, so that every rebuild leaves out the same events (R111).
 */
export const repairDecider: Decider<QuarantinedBy, Quarantine, RepairEvent> = {
  initial: new Map(),
  ...repairFold,
  decide: ({ type: _, ...data }, quarantined) => {
    const known = quarantined.get(data.eventId) ?? []
    const projections = data.projections.filter((name) => !known.includes(name))
    return projections.length === 0 ? [] : [{ type: 'EventSetAside', data: { ...data, projections } }]
  },
}

/** The reason for quarantining a payor's event is encrypted with the payor's key, as all texts about payors are. */
const sealedReasons = (personal: PersonalData): Codec<RepairEvent, QuarantinedBy> => ({
  encode: (events) =>
    Promise.all(
      events.map(async ({ type, data }) => {
        if (data.sealedFor === undefined) return { type, data }
        const [reason] = await personal.sealAll([{ owner: data.sealedFor, value: data.reason }])
        return { type, data: { ...data, reason } }
      }),
    ),
  decode: (events) => openTexts(personal, sealedIn(repairEvents), events),
})

const streamOf = (network: string): StreamName => `mending-${network}`

/** For each quarantine of a network: the actor and the reason. */
export const whyQuarantined =
  (store: EventStore, personal: PersonalData): WhyQuarantined =>
  async (network) => {
    const recorded = await store.read(streamOf(network))
    const events = await openTexts(personal, sealedIn(repairEvents), repairFold.read(recorded))
    return new Map(events.map(({ data }, i) => [data.eventId, { actor: recorded[i]?.metadata.actor ?? '', reason: data.reason }]))
  }

/** The history of a network's quarantined events, for the journal. */
export const repairHistory = (personal: PersonalData, historian: Historian): ThingHistory => {
  const { decode } = sealedReasons(personal)
  return (stream) => historian([stream], repairDecider, { summary: sentenceOf(repairEvents), shown: () => null }, { decode })
}

type Stopped = Readonly<{ projection: string; ofThing: boolean; type: string; stream: StreamName; revision: number }>

/**
 * Requests the quarantine of an event. The lock on the checkpoints makes sure that no projection is just folding the
 * event; once the lock is released, every projection sees the request. So the returned projections have not folded the
 * event and never will.
 */
const ask = (pool: pg.Pool, network: NetworkId, eventId: string): Promise<readonly Stopped[]> =>
  transaction(pool, async (tx) => {
    const { rows: blocked } = await tx.query<{ projection: string }>(
      'select projection from mending.unfolded where event_id = $1 and network_id = $2',
      [eventId, network],
    )
    const names = blocked.map(({ projection }) => projection)
    await tx.query(`select from ${READ_SCHEMA}.checkpoints where name = any($1) order by name for update`, [names])
    const { rows } = await tx.query<Stopped>(
      `update mending.unfolded set asked_at = clock_timestamp() where event_id = $1 and network_id = $2 and projection = any($3)
       returning projection, of_thing as "ofThing", type, stream, revision`,
      [eventId, network, names],
    )
    return rows
  })

/** The payor whose key encrypts the texts in a stream; null for streams that are not about one payor. */
const payorOf = async (pool: pg.Pool, stream: StreamName): Promise<string | null> => {
  const { rows } = await pool.query<{ payor: string }>(
    `select payor_id as payor from ${READ_SCHEMA}.bills where 'bill-' || id = $1 union all
     select id from ${READ_SCHEMA}.members where 'member-' || id = $1 union all
     select payor_id from ${READ_SCHEMA}.messages where 'message-' || id = $1`,
    [stream],
  )
  return rows[0]?.payor ?? null
}

const PATIENCE_MS = 5_000
const POLL_MS = 100

/** Waits until no projection is blocked by the event any more; false if one still is after PATIENCE_MS. */
const isPast = async (pool: pg.Pool, eventId: string): Promise<boolean> => {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    if ((await pool.query('select from mending.unfolded where event_id = $1', [eventId])).rowCount === 0) return true
    await setTimeout(POLL_MS)
  }
  return false
}

export type RepairDependencies = Readonly<{ pool: pg.Pool; store: EventStore; personal: PersonalData }>

export const repairRoutes = ({ pool, store, personal }: RepairDependencies): Route[] => {
  const { load, handle } = commandHandler(store, repairDecider, sealedReasons(personal))
  return [
    route({
      method: 'post',
      path: '/api/audit/unfolded/:id/set-aside',
      about: null,
      summary: 'Quarantines an event that could not be read: what shows the network goes on without it',
      access: admins('quarantine', 'event'),
      fresh: true,
      noted: 'mending',
      params: z.object({ id: z.string() }),
      body: Reason,
      answer: EventAnswer,
      handle: async ({ visitor, params, body, circumstances, settled }) => {
        if (!visitor.network) throw forbidden('quarantine', 'event')
        const eventId = idOf(z.uuid(), params.id, 'Event')
        const network = mayIn(visitor, visitor.network, 'write', 'Event', 'quarantine')
        const stopped = await ask(pool, network, eventId)
        const [first] = stopped
        if (first) {
          const payor = await payorOf(pool, first.stream)
          const { appended } = await handle(
            streamOf(network),
            {
              type: 'SetAside',
              ...{ networkId: network, eventId, eventType: first.type, stream: first.stream, revision: first.revision, reason: body.reason },
              projections: stopped.map(({ projection }) => projection).sort(),
              ofThing: stopped.some(({ ofThing }) => ofThing),
              ...(payor && { sealedFor: payor }),
            },
            circumstances,
          )
          await notifyRepair(pool)
          await settled(appended)
        } else if (!(await load(streamOf(network))).state.has(eventId)) throw missing('Event')
        return { data: { eventId, goesOn: await isPast(pool, eventId) } }
      },
    }),
  ]
}
