import { expect, test } from 'vitest'
import { freshDatabase } from '../../../scripts/testing/database.ts'
import { eventSignals } from './postgres-signals.ts'

test('wakes a follower at once for an event announced while it was busy', async () => {
  const database = await freshDatabase()
  const signals = eventSignals(database.url)
  const { signal } = new AbortController()
  // The first wait starts listening, which wakes all followers once.
  await signals.next(0n, ['bill'], 1_000, signal)
  signals.announce(5n, new Set(['bill']))
  const began = performance.now()
  await signals.next(4n, ['bill'], 2_000, signal)
  expect(performance.now() - began).toBeLessThan(1_000)
  await signals.close()
  await database.drop()
})

test('wakes a follower on a new connection, since appends by others may have been missed', async () => {
  const database = await freshDatabase()
  const signals = eventSignals(database.url)
  const { signal } = new AbortController()
  const seen = signals.connections()
  await signals.next(0n, ['bill'], 1_000, signal)
  const began = performance.now()
  await signals.next(4n, ['bill'], 2_000, signal, seen)
  expect(performance.now() - began).toBeLessThan(1_000)
  await signals.close()
  await database.drop()
})
