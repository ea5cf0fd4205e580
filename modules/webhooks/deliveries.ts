import type pg from 'pg'
import { type Instant, instantOf } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { addJobs, type Job } from '../platform/jobs.ts'
import { transaction } from '../platform/postgres/database.ts'
import { uuidV5 } from '../platform/uuid-v5.ts'
import type { Delivery, DeliveryDetails, Problem } from './contract.ts'
import { KEPT_DAYS, TEST } from './values.ts'

declare module '../platform/jobs.ts' {
  interface TaskPayloads {
    'deliver-webhook': Readonly<{ webhookId: string }>
  }
}

export type Addressee = Readonly<{ webhookId: string; networkId: NetworkId }>
export type NewDelivery = Addressee & Readonly<{ eventId: string; type: string; position: string; body: string }>
/**
 * A delivery that is being tried. `tries`: the number of this try. `secondsLeft`: the time until the delivery's three
 * days are over.
 */
export type Claimed = Readonly<{ id: string; eventId: string; type: string; body: string; tries: number; dueAt: Date; secondsLeft: number }>
/** The result of a try. `nextTry`: seconds until the next one; null if no try follows. */
export type Outcome = Readonly<{
  state: 'delivered' | 'waiting' | 'failed'
  url: string
  headers: Readonly<Record<string, string>>
  status: number | null
  problem: Problem | null
  ms: number
  answer: string | null
  nextTry: number | null
}>

/**
 * The time that a process may work on a delivery. After that, another process takes it over, since the first one may
 * have crashed.
 */
const CLAIM = '1 minute'
/** A webhook that takes longer than this to answer counts as slow. */
const SLOW_MS = 2_000
/** The seconds for which a webhook is paused after one, two, and more timeouts in a row. */
const RESTS = [10, 60, 300] as const
/**
 * A queue runs one job at a time. Slow webhooks share a few queues, by network; all others share more queues, by
 * webhook.
 */
const [SLOW_QUEUES, QUEUES] = [4, 16]
/** The time that a delivery is tried before it is given up. */
const TRIED_FOR = '3 days'
const LATER_MS = 5_000
const ROWS_AT_ONCE = 1_000

export const SWEEP_DELIVERIES = `delete from webhook_deliveries where created_at < clock_timestamp() - interval '${KEPT_DAYS} days' and state <> 'waiting'`

const columns = `id, type, state, created_at as "createdAt", tries, tried_at as "triedAt", status, problem, took_ms as "tookMs", next_try_at as "nextTryAt"`
type Row = Omit<Delivery, 'createdAt' | 'triedAt' | 'nextTryAt'> & Readonly<{ createdAt: Date; triedAt: Date | null; nextTryAt: Date | null }>

const instant = <Moment extends Date | null>(date: Moment) =>
  (date === null ? null : instantOf(date.getTime())) as Moment extends Date ? Instant : Instant | null
const shown = <Found extends Row>({ createdAt, triedAt, nextTryAt, ...row }: Found) => ({
  ...row,
  ...{ createdAt: instant(createdAt), triedAt: instant(triedAt), nextTryAt: instant(nextTryAt) },
})

/** There are only a few queues, since graphile-worker reads all of them for each job. */
const queueOf = ({ webhookId, networkId }: Addressee, isSlow: boolean): string => {
  const place = (id: string, of: number) => Number.parseInt(id.slice(-4), 16) % of
  return isSlow ? `slow webhooks ${place(networkId, SLOW_QUEUES)}` : `webhooks ${place(webhookId, QUEUES)}`
}

/** Queues a job that sends a webhook's due deliveries, at once or at a given time. */
const wake = async (client: Pick<pg.ClientBase, 'query'>, addressees: readonly Addressee[], at?: Date): Promise<void> => {
  const ids = addressees.map(({ webhookId }) => webhookId)
  const { rows } = await client.query<{ id: string }>('select webhook_id as id from webhook_states where webhook_id = any($1) and is_slow', [ids])
  const slow = new Set(rows.map(({ id }) => id))
  // Rounded, so that times close together share a job.
  const runAt = at && Math.ceil(at.getTime() / LATER_MS) * LATER_MS
  const jobs = addressees.map(
    (to): Job => ({
      task: 'deliver-webhook',
      payload: { webhookId: to.webhookId },
      queue: queueOf(to, slow.has(to.webhookId)),
      key: runAt === undefined ? `deliver/${to.webhookId}` : `deliver/${to.webhookId}/${runAt}`,
      ...(runAt === undefined ? {} : { runAt: new Date(runAt).toISOString() }),
    }),
  )
  await addJobs(client, jobs)
}

