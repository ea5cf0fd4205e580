import pg from 'pg'
import { Unavailable } from '../platform/event-store/event-store.ts'
import { openStore } from '../platform/event-store/open-store.ts'
import { type Starting, unavailableAfter } from '../platform/event-store/patience.ts'
import { assertRightLog } from '../platform/event-store/right-log.ts'
import type { Log } from '../platform/log.ts'
import { isConnectionFault } from '../platform/postgres/postgres-faults.ts'

const CONNECT_WITHIN_MS = 5_000

/** If a host has several addresses and all refuse, Node's error has a code but no message. */
const reasonOf = ({ message, code }: NodeJS.ErrnoException): string => message || code || 'it refuses every connection'

const connected = async (databaseUrl: string, withinMs: number): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: Math.ceil(Math.min(withinMs, CONNECT_WITHIN_MS)) })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Containers and machines start in any order: the database may start after the product, and so may its DNS name. A
 * wrong password is not retried.
 */
const awaitDatabase = async (databaseUrl: string, patience: number, log: Log): Promise<pg.Client> => {
  let isAnnounced = false
  const isOutage = (error: unknown): boolean => {
    if (!isConnectionFault(error)) return false
    if (!isAnnounced) log.warn({ err: error }, `the start waits up to ${patience / 1000} s for the database of DATABASE_URL`)
    isAnnounced = true
    return true
  }
  try {
    return await unavailableAfter(patience, isOutage, (left) => connected(databaseUrl, Math.max(left, 1)))
  } catch (error) {
    const cause = error instanceof Unavailable ? error.cause : error
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reasonOf(cause as NodeJS.ErrnoException)}`, { cause })
  }
}

/** Waits for the services that the product needs to start, and names a missing one. */
export const reachable = async (databaseUrl: string, eventStore: string, begun: Starting, log: Log): Promise<void> => {
  const client = await awaitDatabase(databaseUrl, begun.patience(), log)
  const store = await openStore(eventStore, databaseUrl, begun)
  try {
    if (eventStore !== 'postgres')
      await store.head().catch((cause: Error) => {
        throw new Error('The event store of EVENT_STORE cannot be reached.', { cause })
      })
    await assertRightLog(client, store, eventStore)
  } finally {
    await Promise.all([store.close(), client.end()])
  }
}
