import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryEventStore } from '../modules/platform/event-store/memory.ts'
import { openPool, READ_SCHEMA } from '../modules/platform/postgres/database.ts'
import { freshDatabase, type TestDatabase } from '../scripts/testing/database.ts'
import { announceProgress, watchProgress } from './progress.ts'
import type { Projection } from './projection.ts'

const bills: Projection = { name: 'bills', categories: ['bill'], own: ['bill'], fold: async () => {} }
const bill = (position: bigint) => [{ stream: 'bill-a', revision: 0, position }] as const

let database: TestDatabase
let pool: pg.Pool
let stop: AbortController
beforeEach(async () => {
  database = await freshDatabase()
  pool = openPool(database.url)
  stop = new AbortController()
  await pool.query(
    `create schema if not exists ${READ_SCHEMA}; create table ${READ_SCHEMA}.checkpoints (name text primary key, position bigint not null)`,
  )
  await pool.query(`insert into ${READ_SCHEMA}.checkpoints values ('bills', 4)`)
})
afterEach(async () => {
  stop.abort()
  await pool.end()
  await database.drop()
})

/** Threads of one process use the same database URL, so a different URL stands for another process. */
const watch = (process = 'here', from = pool) => {
  const url = new URL(database.url)
  url.searchParams.set('application_name', process)
  return watchProgress({ url: url.href, pool: from, store: memoryEventStore(), projections: [bills], signal: stop.signal })
}

test('reports new positions in this thread, in other threads and in other processes', async () => {
  const [here, thread, elsewhere] = [await watch(), await watch(), await watch('elsewhere')]
  expect(await thread.settled(bill(4n), 0)).toBe(true)
  expect(await thread.settled(bill(5n), 0)).toBe(false)
  const waiting = [thread, elsewhere].map(({ settled }) => settled(bill(7n), 10_000))
  expect([here, thread, elsewhere].map(({ awaiting }) => awaiting())).toEqual([0, 1, 1])
  here.moved('bills', 6n)
  here.moved('bills', 7n)
  expect(await here.settled(bill(7n), 0)).toBe(true)
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(thread.awaiting()).toBe(0)
})

test('reports a position announced in a transaction once it is committed', async () => {
  const there = await watch()
  const client = await pool.connect()
  await client.query('begin')
  await announceProgress(client, new Map([['bills', 9n]]))
  expect(await there.settled(bill(9n), 100)).toBe(false)
  await client.query('commit')
  client.release()
  expect(await there.settled(bill(9n), 10_000)).toBe(true)
})

test('threads of one process notify each other at once, without the database', async () => {
  const gone = openPool(database.url)
  await gone.end()
  const [here, thread] = [await watch('here', gone), await watch()]
  here.moved('bills', 8n)
  expect(await thread.settled(bill(8n), 10_000)).toBe(true)
})

test('ignores late announcements of earlier positions', async () => {
  const there = await watch()
  for (const position of [8n, 5n]) await announceProgress(pool, new Map([['bills', position]]))
  await announceProgress(pool, new Map([['others', 1n]]))
  await expect.poll(() => there.positions().get('others')).toBe(1n)
  expect(there.at('bills')).toBe(8n)
})

test("after losing its connection, uses the database's positions and not the earlier announcements", async () => {
  const there = await watch('there')
  await announceProgress(pool, new Map([['bills', 8n]]))
  await expect.poll(() => there.at('bills')).toBe(8n)
  await pool.query(`update ${READ_SCHEMA}.checkpoints set position = 6`)
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'there'`)
  await expect.poll(() => there.at('bills')).toBe(6n)
})
