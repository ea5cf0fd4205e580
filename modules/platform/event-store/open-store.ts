import type { EventStore } from './event-store.ts'
import { postgresEventStore } from './postgres.ts'

/** The log that EVENT_STORE names. The client of EventStoreDB takes a while to load, so it is loaded by those who use it. */
export const openStore = async (eventStore: string, databaseUrl: string): Promise<EventStore> => {
  if (eventStore === 'postgres') return postgresEventStore({ connectionString: databaseUrl })
  const { eventStoreDbEventStore } = await import('./eventstoredb.ts')
  return eventStoreDbEventStore({ connectionString: eventStore })
}
