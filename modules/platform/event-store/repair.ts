import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { transaction } from '../postgres/database.ts'
import { isConnectionFault } from '../postgres/postgres-faults.ts'
import { type EventStore, type Position, type Quarantine, type RecordedEvent, START, Unavailable } from './event-store.ts'

const RETRY_MS = 200

export const REPAIR_CHANNEL = 'vestry_mending'

/** The quarantine event as read here (declared in modules/audit/events.ts). */
type Quarantining = Readonly<{ eventId: string; networkId: string; projections: readonly string[]; ofThing: boolean }>

/** Copies new quarantine events from the log into the table. Idempotent, so several processes may do it. */
const followLog = async (pool: pg.Pool, store: EventStore): Promise<void> => {
  const { rows } = await pool.query<{ position: number }>('select position from mending.followed')
  const from: Position = rows[0] ? BigInt(rows[0].position) : START
  const head = await store.head('mending', from)
  if (head <= from) return
  const stop = new AbortController()
  try {
    for await (const { events, position } of store.follow({ after: from, categories: ['mending'], signal: stop.signal })) {
      const rowsOf = events
        .filter(({ type }) => type === 'EventSetAside')
        .flatMap(({ data }) => {
          const { projections, ...quarantine } = data as Quarantining
          return projections.map((projection) => ({ projection, ...quarantine }))
        })
      const column = (name: 'eventId' | 'projection' | 'networkId' | 'ofThing') => rowsOf.map((row) => row[name])
      await transaction(pool, async (tx) => {
        await tx.query(
          `insert into mending.set_aside (event_id, projection, network_id, of_thing)
           select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::boolean[]) on conflict do nothing`,
          [column('eventId'), column('projection'), column('networkId'), column('ofThing')],
        )
        await tx.query(
          `insert into mending.followed as f (position) values ($1) on conflict (one) do update set position = greatest(f.position, excluded.position)`,
          [position],
        )
      })
      if (position >= head) break
    }
  } finally {
    stop.abort()
  }
}

type Marks = Readonly<{ setAside: ReadonlyMap<string, Quarantine>; unfolded: ReadonlySet<string> }>

const marksIn = async (pool: pg.Pool): Promise<Marks> => {
  const { rows } = await pool.query<Quarantine & { id: string }>(
    `select event_id as id, min(network_id::text) as "networkId", array_agg(projection order by projection) as projections, bool_or(of_thing) as "ofThing"
     from mending.set_aside group by event_id`,
  )
  const blocked = await pool.query<{ id: string }>('select event_id as id from mending.unfolded where of_thing')
  return {
    setAside: new Map(rows.map(({ id, ...quarantine }) => [id, quarantine])),
    unfolded: new Set(blocked.rows.map(({ id }) => id).filter((id) => !rows.some((row) => row.id === id && row.ofThing))),
  }
}

export type RepairedStore = EventStore & Readonly<{ refresh: () => Promise<void> }>

/** Repeats the refresh until store and database answer, or the caller has stopped. */
const persistently = async (look: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      return await look()
    } catch (error) {
      if (!(error instanceof Unavailable || isConnectionFault(error))) throw error
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * A log whose events say if they are quarantined and if they block their projection. `follow` first reads all
 * quarantine events, wherever it starts; `read` uses the marks of the last refresh, so `refresh` must run after each
 * change of them.
 */
export const repairedStore = (pool: pg.Pool, store: EventStore): RepairedStore => {
  let marks: Marks | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const look = (): Promise<void> => {
    const looking = (async () => {
      await followLog(pool, store)
      marks = await marksIn(pool)
    })().finally(() => {
      if (running === looking) running = null
    })
    running = looking
    return looking
  }
  /** A refresh begins after the call that needs it; callers that come while one runs share the next. */
  const refresh = (): Promise<void> => {
    if (!running) return look()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return look()
      })
    return next
  }
  const marked = (events: readonly RecordedEvent[], { setAside: quarantined, unfolded }: Marks): readonly RecordedEvent[] => {
    if (quarantined.size === 0 && unfolded.size === 0) return events
    return events.map((event) => {
      const quarantine = quarantined.get(event.id)
      const isBlocked = unfolded.has(event.id)
      return quarantine || isBlocked
        ? { ...event, ...(quarantine && { quarantined: quarantine }), ...(isBlocked && { unfolded: true as const }) }
        : event
    })
  }
  return {
    ...store,
    refresh,
    read: async (stream) => {
      marks ??= await marksIn(pool)
      return marked(await store.read(stream), marks)
    },
    follow: async function* (options) {
      await persistently(refresh, options.signal)
      for await (const batch of store.follow(options)) if (marks) yield { ...batch, events: marked(batch.events, marks) }
    },
  }
}

/** Notifies all processes of a blocked or quarantined event (NOTIFY, so on commit). */
export const notifyRepair = (db: Pick<pg.ClientBase, 'query'>): Promise<unknown> => db.query(`notify ${REPAIR_CHANNEL}`)
