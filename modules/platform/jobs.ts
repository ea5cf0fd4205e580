import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger as GraphileLogger, makeWorkerUtils, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { type Alarm, openAlarm } from './alarm.ts'
import { DEAD, withClass } from './dead-jobs.ts'
import { unavailableAfter } from './event-store/patience.ts'
import { type Log, withoutAddresses } from './log.ts'
import { isHeld, type Locks } from './postgres/locks.ts'
import { isConnectionFault } from './postgres/postgres-faults.ts'
import { type Origin, span, traceparent } from './telemetry/telemetry.ts'

/** Retries with exponential backoff over about three days; then the job stays in the table as a dead letter, counted in /metrics. */
const MAX_ATTEMPTS = 25

/**
 * The payload of each task, by name. A module adds its tasks beside their handlers (`declare module`), so that neither a job without a
 * handler compiles nor a server that lacks one.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface TaskPayloads {}
type TaskName = keyof TaskPayloads
/**
 * `key`: at most one job with it waits at a time. `runAt`: the earliest start. `queue`: of its jobs one runs at a time. `priority`: 0 if none is
 * given; those of a lower number go first.
 */
export type Job = {
  [Name in TaskName]: Readonly<{ task: Name; payload: TaskPayloads[Name]; key?: string; runAt?: string; queue?: string; priority?: number }>
}[TaskName]
/** The handler of each task. Jobs are delivered at least once, and may be interrupted at any line. */
export type Tasks = Readonly<{ [Name in TaskName]: (payload: TaskPayloads[Name]) => Promise<void> }>
type Querying = Pick<pg.ClientBase, 'query'>

/** A job continues the span that adds it, beside its payload in the queue. One for later begins a trace of its own, which links to that span. */
type Traced = Readonly<{ $trace?: Origin }>
const traceOf = ({ runAt }: Job): Traced => {
  const from = traceparent()
  return from === undefined ? {} : { $trace: runAt === undefined ? { parent: from } : { links: [from] } }
}

/**
 * Adds jobs in the caller's transaction, so that they exist exactly if their cause does. A job with a key replaces the payload
 * of the waiting job with the same key. Every job gets one: what has none any more was replaced while it ran.
 */
export const addJobs = async (client: Querying, jobs: readonly Job[]): Promise<void> => {
  const unlike = [...new Map(jobs.map((job, i) => [job.key ?? i, job])).values()]
  if (unlike.length === 0) return
  await client.query({
    name: 'add-jobs',
    text: `
      select count(*) from graphile_worker.add_jobs(array(
        select row(task, payload, queue, run_at, ${MAX_ATTEMPTS}, key, priority, null)::graphile_worker.job_spec
        from unnest($1::text[], $2::json[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[])
          as job (task, payload, run_at, key, queue, priority)
      ), job_key_preserve_run_at => true)`,
    values: [
      unlike.map(({ task }) => task),
      unlike.map((job) => JSON.stringify({ ...job.payload, ...traceOf(job) })),
      unlike.map(({ runAt }) => runAt ?? null),
      unlike.map(({ key }) => key ?? randomUUID()),
      unlike.map(({ queue }) => queue ?? null),
      unlike.map(({ priority }) => priority ?? 0),
    ],
  })
}

export const addJob = (client: Querying, job: Job): Promise<void> => addJobs(client, [job])

/** Jobs of releases that gave them none get a key: they were not replaced. */
const NAME_EARLIER = 'update graphile_worker._private_jobs set key = gen_random_uuid() where key is null and locked_at is null'

/** Creates or upgrades the tables of the queue. */
export const migrateJobs = async (pool: pg.Pool): Promise<void> => {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet })
  try {
    await utils.migrate()
    await pool.query(NAME_EARLIER)
  } finally {
    await utils.release()
  }
}

const quiet = new GraphileLogger(() => () => {})

