import { setMaxListeners } from 'node:events'
import { placesOf } from '../../projections/bills/queries.ts'
import { timeZoneIn } from '../../projections/networks/queries.ts'
import { payorsById, payorsNamed } from '../../projections/payors/queries.ts'
import { watchProgress } from '../../projections/progress.ts'
import type { Projection } from '../../projections/projection.ts'
import { runProjector } from '../../projections/projector.ts'
import { fingerprint, rebuild } from '../../projections/rebuild.ts'
import { notedRows } from '../../projections/statistics.ts'
import { billAppends } from '../bills/issue.ts'
import { type ImportPayors, importPayors, turnOfNetwork } from '../payors/upload.ts'
import type { Config } from '../platform/config.ts'
import { starting } from '../platform/event-store/patience.ts'
import type { Log } from '../platform/log.ts'
import type { MasterKeys } from '../platform/personal-data/master-key.ts'
import { openPool, openQueries, READ_SCHEMA } from '../platform/postgres/database.ts'
import { runProcesses } from '../platform/process.ts'
import { billedProgramAt } from '../programs/billed-program.ts'
import { openConnections } from './connections.ts'
import { allProcesses } from './processes.ts'

export type BackgroundOptions = Readonly<{
  config: Pick<Config, 'eventStore' | 'role' | 'logLevel' | 'telemetry'>
  databaseUrl: string
  masterKeys: MasterKeys
  log: Log
  /** Called with the problem that blocked a projection, and with null once it continues. */
  onStopped: (projection: string, problem: string | null) => void
}>

/** The work that would keep the requests' thread busy for too long. */
export type Background = Readonly<{
  importPayors: ImportPayors
  /** Rebuilds the read models beside the live ones, and swaps them. */
  rebuildReadModels: (gone: AbortSignal) => Promise<void>
  stop: () => Promise<void>
}>

/**
 * Follows the log (projections, processes) and imports members. It opens a separate log, pools and keys, so that it can
 * run on a separate thread (background-thread.ts) or on the requests' thread (tests). The tables must exist.
 */
export const startBackground = async ({ config, databaseUrl, masterKeys, log, onStopped }: BackgroundOptions): Promise<Background> => {
  const { eventStore, role } = config
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal)
  const start = starting()
  const connections = await openConnections({ pool: openPool(databaseUrl), eventStore, databaseUrl, masterKeys, role, signal, start })
  const { pool, locks, keys, personal, store, projections } = connections
  const db = await openQueries(databaseUrl, { size: 4 })
  const progress = await watchProgress({ url: databaseUrl, pool, store, projections, signal })
  const following: Promise<unknown>[] = []
  if (role === 'all' || role === 'projector') {
    const follow = (projection: Projection) => (signal: AbortSignal) =>
      runProjector({
        ...{ pool, store, projection, schema: READ_SCHEMA, release: fingerprint(), log, signal },
        onMoved: (position) => progress.moved(projection.name, position),
        onStopped: (problem) => onStopped(projection.name, problem),
      })
    for (const projection of projections) following.push(locks.standBy(`projection ${projection.name}`, follow(projection), signal))
    following.push(locks.standBy('processes', (held) => runProcesses(pool, store, allProcesses, log, held), signal))
  }
  start.over()
  return {
    importPayors: importPayors({
      store,
      personal,
      keys,
      billedProgram: billedProgramAt({ store, timeZoneOf: (networkId) => timeZoneIn(db, networkId) }),
      exclusively: (networkId, work, gone) => locks.exclusively(turnOfNetwork(networkId), work, gone),
      payorsNamed: payorsNamed(db),
      payorsById: payorsById(db),
      listsKnown: () => Promise.all([progress.caughtUp('bill'), progress.caughtUp('member', { of: 'members' })]),
      placesOf: placesOf(db),
      billAppends: billAppends(store, keys),
      settled: progress.settled,
      notedRows: notedRows(pool),
    }),
    rebuildReadModels: (gone) => rebuild({ pool, store, projections, log, gone }),
    stop: async () => {
      stopping.abort()
      await Promise.all(following)
      await db.end()
      await connections.end()
    },
  }
}
