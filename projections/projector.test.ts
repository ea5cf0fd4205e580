import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Instant } from '../modules/kernel/dates.ts'
import { memoryEventStore } from '../modules/platform/event-store/memory.ts'
import { eventsFor } from '../modules/platform/handle.ts'
import { MIGRATIONS, migrate } from '../modules/platform/postgres/migrate.ts'
import { freshDatabase } from '../scripts/testing/database.ts'
import type { Projection } from './projection.ts'
import { runProjector } from './projector.ts'

const EVENTS = 5_000

test('after failures a projector goes event by event, and back to full batches by doubling', async () => {
  const database = await freshDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
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
  const told: (string | null)[] = []
  const onStopped = (problem: string | null) => void told.push(problem)
  await runProjector({ pool, store, projection, schema: 'read', log: pino({ level: 'silent' }), signal: stop.signal, onStopped })
  await pool.end()
  await store.close()
  await database.drop()
  expect(folded).toBe(EVENTS)
  expect(sizes.slice(0, 2)).toEqual([2_000, 2_000])
  expect(sizes.slice(2, 14)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024])
  expect(sizes[14]).toBe(2_000)
  expect(told).toEqual(['not yet', null])
})
