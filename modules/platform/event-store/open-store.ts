import type { EventStore } from './event-store.ts'
import { postgresEventStore } from './postgres.ts'

/**
 * The log that EVENT_STORE names. `patience`: for how many ms each call waits at least for an EventStoreDB, as during a start. Its client is
 * slow to load, so it is imported only where it is used.
 */
export const openStore = async (
  eventStore: string,
  databaseUrl: string,
  { patience }: Readonly<{ patience?: (() => number) | undefined }> = {},
): Promise<EventStore> => {
  if (eventStore === 'postgres') return postgresEventStore({ connectionString: databaseUrl })
  const { eventStoreDbEventStore } = await import('./eventstoredb.ts')
  return eventStoreDbEventStore({ connectionString: eventStore, patience })
}
