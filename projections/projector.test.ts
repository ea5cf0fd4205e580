import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Instant } from '../modules/kernel/dates.ts'
import { memoryEventStore } from '../modules/platform/event-store/memory.ts'
import { repairedStore } from '../modules/platform/event-store/repair.ts'
import { eventsFor } from '../modules/platform/handle.ts'
import { openPool } from '../modules/platform/postgres/database.ts'
import { MIGRATIONS, migrate } from '../modules/platform/postgres/migrate.ts'
import { freshDatabase } from '../scripts/testing/database.ts'
import type { Projection } from './projection.ts'
import { runProjector } from './projector.ts'

const EVENTS = 5_000

test('after failures, folds event by event, then doubles the batch up to the full size', async () => {
  const database = await freshDatabase()
  const pool = openPool(database.url)
  await migrate(pool, MIGRATIONS)
  await pool.query('create schema read; create table read.checkpoints (name text primary key, position bigint not null)')
  const store = memoryEventStore()
  const decided = Array.from({ length: EVENTS }, () => ({ type: 'Happened', data: {} }))
  await store.append(
    'bill-a',
    eventsFor('bill-a', 0, decided, { actor: 'system:test', at: '2026-01-01T00:00:00.000Z' as Instant, cause: 'test' }),
    'none',
  )

  const stop = new AbortController()
  const sizes: number[] = []
  let failures = 0
  let folded = 0
  const projection: Projection = {
    name: 'counted',
    categories: ['bill'],
    own: ['bill'],
    fold: async (_, events) => {
      sizes.push(events.length)
      if (failures < 3) {
        failures += 1
        throw new Error('not yet')
      }
      folded += events.length
      if (folded === EVENTS) stop.abort()
    },
  }
  const problems: (string | null)[] = []
  const onStopped = (problem: string | null) => void problems.push(problem)
  await runProjector({ pool, store, projection, schema: 'read', log: pino({ level: 'silent' }), signal: stop.signal, onStopped })
  await pool.end()
  await store.close()
  await database.drop()
  expect(folded).toBe(EVENTS)
  expect(sizes.slice(0, 2)).toEqual([2_000, 2_000])
  expect(sizes.slice(2, 14)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024])
  expect(sizes[14]).toBe(2_000)
  expect(problems).toEqual(['not yet', null])
})

test('leaves the tables of another release alone', async () => {
  const database = await freshDatabase()
  const pool = openPool(database.url)
  await migrate(pool, MIGRATIONS)
  await pool.query(
    `create schema read; comment on schema read is 'theirs'; create table read.checkpoints (name text primary key, position bigint not null)`,
  )
  const store = memoryEventStore()
  await store.append(
    'bill-a',
    eventsFor('bill-a', 0, [{ type: 'Happened', data: {} }], { actor: 'system:test', at: '2026-01-01T00:00:00.000Z' as Instant, cause: 'test' }),
    'none',
  )
  const stop = new AbortController()
  const by: string[] = []
  const running = (release: string) =>
    runProjector({
      ...{ pool, store, schema: 'read', release, log: pino({ level: 'silent' }), signal: stop.signal },
      projection: { name: 'counted', categories: ['bill'], own: [], fold: async () => void by.push(release) },
    })
  const ours = running('ours')
  const theirs = running('theirs')
  await expect.poll(() => by).toEqual(['theirs'])
  stop.abort()
  await Promise.all([ours, theirs])
  await pool.end()
  await store.close()
  await database.drop()
  expect(by).toEqual(['theirs'])
})

test('does not fold an event that an Admin is quarantining, even if it could fold it now', async () => {
  const database = await freshDatabase()
  const pool = openPool(database.url)
  await migrate(pool, MIGRATIONS)
  await pool.query(`create schema read; create table read.checkpoints (name text primary key, position bigint not null);
    create table read.bills (id text, network_id uuid); create table read.networks (id uuid);
    create table read.journal (network_id uuid, position bigint, at timestamptz, stream text, revision int, type text, actor text)`)
  const store = repairedStore(pool, memoryEventStore())
  const circumstances = { actor: 'system:test', at: '2026-01-01T00:00:00.000Z' as Instant, cause: 'test' }
  const happened = (count: number) => Array.from({ length: count }, () => ({ type: 'Happened', data: {} }))
  await store.append('bill-a', eventsFor('bill-a', 0, happened(3), circumstances), 'none')
  const [, bad] = await store.read('bill-a')
  if (!bad) throw new Error('there is none')

  const stop = new AbortController()
  const folded: number[] = []
  let readable = false
  const projection: Projection = {
    name: 'counted',
    categories: ['bill'],
    own: [],
    fold: async (_, events) => {
      if (!readable && events.some(({ id }) => id === bad.id)) throw new Error('not readable')
      folded.push(...events.map(({ revision }) => revision))
    },
  }
  const running = runProjector({ pool, store, projection, schema: 'read', log: pino({ level: 'silent' }), signal: stop.signal })
  const noted = async () => (await pool.query('select problem from mending.unfolded')).rows
  await expect.poll(noted).toEqual([{ problem: expect.stringMatching(/^It cannot be read: Error \(projector\.test\.ts:\d+:\d+\)\.$/) }])

  await pool.query('update mending.unfolded set asked_at = clock_timestamp()')
  readable = true
  await setTimeout(1_500)
  expect(folded).toEqual([0])
  const quarantine = { networkId: crypto.randomUUID(), eventId: bad.id, projections: ['counted'], ofThing: false }
  const quarantined = [{ type: 'EventSetAside', data: quarantine }]
  await store.append(`mending-${quarantine.networkId}`, eventsFor(`mending-${quarantine.networkId}`, 0, quarantined, circumstances), 'none')
  await expect.poll(() => folded).toEqual([0, 2])
  expect(await noted()).toEqual([])
  stop.abort()
  await running
  await pool.end()
  await store.close()
  await database.drop()
})
