import type pg from 'pg'
import type { EventStore, Position } from './event-store.ts'

/** @throws Error with a sentence for operators, where the log lies in this database and EVENT_STORE names another */
export const assertNotHere = async (client: pg.ClientBase, eventStore: string): Promise<void> => {
  if (eventStore === 'postgres') return
  const { rows } = await client.query<{ events: boolean }>('select exists (select from events) as events')
  if (rows[0]?.events) throw new Error('The log of this database lies in Postgres, but EVENT_STORE names another. Set it as the product has it.')
}

/**
 * `head` is asked for after the database, since other processes may be at work.
 * @throws Error with a sentence for operators, for a log that ends before what this database has seen of its own
 */
export const assertReachesAsFar = async (client: pg.ClientBase, head: () => Promise<Position>): Promise<void> => {
  const { rows } = await client.query<{ furthest: string | null }>('select max(position)::text as furthest from process_checkpoints')
  const furthest = rows[0]?.furthest ?? null
  if (furthest !== null && BigInt(furthest) > (await head()))
    throw new Error('The log of EVENT_STORE ends before what this database has seen of one: it is another. Set it as the product has it.')
}

/**
 * Refuses a log that is not the one of this database: what is appended to another would be answered as done, and be gone once the setting is
 * right again.
 */
export const assertRightLog = async (client: pg.ClientBase, store: Pick<EventStore, 'head'>, eventStore: string): Promise<void> => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.process_checkpoints') is not null as there`)
  if (!rows[0]?.there) return
  await assertNotHere(client, eventStore)
  await assertReachesAsFar(client, store.head)
}
