import type { EventStore } from './event-store.ts'
import { postgresEventStore } from './postgres.ts'

/** The log that EVENT_STORE names. The EventStoreDB client is slow to load, so it is imported only where it is used. */
export const openStore = async (eventStore: string, databaseUrl: string): Promise<EventStore> => {
  if (eventStore === 'postgres') return postgresEventStore({ connectionString: databaseUrl })
  const { eventStoreDbEventStore } = await import('./eventstoredb.ts')
  return eventStoreDbEventStore({ connectionString: eventStore })
}
