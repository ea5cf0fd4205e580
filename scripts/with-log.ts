import type pg from 'pg'
import { migrateTables } from '../modules/app/connections.ts'
import type { EventStore } from '../modules/platform/event-store/event-store.ts'
import { openStore } from '../modules/platform/event-store/open-store.ts'
import { repairedStore } from '../modules/platform/event-store/repair.ts'
import { type Log, openLog } from '../modules/platform/log.ts'
import { type MasterKeys, masterKeysOf } from '../modules/platform/personal-data/master-key.ts'
import { type PersonalData, personalData } from '../modules/platform/personal-data/personal-data.ts'
import { openPool } from '../modules/platform/postgres/database.ts'
import type { Projection } from '../projections/projection.ts'
import { allProjections } from '../projections/projections.ts'
import { runTool, withDatabase } from './with-database.ts'

export type OpenLog = Readonly<{ pool: pg.Pool; store: EventStore; personal: PersonalData; projections: readonly Projection[]; log: Log }>

export const openReadSide = async <Result>(
  { url, masterKeys, eventStore = 'postgres' }: Readonly<{ url: string; masterKeys: MasterKeys; eventStore?: string }>,
  work: (opened: OpenLog) => Promise<Result>,
): Promise<Result> => {
  const pool = openPool(url)
  const store = repairedStore(pool, await openStore(eventStore, url))
  try {
    const personal = personalData(pool, masterKeys)
    return await work({ pool, store, personal, projections: allProjections(personal, store), log: openLog('warn') })
  } finally {
    await store.close()
    await pool.end()
  }
}

/** Runs a tool on the log that the product's settings name, whether or not the product is running. */
export const withLog = (tool: (opened: OpenLog) => Promise<void>): Promise<void> =>
  runTool((config) =>
    withDatabase(config, (url) =>
      openReadSide({ url, masterKeys: masterKeysOf(config), eventStore: config.eventStore }, async (opened) => {
        await migrateTables(opened.pool)
        await tool(opened)
      }),
    ),
  )
