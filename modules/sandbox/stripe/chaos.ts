import type pg from 'pg'
import { z } from 'zod'

const rate = z.number().min(0).max(1)

/** How unreliable Stripe is; all zeros: not at all. */
export const Chaos = z.strictObject({
  /** Webhooks that are sent twice, late, or never. */
  duplicate: rate,
  reorder: rate,
  drop: rate,
  /** Calls that are refused with 500 and do nothing; calls that do everything, and whose connection is then closed. */
  failRate: rate,
  loseAnswers: rate,
  /** Before a call is begun. */
  delayMs: z.number().int().min(0).max(60_000),
})
export type Chaos = z.infer<typeof Chaos>

const CALM: Chaos = { duplicate: 0, reorder: 0, drop: 0, failRate: 0, loseAnswers: 0, delayMs: 0 }
const ID = 'chaos'

export const happens = (likelihood: number): boolean => likelihood > 0 && Math.random() < likelihood

/** The dial is kept with the rest, for all processes and over restarts. */
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
