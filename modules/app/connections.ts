import type pg from 'pg'
import { allProjections } from '../../projections/projections.ts'
import type { Config } from '../platform/config.ts'
import { openStore } from '../platform/event-store/open-store.ts'
import type { Starting } from '../platform/event-store/patience.ts'
import { repairedStore } from '../platform/event-store/repair.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { followKeys, installationKeys } from '../platform/personal-data/installation-keys.ts'
import type { MasterKeys } from '../platform/personal-data/master-key.ts'
import { personalData } from '../platform/personal-data/personal-data.ts'
import { openLocks } from '../platform/postgres/locks.ts'
import { MIGRATIONS, migrate } from '../platform/postgres/migrate.ts'
import { tracedStore } from '../platform/telemetry/traced.ts'

/** The tables of the write side: the log, keys, accounts, jobs. */
export const migrateTables = async (pool: pg.Pool): Promise<void> => {
  await migrate(pool, MIGRATIONS)
  await migrateJobs(pool)
}

type Opening = Readonly<{
  pool: pg.Pool
  eventStore: string
  databaseUrl: string
  masterKeys: MasterKeys
  role: Config['role']
  signal: AbortSignal
  start?: Starting | undefined
}>

/** The connections that each thread opens: the log, keys and locks. The tables must exist. */
export const openConnections = async ({ pool, eventStore, databaseUrl, masterKeys, role, signal, start }: Opening) => {
  const unlocking = new AbortController()
  const locks = await openLocks(databaseUrl, unlocking.signal, role)
  const keys = await installationKeys(pool, masterKeys)
  const personal = personalData(pool, masterKeys)
  const onMessage = (what: string | null): void => {
    personal.refresh(what)
    keys.refresh()
  }
  // Not awaited: once followKeys is connected, keys that were cached before are read again.
  void followKeys(databaseUrl, onMessage, signal)
  const store = repairedStore(pool, tracedStore(await openStore(eventStore, databaseUrl, start)))
  return {
    pool,
    locks,
    keys,
    personal,
    store,
    projections: allProjections(personal, store),
    end: async (): Promise<void> => {
      await store.close()
      unlocking.abort()
      await Promise.all([pool.end(), locks.ended])
    },
  }
}
