import type pg from 'pg'
import { isBlocked } from '../operations/attention.ts'
import type { HealthCheck, Readiness, State } from '../operations/health-check.ts'
import type { Config } from '../platform/config.ts'
import type { Figure, Health } from '../platform/http/health.ts'

export type Watched = Readonly<{
  pool: pg.Pool
  healthCheck: HealthCheck
  /** The stopped projections, with the reason. */
  stopped: ReadonlyMap<string, string>
  role: Config['role']
  /** Aborts once the process is asked to stop. */
  draining: AbortSignal
}>

/** Metrics of the queue, which every process reports alike. */
const ofJobs = ({ jobs: { waiting, retrying, dead, oldestDue, oldestRunning } }: State): Figure[] => [
  { name: 'vestry_jobs_waiting', help: 'Jobs that wait, also those for a later time', value: waiting },
  { name: 'vestry_jobs_retrying', help: 'Jobs that have failed and will be tried again', value: retrying },
  { name: 'vestry_jobs_dead', help: 'Jobs that have failed for good', value: dead },
  { name: 'vestry_jobs_oldest_due_age_seconds', help: 'How long the longest waiting job could have begun, 0 without one', value: oldestDue },
  { name: 'vestry_jobs_oldest_running_age_seconds', help: 'How long the longest running job has run, 0 without one', value: oldestRunning },
]

const ofMails = ({ mail: { waiting, oldestWaiting, failed } }: State): Figure[] => [
  { name: 'vestry_mails_waiting', help: 'Mails to payors that are recorded and not sent yet', value: waiting },
  {
    name: 'vestry_mails_oldest_waiting_age_seconds',
    help: 'How long the longest waiting mail to a payor has waited, 0 without one',
    value: oldestWaiting,
  },
  { name: 'vestry_mails_failed', help: 'Mails to payors of the last 24 hours that have failed for good', value: failed },
]

const ofDeliveries = ({ deliveries: { due, oldestDue } }: State): Figure[] => [
  { name: 'vestry_deliveries_due', help: 'Deliveries that could be sent now, to webhooks that are not slow and do not rest', value: due },
  { name: 'vestry_deliveries_oldest_due_age_seconds', help: 'How long the oldest of them could have been sent, 0 without one', value: oldestDue },
]

const ofStorage = ({ storage: { disks, databaseBytes }, backup }: State): Figure[] => [
  { name: 'vestry_database_bytes', help: 'Size of the database', value: databaseBytes },
  {
    name: 'vestry_disk_used_ratio',
    help: 'Share of a disk that is used: those of DISKS, and that of the data folder unless it lies in memory',
    label: 'disk',
    values: disks.flatMap(({ name, freeShare }) => (freeShare === null ? [] : [[name, Math.max(0, 1 - freeShare)] as const])),
  },
  ...(backup === null
    ? []
    : [
        { name: 'vestry_backup_timestamp_seconds', help: 'The moment of the last backup', value: backup.madeAt.getTime() / 1_000 },
        { name: 'vestry_backup_bytes', help: 'Size of the last backup', value: backup.bytes },
        {
          name: 'vestry_backup_of_earlier_key',
          help: '1 if PERSONAL_DATA_KEY was changed since the last backup, else 0',
          value: backup.ofEarlierKey ? 1 : 0,
        },
      ]),
]

/** Metrics of this process's pool. */
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

const ofProjections = ({ head, projections }: State): Figure[] => {
  const by = (name: string, help: string, of: (one: State['projections'][number]) => number | null): Figure => ({
    ...{ name, help },
    label: 'projection',
    values: projections.flatMap((one) => {
      const value = of(one)
      return value === null ? [] : [[one.name, value] as const]
    }),
  })
  return [
    ...(head === null
      ? []
      : [{ name: 'vestry_log_head', help: 'Position of the last event; positions of EventStoreDB are bytes', value: Number(head) }]),
    { name: 'vestry_projections_stopped', help: 'Projections that are blocked at an event', value: projections.filter(isBlocked).length },
    {
      name: 'vestry_projections_unheld',
      help: 'Projections that no process folds',
      value: projections.filter(({ holder }) => holder === null).length,
    },
    by('vestry_projection_position', 'Position that a projection shows', ({ position }) => (position === null ? null : Number(position))),
    by('vestry_projection_lag_positions', 'Positions between the end of the log and what a projection shows', ({ behind }) => behind),
    by('vestry_projection_lag_seconds', 'For how long a projection has not shown an event that the log holds', ({ secondsBehind }) => secondsBehind),
  ]
}

/** The answers of /readyz and /metrics, each from one check. */
export const healthOf = ({ pool, healthCheck, stopped, role, draining }: Watched): Pick<Health, 'check' | 'problems'> => {
  const problemsOn = ({ head, unreadable }: Readiness): string[] => [
    ...[...stopped].map(([name, problem]) => `projection ${name} has stopped: ${problem}`),
    ...(draining.aborted ? ['the process is stopping'] : []),
    // A blocked projection does not make a web process unready: it can still serve the present rows, and the load
    // balancer would remove all web processes.
    ...(role === 'web' ? [] : (unreadable ?? []))
      .filter(({ projection }) => !stopped.has(projection))
      .map(({ projection, type, stream, problem }) => `projection ${projection} is blocked at a ${type} of ${stream}: ${problem}`),
    ...(unreadable === null ? ['the database cannot be reached'] : []),
    ...(head === null ? ['the event store cannot be reached'] : []),
  ]
  const figuresOf = (state: State): Figure[] => [
    { name: 'vestry_info', help: 'Always 1, with the role of the process', label: 'role', values: [[role, 1]] },
    ...[ofJobs, ofMails, ofDeliveries, ofStorage].flatMap((of) => of(state)),
    ...ofPool(pool),
    ...ofProjections(state),
  ]
  return {
    problems: async () => problemsOn(await healthCheck.readiness()),
    check: async () => {
      const readiness = healthCheck.readiness()
      const [problems, figures] = await Promise.all([readiness.then(problemsOn), healthCheck.everything(readiness).then(figuresOf, () => [])])
      return { problems, figures }
    },
  }
}
