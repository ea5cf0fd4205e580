import type pg from 'pg'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Health } from '../platform/http/health.ts'
import { jobCounts } from '../platform/jobs.ts'

export type Watched = Readonly<{
  pool: pg.Pool
  store: EventStore
  progress: Readonly<{ positions: () => ReadonlyMap<string, bigint> }>
  /** The projections that have stopped, with why. */
  stopped: ReadonlyMap<string, string>
}>

/** What projections stand still on that other processes run. */
const standing = async (pool: pg.Pool, here: ReadonlyMap<string, string>): Promise<readonly string[]> => {
  const { rows } = await pool.query<Record<'projection' | 'type' | 'stream' | 'problem', string>>(
    'select projection, type, stream, problem from mending.unfolded order by position, projection',
  )
  return rows
    .filter(({ projection }) => !here.has(projection))
    .map(({ projection, type, stream, problem }) => `projection ${projection} stands still on a ${type} of ${stream}: ${problem}`)
}

/** What /readyz and /metrics tell of. */
export const healthOf = ({ pool, store, progress, stopped }: Watched): Pick<Health, 'gauges' | 'problems'> => ({
  problems: async () => {
    const problems = [...stopped].map(([name, problem]) => `projection ${name} has stopped: ${problem}`)
    await standing(pool, stopped).then(
      (told) => problems.push(...told),
      () => problems.push('the database cannot be reached'),
    )
    await store.head().catch(() => problems.push('the event store cannot be reached'))
    return problems
  },
  gauges: async () => {
    const { waiting, dead } = await jobCounts(pool)
    const positions = [...progress.positions()].map(([name, at]) => [`vestry_projection_position_${name.replace('-', '_')}`, Number(at)])
    return {
      vestry_jobs_waiting: waiting,
      vestry_jobs_dead: dead,
      vestry_log_head: Number(await store.head()),
      vestry_projections_stopped: stopped.size,
      ...Object.fromEntries(positions),
    }
  },
})
