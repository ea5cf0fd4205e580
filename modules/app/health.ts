import type pg from 'pg'
import type { Config } from '../platform/config.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Health } from '../platform/http/health.ts'
import { jobCounts } from '../platform/jobs.ts'

export type Watched = Readonly<{
  pool: pg.Pool
  store: EventStore
  progress: Readonly<{ positions: () => ReadonlyMap<string, bigint> }>
  /** The projections that have stopped, with why. */
  stopped: ReadonlyMap<string, string>
  role: Config['role']
  /** Aborts once the process is told to stop. */
  draining: AbortSignal
}>

/** What projections stand still on, whichever process runs them. */
const standing = async ({ pool, stopped }: Pick<Watched, 'pool' | 'stopped'>): Promise<readonly string[]> => {
  const { rows } = await pool.query<Record<'projection' | 'type' | 'stream' | 'problem', string>>(
    'select projection, type, stream, problem from mending.unfolded order by position, projection',
  )
  return rows
    .filter(({ projection }) => !stopped.has(projection))
    .map(({ projection, type, stream, problem }) => `projection ${projection} stands still on a ${type} of ${stream}: ${problem}`)
}

/** What /readyz and /metrics tell of. */
export const healthOf = ({ pool, store, progress, stopped, role, draining }: Watched): Pick<Health, 'gauges' | 'problems'> => ({
  problems: async () => {
    const problems = [...stopped].map(([name, problem]) => `projection ${name} has stopped: ${problem}`)
    if (draining.aborted) problems.push('the process is stopping')
    await standing({ pool, stopped }).then(
      // Web processes serve what there is: no balancer may take all of them away for it.
      (told) => problems.push(...(role === 'web' ? [] : told)),
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
      vestry_projections_stopped: stopped.size + (await standing({ pool, stopped })).length,
      ...Object.fromEntries(positions),
    }
  },
})
