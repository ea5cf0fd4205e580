import type pg from 'pg'
import type { Config } from '../platform/config.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Figure, Health } from '../platform/http/health.ts'
import { jobFigures } from '../platform/jobs.ts'
import { READ_SCHEMA } from '../platform/postgres/database.ts'
import { observe } from '../platform/telemetry/telemetry.ts'
import { watchLag } from './lag.ts'

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

/** Of the queue: the same in every process. */
const ofJobs = async (pool: pg.Pool): Promise<Figure[]> => {
  const { waiting, retrying, dead, oldestDue, oldestRunning } = await jobFigures(pool)
  return [
    { name: 'vestry_jobs_waiting', help: 'Jobs that wait, also those for a later time', value: waiting },
    { name: 'vestry_jobs_retrying', help: 'Jobs that have failed and will be tried again', value: retrying },
    { name: 'vestry_jobs_dead', help: 'Jobs that have failed for good', value: dead },
    { name: 'vestry_jobs_oldest_due_age_seconds', help: 'How long the longest waiting job could have begun, 0 without one', value: oldestDue },
    { name: 'vestry_jobs_oldest_running_age_seconds', help: 'How long the longest running job has run, 0 without one', value: oldestRunning },
  ]
}

const ofMails = async (pool: pg.Pool): Promise<Figure> => {
  const { rows } = await pool.query<{ waiting: number }>(`select count(*) as waiting from ${READ_SCHEMA}.messages where status = 'Pending'`)
  return { name: 'vestry_mails_waiting', help: 'Mails to payors that are recorded and not sent yet', value: rows[0]?.waiting ?? 0 }
}

/** Of this process's own pool. */
const ofPool = ({ waitingCount, idleCount, totalCount }: pg.Pool): Figure[] => [
  { name: 'vestry_postgres_pool_waiting', help: 'Queries of this process that wait for a connection to Postgres', value: waitingCount },
  {
    name: 'vestry_postgres_pool_connections',
    help: 'Connections of this process to Postgres, by state',
    label: 'state',
    values: [
      ['busy', totalCount - idleCount],
      ['idle', idleCount],
    ],
  },
]

/** What /readyz and /metrics tell of. */
export const healthOf = ({ pool, store, progress, stopped, role, draining }: Watched): Pick<Health, 'figures' | 'problems'> => {
  const lagOf = watchLag()
  observe('vestry.projection.lag', async () =>
    [...lagOf(await store.head(), progress.positions(), performance.now())].map(
      ([name, seconds]) => [seconds, { 'vestry.projection': name }] as const,
    ),
  )
  return {
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
    figures: async () => {
      const [jobs, mails, still, head] = await Promise.all([ofJobs(pool), ofMails(pool), standing({ pool, stopped }), store.head()])
      const positions = progress.positions()
      const label = 'projection'
      const behind = [...positions].map(([name, at]) => [name, Math.max(0, Number(head - at))] as const)
      return [
        { name: 'vestry_info', help: 'Always 1, with the role of the process', label: 'role', values: [[role, 1]] },
        ...jobs,
        mails,
        ...ofPool(pool),
        { name: 'vestry_log_head', help: 'Position of the last event; positions of EventStoreDB are bytes', value: Number(head) },
        { name: 'vestry_projections_stopped', help: 'Projections that stand still on an event', value: stopped.size + still.length },
        ...[
          {
            name: 'vestry_projection_position',
            help: 'Position that a projection shows',
            values: [...positions].map(([name, at]) => [name, Number(at)] as const),
          },
          { name: 'vestry_projection_lag_positions', help: 'Positions between the end of the log and what a projection shows', values: behind },
          {
            name: 'vestry_projection_lag_seconds',
            help: 'For how long a projection has not shown an event that the log holds',
            values: lagOf(head, positions, performance.now()),
          },
        ].map((figure) => ({ ...figure, label })),
      ]
    },
  }
}
