import { postgresEventStore } from './event-store.postgres.ts'
import type { EventStore } from './event-store.ts'

/** The log that EVENT_STORE names. The client of EventStoreDB takes a while to load, so it is loaded by those who use it. */
export const openStore = async (eventStore: string, databaseUrl: string): Promise<EventStore> => {
  if (eventStore === 'postgres') return postgresEventStore({ connectionString: databaseUrl })
  const { eventStoreDbEventStore } = await import('./event-store.eventstoredb.ts')
  return eventStoreDbEventStore({ connectionString: eventStore })
}
