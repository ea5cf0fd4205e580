import type { EventStore } from './event-store.ts'
import { postgresEventStore } from './postgres.ts'

/**
 * Opens the log named by EVENT_STORE. `patience`: with EventStoreDB, the least time in ms for which each call is
 * retried, longer during a start. EventStoreDB's client loads slowly, so it is imported on demand.
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