/** Few, since jobs share processors with requests, and nobody waits for a job. */
const JOBS_AT_ONCE = 2
/** How often whoever lives looks for the jobs of those who do not. */
export const SWEEP_MS = 3_000
/** Interval of the look that finds, for all workers, jobs without a notification. */
const SAFETY_POLL_MS = 5_000
/** Interval at which each worker polls. */
const WORKERS_POLL_MS = 300_000
/** Jobs added or done within this time lead to one look. */
const GATHER_MS = 50
const RETRY_MS = 1_000

/**
 * A job that was running when another one with its key was added has lost its key and its tries to it. If it then fails or is killed, it has not
 * failed for good: the other one does what it left undone.
 */
const REMOVE_REPLACED = 'delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null'

/**
 * A killed worker leaves its jobs locked for hours, and their queues. Each pool of workers holds the advisory lock of its id for as long as
 * its process lives, and whoever lives unlocks what the others held. Found twice: a process that has lost its connection takes its lock again.
 */
const unlockAbandoned = async (pool: pg.Pool, alarm: Pick<Alarm, 'stir'>, signal: AbortSignal): Promise<void> => {
  let suspected: readonly string[] = []
  while (!signal.aborted) {
    try {
      const { rows } = await pool.query<{ lockedBy: string }>(`
        with replaced as (${REMOVE_REPLACED})
        select locked_by as "lockedBy" from (
          select locked_by from graphile_worker._private_jobs where locked_by is not null
          union select locked_by from graphile_worker._private_job_queues where locked_by is not null) as pool
        where not ${isHeld('locked_by')}`)
      const abandoned = rows.map(({ lockedBy }) => lockedBy)
      const surely = abandoned.filter((one) => suspected.includes(one))
      if (surely.length > 0) {
        await pool.query(
          `with jobs as (update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by = any($1))
           update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = any($1)`,
          [surely],
        )
        alarm.stir()
      }
      suspected = abandoned
    } catch {
      // The next round asks a database that is back.
    }
    await pause(SWEEP_MS, undefined, { signal }).catch(() => {})
  }
}

const DUE = `
  select count(*) filter (where run_at <= now())::int as due,
    (extract(epoch from min(run_at) filter (where run_at > now()) - now()) * 1000)::float8 as "nextMs"
  from graphile_worker._private_jobs where is_available`

/**
 * Wakes workers when a job falls due. graphile-worker tells them of jobs that are added, once, and finds by its poll alone those that are added
 * for later, are tried again, or wait for another one of their queue.
 */
const wakeWhenDue = async (pool: pg.Pool, wake: (jobs: number) => void, alarm: Alarm, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    let restMs = RETRY_MS
    try {
      const { rows } = await pool.query<{ due: number; nextMs: number | null }>(DUE)
      const [{ due, nextMs } = { due: 0, nextMs: null }] = rows
      if (due > 0) wake(due)
      restMs = Math.min(SAFETY_POLL_MS, Math.ceil(nextMs ?? SAFETY_POLL_MS))
    } catch {
      // The next round asks a database that is back.
    }
    await alarm.rest(restMs)
  }
}

/**
 * A pool whose queries retry until the database is back. graphile-worker does not handle an error when it records how a job has
 * ended, so that one would end the process; each of its statements may be repeated.
 */
