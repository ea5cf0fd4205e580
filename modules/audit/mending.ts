import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { Reason } from '../bills/contract.ts'
import type { Decider } from '../kernel/decider.ts'
import { forbidden, missing } from '../kernel/errors.ts'
import { sealedIn, sentenceOf } from '../kernel/events.ts'
import type { NetworkId } from '../kernel/ids.ts'
import type { EventStore, StreamName } from '../platform/event-store/event-store.ts'
import { tellMending } from '../platform/event-store/mending.ts'
import { type Codec, commandHandler } from '../platform/handle.ts'
import type { Historian, TellThing, WhySetAside } from '../platform/history.ts'
import { admins, idOf, type Route, route } from '../platform/http/route.ts'
import { mayIn } from '../platform/http/visitor.ts'
import { openTexts, type PersonalData } from '../platform/personal-data/personal-data.ts'
import { READ_SCHEMA, transaction } from '../platform/postgres/database.ts'
import { EventAnswer } from './contract.ts'
import { type Asides, type MendingEvent, mendingEvents, mendingFold } from './events.ts'

type SetAside = { type: 'SetAside' } & MendingEvent['data']

/** What was set aside stays so: no later release folds it, so that every rebuild leaves out the same (R111). */
export const mendingDecider: Decider<Asides, SetAside, MendingEvent> = {
  initial: new Map(),
  ...mendingFold,
  decide: ({ type: _, ...data }, asides) => {
    const known = asides.get(data.eventId) ?? []
    const projections = data.projections.filter((name) => !known.includes(name))
    return projections.length === 0 ? [] : [{ type: 'EventSetAside', data: { ...data, projections } }]
  },
}

/** The reason for setting a payor's event aside is sealed with their key, as their other texts are. */
const sealedReasons = (personal: PersonalData): Codec<MendingEvent, Asides> => ({
  encode: (events) =>
    Promise.all(
      events.map(async ({ type, data }) => {
        if (data.sealedFor === undefined) return { type, data }
        const [reason] = await personal.sealAll([{ owner: data.sealedFor, value: data.reason }])
        return { type, data: { ...data, reason } }
      }),
    ),
  decode: (events) => openTexts(personal, sealedIn(mendingEvents), events),
})

const streamOf = (network: string): StreamName => `mending-${network}`

/** Who set events of a network aside, and why. */
export const whySetAside =
  (store: EventStore, personal: PersonalData): WhySetAside =>
  async (network) => {
    const recorded = await store.read(streamOf(network))
    const events = await openTexts(personal, sealedIn(mendingEvents), mendingFold.read(recorded))
    return new Map(events.map(({ data }, i) => [data.eventId, { actor: recorded[i]?.metadata.actor ?? '', reason: data.reason }]))
  }

/** What was set aside in a network, as the journal tells it. */
export const mendingHistory = (personal: PersonalData, tell: Historian): TellThing => {
  const { decode } = sealedReasons(personal)
  return (stream) => tell([stream], mendingDecider, { summary: sentenceOf(mendingEvents), shown: () => null }, { decode })
}

type Stopped = Readonly<{ projection: string; ofThing: boolean; type: string; stream: StreamName; revision: number }>

/**
 * Marks an event of a network for being set aside. The checkpoints are locked, so that no projection is folding it, and none that sees the mark
 * does so later: the projections that are answered have not folded it and will not.
 */
const ask = (pool: pg.Pool, network: NetworkId, eventId: string): Promise<readonly Stopped[]> =>
  transaction(pool, async (tx) => {
    const { rows: standing } = await tx.query<{ projection: string }>(
      'select projection from mending.unfolded where event_id = $1 and network_id = $2',
      [eventId, network],
    )
    const names = standing.map(({ projection }) => projection)
    await tx.query(`select from ${READ_SCHEMA}.checkpoints where name = any($1) order by name for update`, [names])
    const { rows } = await tx.query<Stopped>(
      `update mending.unfolded set asked_at = clock_timestamp() where event_id = $1 and network_id = $2 and projection = any($3)
       returning projection, of_thing as "ofThing", type, stream, revision`,
      [eventId, network, names],
    )
    return rows
  })

/** The payor whom a stream's events are about, whose key seals what is said of them. */
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
const LOOK_MS = 100

/** Whether every projection is past an event by now. */
const isPast = async (pool: pg.Pool, eventId: string): Promise<boolean> => {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if ((await pool.query('select from mending.unfolded where event_id = $1', [eventId])).rowCount === 0) return true
    await setTimeout(LOOK_MS)
  }
  return false
}

export type MendingDependencies = Readonly<{ pool: pg.Pool; store: EventStore; personal: PersonalData }>

export const mendingRoutes = ({ pool, store, personal }: MendingDependencies): Route[] => {
  const { load, handle } = commandHandler(store, mendingDecider, sealedReasons(personal))
  return [
    route({
      method: 'post',
      path: '/api/audit/unfolded/:id/set-aside',
      about: null,
      summary: 'Sets an event aside that could not be read: what shows the network goes on without it',
      access: admins('set aside', 'event'),
      fresh: true,
      noted: 'mending',
      params: z.object({ id: z.string() }),
      body: Reason,
      answer: EventAnswer,
      handle: async ({ visitor, params, body, circumstances, settled }) => {
        if (!visitor.network) throw forbidden('set aside', 'event')
        const eventId = idOf(z.uuid(), params.id, 'Event')
        const network = mayIn(visitor, visitor.network, 'write', 'Event', 'set aside')
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
          await tellMending(pool)
          await settled(appended)
        } else if (!(await load(streamOf(network))).state.has(eventId)) throw missing('Event')
        return { data: { eventId, goesOn: await isPast(pool, eventId) } }
      },
    }),
  ]
}
