import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startWireProcess } from '../../scripts/sandbox/eventstoredb/process.ts'
import { instantOf } from '../kernel/dates.ts'
import { eventStoreContract } from './event-store.contract.ts'
import { eventStoreDbEventStore } from './event-store.eventstoredb.ts'

eventStoreContract('the event store in EventStoreDB, over the wire', async () => {
  const server = await startWireProcess()
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  return {
    store,
    cut: server.cut,
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
})

test('a follower for whom there is nothing yet is never sent beyond the end', async () => {
  const server = await startWireProcess()
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  const stop = new AbortController()
  const positions: bigint[] = []
  const events: string[] = []
  const following = (async () => {
    for await (const batch of store.follow({ after: -1n, categories: ['run'], signal: stop.signal })) {
      positions.push(batch.position)
      events.push(...batch.events.map(({ stream }) => stream))
      if (events.length > 0) stop.abort()
    }
  })()
  // Longer than a follower waits before it is told how far the log has come.
  await pause(600)
  const metadata = { $correlationId: 'r', $causationId: 'c', actor: 'system:test', schema: 1, at: instantOf(0) }
  const { position } = await store.append('run-1', [{ id: randomUUID(), type: 'SomethingHappened', data: {}, metadata }], 'none')
  await following
  expect(events).toEqual(['run-1'])
  expect(positions.at(-1)).toBe(position)
  expect(positions.every((at) => at <= position)).toBe(true)
  await store.close()
  await server.stop()
})

const real = process.env.EVENTSTORE_TEST_URL
if (real) {
  eventStoreContract('the event store in a real EventStoreDB', async () => {
    const store = eventStoreDbEventStore({ connectionString: real })
    return { store, close: () => store.close() }
  })
} else {
  process.stdout.write("Not run against a real EventStoreDB: start one and set EVENTSTORE_TEST_URL='esdb://localhost:2113?tls=false'.\n")
}
