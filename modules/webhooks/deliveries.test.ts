import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../../scripts/testing/database.ts'
import { migrateTables } from '../app/connections.ts'
import { instantOf } from '../kernel/dates.ts'
import type { NetworkId } from '../kernel/ids.ts'
import { type Deliveries, type Outcome, openDeliveries, SWEEP_DELIVERIES } from './deliveries.ts'

const { pool } = withDatabase()
let deliveries: Deliveries
beforeAll(async () => {
  await migrateTables(pool)
  deliveries = openDeliveries(pool)
})

const networkId = randomUUID() as NetworkId
const madeFor = async (count: number) => {
  const webhookId = randomUUID()
  const some = Array.from({ length: count }, (_, n) => ({
    ...{ webhookId, networkId, eventId: randomUUID(), type: 'bill.paid', position: String(n), body: '{}' },
  }))
  await deliveries.add(some)
  return { webhookId, networkId, some }
}
const outcome = {
  state: 'waiting',
  url: 'https://books.example/',
  headers: {},
  status: null,
  problem: 'timeout',
  ms: 10_000,
  answer: null,
  nextTry: 10,
} satisfies Outcome
const queues = async (webhookId: string) =>
  (await pool.query<{ queue: string }>('select queue_name as queue from graphile_worker.jobs where key like $1', [`deliver/${webhookId}%`])).rows.map(
    ({ queue }) => queue,
  )

test('stores a delivery once that is added twice, and gives it out once', async () => {
  const { webhookId, some } = await madeFor(3)
  await deliveries.add(some)
  const [first, second] = await Promise.all([deliveries.claim(webhookId, 2), deliveries.claim(webhookId, 2)])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3)
  expect(await deliveries.claim(webhookId, 2)).toEqual([])
})

test('pauses a webhook for longer after each timeout, and moves it to a queue for slow webhooks', async () => {
  const { webhookId } = await madeFor(5)
  expect(await queues(webhookId)).toEqual([expect.stringMatching(/^webhooks \d+$/)])
  const rests: number[] = []
  for (let n = 0; n < 4; n += 1) {
    const [claimed] = await deliveries.claim(webhookId, 1)
    await deliveries.note(webhookId, claimed?.id ?? '', outcome)
    expect(await deliveries.claim(webhookId, 5), 'nothing is sent while it rests').toEqual([])
    const due = await deliveries.nextDue(webhookId)
    rests.push(Math.round(((due?.getTime() ?? 0) - Date.now()) / 1_000))
    await pool.query('update webhook_states set rests_until = null where webhook_id = $1', [webhookId])
  }
  expect(rests).toEqual([10, 60, 300, 300])
  await pool.query('delete from graphile_worker._private_jobs where key = $1', [`deliver/${webhookId}`])
  await deliveries.wake({ webhookId, networkId })
  expect(await queues(webhookId)).toEqual([expect.stringMatching(/^slow webhooks [0-3]$/)])
  const [claimed] = await deliveries.claim(webhookId, 1)
  await deliveries.note(webhookId, claimed?.id ?? '', { ...outcome, state: 'delivered', status: 200, problem: null, ms: 20, nextTry: null })
  await pool.query('delete from graphile_worker._private_jobs where key = $1', [`deliver/${webhookId}`])
  await deliveries.wake({ webhookId, networkId })
  expect(await queues(webhookId), 'one that answers again is back among the others').toEqual([expect.stringMatching(/^webhooks \d+$/)])
})

test('tries a paused delivery once more at the end of its three days', async () => {
  const { webhookId } = await madeFor(1)
  await pool.query(`update webhook_deliveries set due_at = clock_timestamp() - interval '71 hours' where webhook_id = $1`, [webhookId])
  const [claimed] = await deliveries.claim(webhookId, 1)
  expect(Math.round((claimed?.secondsLeft ?? 0) / 60)).toBe(60)
})

test('leaves nothing behind if a try ends after its webhook was removed', async () => {
  const { webhookId } = await madeFor(1)
  const [claimed] = await deliveries.claim(webhookId, 1)
  await deliveries.close(webhookId, true)
  await deliveries.note(webhookId, claimed?.id ?? '', outcome)
  const { rowCount } = await pool.query('select from webhook_states where webhook_id = $1', [webhookId])
  expect(rowCount).toBe(0)
})

test('replays no failed tests, and does not delete waiting deliveries', async () => {
  const { webhookId, some } = await madeFor(2)
  await deliveries.add([{ webhookId, networkId, eventId: randomUUID(), type: 'test', position: '0', body: '{}' }])
  await deliveries.close(webhookId, false)
  expect(await deliveries.replayFailedSince({ webhookId, networkId }, instantOf(0))).toBe(some.length)
  await pool.query(`update webhook_deliveries set created_at = clock_timestamp() - interval '31 days' where webhook_id = $1`, [webhookId])
  await pool.query(SWEEP_DELIVERIES)
  const { rows } = await pool.query<{ type: string }>('select type from webhook_deliveries where webhook_id = $1', [webhookId])
  expect(rows.map(({ type }) => type)).toEqual(['bill.paid', 'bill.paid'])
})
