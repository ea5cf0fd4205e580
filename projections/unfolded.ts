import type pg from 'pg'
import { categoryOf, type EventStore, type RecordedEvent } from '../modules/platform/event-store/event-store.ts'
import { notifyRepair } from '../modules/platform/event-store/repair.ts'
import { READ_SCHEMA } from '../modules/platform/postgres/database.ts'
import { isConnectionFault } from '../modules/platform/postgres/postgres-faults.ts'
import type { Projection, Transaction } from './projection.ts'
import { isUuid, rowOf } from './stream-rows.ts'

/**
 * True if the event is the cause, not the database or a passing failure: the classes 21, 22, 23 and 42 are about a
 * value or a statement.
 */
export const isOfEvent = (error: unknown): boolean => {
  if (!(error instanceof Error) || isConnectionFault(error)) return false
  const { code } = error as { code?: unknown }
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(21|22|23|42)/.test(code)
}

const KINDS: Readonly<Record<string, string>> = {
  '21': 'it changes one thing twice',
  '22': 'a value of it is of another kind or size than the table takes',
  '23': 'a value of it is missing, is there already, or is none of those that are allowed',
  '42': 'the tables are not as this version expects them',
}

/**
 * The function and line that threw an error. The error's own message is left out, since it may contain data of the
 * event.
 */
const placeOf = ({ message, stack = '' }: Error): string => {
  const [, place] = /\n {4}at (?:async )?(?:\S+ \()?([^\n]*?)\)?(?:\n|$)/.exec(stack.slice(stack.indexOf(message) + message.length)) ?? []
  return place ? ` (${place.split('/').at(-1)})` : ''
}

/** The problem with an event, without any of its data. */
export const problemOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'It cannot be read.'
  const { code, table, column } = error as { code?: string; table?: string; column?: string }
  const kind = typeof code === 'string' ? KINDS[code.slice(0, 2)] : undefined
  if (kind) return `The database refuses it: ${kind} (${[code, table, column].filter(Boolean).join(', ')}).`
  if (error.name === 'UnreadableEvent') return 'It has another shape than this version knows.'
  if (error.name === 'NeverRecorded') return 'It speaks of something that was never recorded.'
  return `It cannot be read: ${error.name}${placeOf(error)}.`
}

/**
 * The network of the record that an event is about. If there is no such record, the network that the stream's events
 * name; null for none.
 */
const networkOf = async (db: Transaction, store: EventStore, { stream }: RecordedEvent): Promise<string | null> => {
  const row = rowOf(stream)
  if (row) {
    const named = row.table === 'networks' ? 'id' : 'network_id'
    const { rows } = await db.query<{ network: string }>(`select ${named} as network from ${READ_SCHEMA}.${row.table} where id = $1::${row.type}`, [
      row.id,
    ])
    if (rows[0]) return rows[0].network
  }
  const names = (await store.read(stream)).map(({ data }) => data.networkId).filter(isUuid)
  const { rows } = await db.query<{ id: string }>(`select id from ${READ_SCHEMA}.networks where id = $1::uuid`, [names[0] ?? null])
  return rows[0]?.id ?? null
}

/** Records a blocked event once, with the time of the last try (R110). */
export const noteUnfolded = async (
  { pool, store, projection }: Readonly<{ pool: pg.Pool; store: EventStore; projection: Projection }>,
  event: RecordedEvent,
  error: unknown,
): Promise<void> => {
  const { id, type, stream, revision, position, metadata } = event
  const network = await networkOf(pool, store, event)
  const { rows } = await pool.query<{ fresh: boolean }>(
    `insert into mending.unfolded as u (projection, event_id, type, stream, revision, position, at, network_id, of_thing, problem, first_tried_at, last_tried_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())
     on conflict (projection, event_id) do update set last_tried_at = now(), problem = excluded.problem,
       network_id = coalesce(u.network_id, excluded.network_id)
     returning first_tried_at = last_tried_at as fresh`,
    [projection.name, id, type, stream, revision, position, metadata.at, network, projection.own.includes(categoryOf(stream)), problemOf(error)],
  )
  if (rows[0]?.fresh) await notifyRepair(pool)
}

/**
 * The validity of a request to quarantine an event. An older one is ignored, since the call that made it did not end.
 */
export const ASKED_FOR = "interval '1 minute'"

/**
 * Columns for a projection: its events that are being quarantined, and whether it has blocked events. The checkpoint
 * must be locked.
 */
export const blockedEventOf = (name: string): string =>
  `array(select event_id::text from mending.unfolded where projection = '${name}' and asked_at > now() - ${ASKED_FOR}) as asked,
   exists (select from mending.unfolded where projection = '${name}') as stands`

/** Deletes a projection's blocked events that it has passed. */
export const forgetUnfolded = async (tx: Transaction, name: string, position: bigint): Promise<void> => {
  const { rowCount } = await tx.query('delete from mending.unfolded where projection = $1 and position <= $2', [name, position])
  if (rowCount) await notifyRepair(tx)
}

/** True while an Admin is quarantining the event. */
export const isAskedFor = async (pool: pg.Pool, name: string, { id }: RecordedEvent): Promise<boolean> =>
  (await pool.query(`select from mending.unfolded where projection = $1 and event_id = $2 and asked_at > now() - ${ASKED_FOR}`, [name, id]))
    .rowCount === 1

/** The number of times that a projection has left out an event so far. */
export const countQuarantined = async (db: Transaction): Promise<number> =>
  (await db.query<{ count: number }>('select count(*) as count from mending.set_aside')).rows[0]?.count ?? 0

/**
 * Deletes the blocked events that the read models about to become live have passed. Returns false if an Admin is
 * quarantining one of these, since the new read models have folded it.
 */
export const takeOverUnfolded = async (tx: Transaction, positions: ReadonlyMap<string, bigint>): Promise<boolean> => {
  const { rows } = await tx.query<{ projection: string; position: number; asked: boolean }>(
    `select projection, position, asked_at > now() - ${ASKED_FOR} is true as asked from mending.unfolded for update`,
  )
  const past = rows.filter(({ projection, position }) => (positions.get(projection) ?? -1n) >= BigInt(position))
  if (past.some(({ asked }) => asked)) return false
  for (const { projection, position } of past) await forgetUnfolded(tx, projection, BigInt(position))
  return true
}
