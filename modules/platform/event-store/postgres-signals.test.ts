import { expect, test } from 'vitest'
import { freshDatabase } from '../../../scripts/testing/database.ts'
import { eventSignals } from './postgres-signals.ts'

test('an event announced while a follower is busy with earlier ones wakes it at once', async () => {
  const database = await freshDatabase()
  const signals = eventSignals(database.url)
  const { signal } = new AbortController()
  // The first wait begins to listen, which wakes everybody once.
  await signals.next(0n, ['bill'], 1_000, signal)
  signals.announce(5n, new Set(['bill']))
  const began = performance.now()
  await signals.next(4n, ['bill'], 2_000, signal)
  expect(performance.now() - began).toBeLessThan(1_000)
  await signals.close()
  await database.drop()
})

test('a connection that is made while a follower reads wakes it, since what others appended before was not announced', async () => {
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
