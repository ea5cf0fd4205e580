import type pg from 'pg'
import type { EventStore, Position } from './event-store.ts'

/** @throws Error with a message for operators if this database holds a log but EVENT_STORE names another */
export const assertNotHere = async (client: pg.ClientBase, eventStore: string): Promise<void> => {
  if (eventStore === 'postgres') return
  const { rows } = await client.query<{ events: boolean }>('select exists (select from events) as events')
  if (rows[0]?.events) throw new Error('The log of this database lies in Postgres, but EVENT_STORE names another. Set it as the product has it.')
}

/**
 * Reads `head` after the database's positions, since other processes may be appending.
 * @throws Error with a message for operators if the log ends before this database's checkpoints
 */
export const assertReachesAsFar = async (client: pg.ClientBase, head: () => Promise<Position>): Promise<void> => {
  const { rows } = await client.query<{ furthest: string | null }>('select max(position)::text as furthest from process_checkpoints')
  const furthest = rows[0]?.furthest ?? null
  if (furthest !== null && BigInt(furthest) > (await head()))
    throw new Error('The log of EVENT_STORE ends before what this database has seen of one: it is another. Set it as the product has it.')
}

/**
 * Refuses a log that does not belong to this database: events appended to another log would be acknowledged, then
 * missing once the setting is corrected.
 */
export const assertRightLog = async (client: pg.ClientBase, store: Pick<EventStore, 'head'>, eventStore: string): Promise<void> => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.process_checkpoints') is not null as there`)
  if (!rows[0]?.there) return
  await assertNotHere(client, eventStore)
  await assertReachesAsFar(client, store.head)
}