const outcomesIn = (pool: pg.Pool) => ({
  /** Records the result of a try, in the delivery and in the state of its webhook. */
  note: (webhookId: string, id: string, { state, url, headers, status, problem, ms, answer, nextTry }: Outcome): Promise<void> =>
    transaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update webhook_deliveries set state = $2, headers = $3, status = $4, problem = $5, took_ms = $6, answer = $7, tried_at = clock_timestamp(),
           next_try_at = clock_timestamp() + $8 * interval '1 second', url = $9 where id = $1`,
        [id, state, JSON.stringify(headers), status, problem, ms, answer, nextTry, url],
      )
      // The delivery was deleted during the try, together with its webhook.
      if (rowCount === 0) return
      await client.query(
        `insert into webhook_states as s (webhook_id, delivered_at, failing_since, timeouts, rests_until, is_slow)
         values ($1, case when $2 then clock_timestamp() end, case when not $2 then clock_timestamp() end, $3, clock_timestamp() + $4 * interval '1 second', $5)
         on conflict (webhook_id) do update set
           delivered_at = coalesce(excluded.delivered_at, s.delivered_at),
           failing_since = case when not $2 then coalesce(s.failing_since, excluded.failing_since) end,
           timeouts = case when $3 > 0 then s.timeouts + 1 else 0 end,
           rests_until = case when $3 > 0 then clock_timestamp() + (case when s.timeouts = 0 then $4 when s.timeouts = 1 then $6 else $7 end) * interval '1 second' end,
           is_slow = $5`,
        [
          webhookId,
          state === 'delivered',
          ...(problem === 'timeout' ? [1, RESTS[0]] : [0, null]),
          problem === 'timeout' || ms > SLOW_MS,
          ...RESTS.slice(1),
        ],
      )
    }),

  tookNothingSince: async (webhookId: string, moment: Date): Promise<boolean> =>
    (await pool.query('select 1 from webhook_states where webhook_id = $1 and delivered_at >= $2', [webhookId, moment])).rowCount === 0,

  /** The time when the next delivery is due, not before the end of a pause; null if none waits. */
  nextDue: async (webhookId: string): Promise<Date | null> => {
    const { rows } = await pool.query<{ at: Date | null }>(
      `select greatest((select min(next_try_at) from webhook_deliveries where webhook_id = $1 and state = 'waiting'),
         (select rests_until from webhook_states where webhook_id = $1 and exists (
           select from webhook_deliveries where webhook_id = $1 and state = 'waiting'))) as at`,
      [webhookId],
    )
    return rows[0]?.at ?? null
  },
})

const viewsOf = (pool: pg.Pool) => ({
  /** A page of a webhook's deliveries, newest first, and how many there are. */
  page: async (webhookId: string, { failed, limit, offset }: Readonly<{ failed: boolean; limit: number; offset: number }>) => {
    const where = `webhook_id = $1${failed ? " and state = 'failed'" : ''}`
    const { rows } = await pool.query<Row>(
      `select ${columns} from webhook_deliveries where ${where} order by created_at desc, position desc, id limit $2 offset $3`,
      [webhookId, limit, offset],
    )
    const { rows: counts } = await pool.query<{ total: number }>(`select count(*) as total from webhook_deliveries where ${where}`, [webhookId])
    return { deliveries: rows.map(shown), total: counts[0]?.total ?? 0 }
  },

  /** A delivery with its request and answer; null if it belongs to another webhook. */
  one: async (webhookId: string, id: string): Promise<DeliveryDetails | null> => {
    const { rows } = await pool.query<Row & Pick<DeliveryDetails, 'url' | 'headers' | 'body' | 'answer'>>(
      `select ${columns}, url, headers, body, answer from webhook_deliveries where webhook_id = $1 and id = $2`,
      [webhookId, id],
    )
    return rows[0] ? shown(rows[0]) : null
  },
})

/** The deliveries to webhooks and their results. All times are by the database's clock. */
export const openDeliveries = (pool: pg.Pool) => {
  const addSome = (deliveries: readonly NewDelivery[]): Promise<void> =>
    transaction(pool, async (client) => {
      await client.query(
        `insert into webhook_deliveries (id, webhook_id, network_id, happening_id, type, position, body)
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[])
         on conflict (webhook_id, happening_id) do nothing`,
        [
          deliveries.map(({ webhookId, eventId }) => uuidV5(`delivery/${webhookId}/${eventId}`)),
          deliveries.map(({ webhookId }) => webhookId),
          deliveries.map(({ networkId }) => networkId),
          deliveries.map(({ eventId }) => eventId),
          deliveries.map(({ type }) => type),
          deliveries.map(({ position }) => position),
          deliveries.map(({ body }) => body),
        ],
      )
      await wake(client, [...new Map(deliveries.map(({ webhookId, networkId }) => [webhookId, { webhookId, networkId }])).values()])
    })

  /** Sets the matching deliveries to waiting again, and returns their number. */
  const replayWhere = (to: Addressee, condition: string, value: string): Promise<number> =>
    transaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update webhook_deliveries set state = 'waiting', tries = 0, due_at = clock_timestamp(), next_try_at = clock_timestamp()
         where webhook_id = $1 and ${condition}`,
        [to.webhookId, value],
      )
      // An Admin replays because the webhook works again, so its pause ends.
      await client.query('update webhook_states set rests_until = null, timeouts = 0 where webhook_id = $1', [to.webhookId])
      await wake(client, [to])
      return rowCount ?? 0
    })

  return {
    wake: (to: Addressee, at?: Date) => wake(pool, [to], at),

    /** Stores the deliveries that are not stored yet, and queues jobs that send them. */
    add: async (deliveries: readonly NewDelivery[]): Promise<void> => {
      for (let i = 0; i < deliveries.length; i += ROWS_AT_ONCE) await addSome(deliveries.slice(i, i + ROWS_AT_ONCE))
    },

    /** Claims due deliveries, oldest first. Returns none while the webhook is paused. */
    claim: async (webhookId: string, count: number): Promise<readonly Claimed[]> => {
      const { rows } = await pool.query<Claimed>(
        `update webhook_deliveries set next_try_at = clock_timestamp() + interval '${CLAIM}', tries = tries + 1
         where id in (
           select id from webhook_deliveries d where webhook_id = $1 and state = 'waiting' and next_try_at <= clock_timestamp()
             and not exists (select from webhook_states s where s.webhook_id = $1 and s.rests_until > clock_timestamp())
           order by next_try_at, position limit $2 for update skip locked)
         returning id, happening_id as "eventId", type, body, tries, due_at as "dueAt",
           extract(epoch from due_at + interval '${TRIED_FOR}' - clock_timestamp())::float8 as "secondsLeft"`,
        [webhookId, count],
      )
      return rows
    },

    /** If the webhook is only off, its waiting deliveries fail. If it was removed, all its deliveries are deleted. */
    close: async (webhookId: string, isRemoved: boolean): Promise<void> => {
      if (isRemoved) {
        await pool.query('delete from webhook_deliveries where webhook_id = $1', [webhookId])
        await pool.query('delete from webhook_states where webhook_id = $1', [webhookId])
      } else
        await pool.query(
          `update webhook_deliveries set state = 'failed', problem = 'off', next_try_at = null where webhook_id = $1 and state = 'waiting'`,
          [webhookId],
        )
    },

    replayOne: (to: Addressee, id: string) => replayWhere(to, 'id = $2', id),
    replayFailedSince: (to: Addressee, since: Instant) => replayWhere(to, `state = 'failed' and type <> '${TEST}' and created_at >= $2`, since),

    ...outcomesIn(pool),
    ...viewsOf(pool),
  }
}
export type Deliveries = ReturnType<typeof openDeliveries>