const patient = (pool: pg.Pool, signal: AbortSignal): pg.Pool => {
  const insist = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
    unavailableAfter(Number.POSITIVE_INFINITY, (error) => !signal.aborted && isConnectionFault(error), attempt)
  const connect = async (): Promise<Pick<pg.PoolClient, 'query' | 'release'>> => {
    let client: pg.PoolClient | null = await insist(() => pool.connect())
    const query = (...question: Parameters<pg.PoolClient['query']>) =>
      insist(async () => {
        client ??= await pool.connect()
        try {
          return await client.query(...question)
        } catch (error) {
          if (isConnectionFault(error)) {
            client.release(true)
            client = null
          }
          throw error
        }
      })
    return { query: query as unknown as pg.PoolClient['query'], release: (error) => client?.release(error) }
  }
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return (callback?: Parameters<typeof pool.connect>[0]) => (callback ? target.connect(callback) : connect())
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Tasks with workers of their own, so that what takes long in them holds up no receipt, refund or reset of a password. */
export type Crew = Readonly<{ tasks: readonly TaskName[]; atOnce: number }>

/** The queue keeps what an error says, for good after the last try, and a mail server's answers name whom a mail was for. */
const nameless = (error: unknown): unknown => {
  if (error instanceof Error) error.message = withClass(error, withoutAddresses(error.message))
  return error
}

/** Works through the queue until stopped. `crews`: those that have tasks of their own; all other tasks share two workers. */
export const runJobs = async (
  pool: pg.Pool,
  locks: Pick<Locks, 'standBy'>,
  tasks: Tasks,
  log: Log,
  crews: readonly Crew[] = [],
): Promise<{ stop: () => Promise<void> }> => {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (given: unknown, { job }) => {
        const { $trace = {}, ...payload } = given as Traced
        const work = () => task(payload as never).catch((error: unknown) => Promise.reject(nameless(error)))
        return span(`job ${name}`, { 'vestry.attempt': job.attempts }, work, { kind: 'consumer', origin: $trace })
      },
    ]),
  )
  const logger = new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: (meta as { job?: { id?: string } } | undefined)?.job?.id }, withoutAddresses(message))
  })
  const stopping = new AbortController()
  const ended = new AbortController()
  const alarm = openAlarm(stopping.signal, GATHER_MS)
  const pools: WorkerPool[] = []
  const wake = (jobs: number) => {
    for (const pool of pools) if (pool._active) pool.nudge(jobs)
  }
  const workers = (isOurs: (task: string) => boolean, concurrency: number) => {
    const events: WorkerEvents = new EventEmitter()
    for (const event of ['pool:listen:success', 'pool:listen:notification', 'job:complete'] as const) events.on(event, alarm.stir)
    events.once('pool:create', ({ workerPool }) => {
      pools.push(workerPool)
      void locks.standBy(workerPool.id, async (lost) => void (await once(lost, 'abort')), ended.signal)
    })
    return run({
      pgPool: patient(pool, stopping.signal),
      taskList: Object.fromEntries(Object.entries(taskList).filter(([task]) => isOurs(task))),
      concurrency,
      pollInterval: WORKERS_POLL_MS,
      noHandleSignals: true,
      logger,
      events,
    })
  }
  const isIn = ({ tasks }: Crew, task: string) => (tasks as readonly string[]).includes(task)
  const runners = [await workers((task) => !crews.some((crew) => isIn(crew, task)), JOBS_AT_ONCE)]
  for (const crew of crews) runners.push(await workers((task) => isIn(crew, task), crew.atOnce))
  const looking = [unlockAbandoned(pool, alarm, stopping.signal), wakeWhenDue(pool, wake, alarm, stopping.signal)]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => {})))
      ended.abort()
      await Promise.all(looking)
    },
  }
}

/** Ages are in seconds, 0 where there is no such job. */
export type JobFigures = Readonly<{
  waiting: number
  /** Have failed, and wait to be tried again. */
  retrying: number
  /** Have failed for good. */
  dead: number
  /** For how long the job that has waited longest could have begun; one whose queue is at work could not. */
  oldestDue: number
  /** For how long the job that runs longest has run. */
  oldestRunning: number
}>

/** What the queue holds now. */
export const jobFigures = async (pool: pg.Pool): Promise<JobFigures> => {
  const { rows } = await pool.query<JobFigures>(`
    select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts between 1 and max_attempts - 1 and locked_at is null) as retrying,
      count(*) filter (where ${DEAD}) as dead,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where attempts < max_attempts and locked_at is null and run_at <= now() and not exists (
          select from graphile_worker._private_job_queues q where q.id = j.job_queue_id and q.locked_at is not null))), 0)::float8 as "oldestDue",
      coalesce(extract(epoch from now() - min(locked_at)), 0)::float8 as "oldestRunning"
    from graphile_worker._private_jobs j`)
  return rows[0] as JobFigures
}
