import type pg from 'pg'
import { z } from 'zod'

const rate = z.number().min(0).max(1)

/** The unreliability of the stand-in. All zeros: none. */
export const Chaos = z.strictObject({
  /** The share of webhooks that are sent twice, late, or never. */
  duplicate: rate,
  reorder: rate,
  drop: rate,
  /** The share of calls that fail with 500 and do nothing, and of calls that succeed but lose their answer. */
  failRate: rate,
  loseAnswers: rate,
  delayMs: z.number().int().min(0).max(60_000),
})
export type Chaos = z.infer<typeof Chaos>

const CALM: Chaos = { duplicate: 0, reorder: 0, drop: 0, failRate: 0, loseAnswers: 0, delayMs: 0 }
const ID = 'chaos'

export const happens = (likelihood: number): boolean => likelihood > 0 && Math.random() < likelihood

/** Read from the database, so that all processes use it and it survives restarts. */
export const chaosOf = async (client: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<Chaos> => {
  const { rows } = await client.query<{ body: Chaos }>('select body from stripe_objects where id = $1', [ID])
  return rows[0]?.body ?? CALM
}

export const turnChaos = async (pool: pg.Pool, chaos: Chaos): Promise<void> => {
  await pool.query(
    `insert into stripe_objects (id, account, kind, body, hidden) values ($1, '', 'chaos', $2, '{}') on conflict (id) do update set body = excluded.body`,
    [ID, JSON.stringify(chaos)],
  )
}
