import { setTimeout as pause } from 'node:timers/promises'
import { startWireServer } from '../../scripts/sandbox/eventstoredb/wire-server.ts'
import { eventStoreContract } from './event-store.contract.ts'
import { eventStoreDbEventStore } from './event-store.eventstoredb.ts'

eventStoreContract('the event store in EventStoreDB, over the wire', async () => {
  let server = await startWireServer()
  const { log, port } = server
  const store = eventStoreDbEventStore({ connectionString: server.connectionString })
  return {
    store,
    cut: async () => {
      await server.stop()
      await pause(100)
      server = await startWireServer({ port, log })
    },
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
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
