import { eventStoreContract } from './event-store.contract.ts'
import { memoryEventStore } from './event-store.memory.ts'

eventStoreContract('the event store in memory', async () => {
  const store = memoryEventStore()
  return { store, close: () => store.close() }
})
