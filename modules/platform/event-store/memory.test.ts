import { eventStoreContract } from '../../../scripts/testing/contract-suite.ts'
import { memoryEventStore } from './memory.ts'

eventStoreContract('the event store in memory', async () => {
  const store = memoryEventStore()
  return { store, close: () => store.close() }
})
