import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Instant } from '../kernel/dates.ts'
import type { Decider } from '../kernel/decider.ts'
import { eventsOf, readBy } from '../kernel/events.ts'
import { Conflict, type EventStore } from './event-store/event-store.ts'
import { memoryEventStore } from './event-store/memory.ts'
import { type Circumstances, commandHandler, MOST_A_DAY } from './handle.ts'

type Added = Readonly<{ type: 'Added'; data: Readonly<{ amount: number }> }>

/** A decider that adds an amount unless the total has already reached it. */
const sum: Decider<number, number, Added> = {
  initial: 0,
  read: readBy({ Added: eventsOf<number>()(z.object({ amount: z.int() }), { icon: 'plus', says: 'Added', webhook: null }) }),
  decide: (amount) => [{ type: 'Added', data: { amount } }],
  evolve: (total, { data }) => total + data.amount,
  isRepeatable: ({ data }) => data.amount > 1,
}
const STREAM = 'bill-one'
const at = '2026-01-01T00:00:00.000Z' as Instant
const because = (cause: string | number): Circumstances => ({ actor: 'guest', at, cause: String(cause) })
const ones = (count: number) => Array.from({ length: count }, (_, i) => i)

const processOn = (memory: EventStore) => {
  let appends = 0
  const append: EventStore['append'] = (...args) => {
    appends += 1
    return memory.append(...args)
  }
  return { ...commandHandler({ ...memory, append }, sum), appends: () => appends }
}

test('queues commands on one stream, so that none conflicts and each returns its own state', async () => {
  const { handle, appends } = processOn(memoryEventStore())
  const answers = await Promise.all(ones(30).map((i) => handle(STREAM, 1, because(i))))
  expect(answers.map(({ state }) => state)).toEqual(ones(30).map((i) => i + 1))
  expect(appends()).toBe(30)
})

test('retries conflicting commands of thirty processes until each succeeds', async () => {
  const memory = memoryEventStore()
  await Promise.all(ones(30).map((i) => processOn(memory).handle(STREAM, 1, because(i))))
  expect((await processOn(memory).load(STREAM)).state).toBe(30)
})

test('answers unavailable after repeated conflicts', async () => {
  const memory = memoryEventStore()
  const append: EventStore['append'] = async (stream, _, expected) => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    throw new Conflict(stream, expected, 7)
  }
  const began = performance.now()
  await expect(commandHandler({ ...memory, append }, sum).handle(STREAM, 1, because('one'))).rejects.toMatchObject({ reason: 'unavailable' })
  expect(performance.now() - began).toBeGreaterThan(1_400)
})

test('rejects a stale revision at once, even behind queued commands', async () => {
  const { handle } = processOn(memoryEventStore())
  const outcomes = await Promise.allSettled(ones(3).map((i) => handle(STREAM, 1, { ...because(i), expected: -1 }).then(({ revision }) => revision)))
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: 0 },
    { status: 'rejected', reason: { reason: 'stale' } },
    { status: 'rejected', reason: { reason: 'stale' } },
  ])
})

test('limits repeatable events by people per day, but no others', async () => {
  const memory = memoryEventStore()
  const { handle, check } = commandHandler(memory, sum)
  const by = (actor: string, n: number, day = 1) => ({ ...because(`${actor} ${n}`), actor, at: `2026-01-0${day}T00:00:00.000Z` as Instant })
  for (const n of ones(MOST_A_DAY)) await handle(STREAM, 2, by(n % 2 > 0 ? 'user:ada' : 'guest', n))
  for (const refused of [handle, check]) await expect(refused(STREAM, 2, by('key:one', 1))).rejects.toMatchObject({ reason: 'too-many' })
  expect(await memory.read(STREAM)).toHaveLength(MOST_A_DAY)
  await handle(STREAM, 1, by('guest', 201))
  await handle(STREAM, 2, by('system:stripe', 202))
  await handle(STREAM, 2, by('guest', 203, 2))
  expect(await memory.read(STREAM)).toHaveLength(MOST_A_DAY + 3)
})
