import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger as GraphileLogger, makeWorkerUtils, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { type Alarm, openAlarm } from './clock.ts'
import { DEAD, withClass } from './dead-jobs.ts'
import { unavailableAfter } from './event-store/patience.ts'
import { type Log, withoutAddresses } from './log.ts'
import { isHeld, type Locks } from './postgres/locks.ts'
import { isConnectionFault } from './postgres/postgres-faults.ts'
import { type Origin, span, traceparent } from './telemetry/telemetry.ts'

/**
 * Retries with exponential backoff over about three days; then the job stays in the table as a dead letter, counted in
 * /metrics.
 */
const MAX_ATTEMPTS = 25

/**
 * Payloads by task name. A module declares its tasks beside their handlers (`declare module`), so that a job without a
 * handler, or a server without one, does not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface TaskPayloads {}
type TaskName = keyof TaskPayloads
/**
 * `key`: at most one waiting job per key. `runAt`: earliest start. `queue`: its jobs run one at a time. `priority`:
 * lower runs first, default 0.
 */
export type Job = {
  [Name in TaskName]: Readonly<{ task: Name; payload: TaskPayloads[Name]; key?: string; runAt?: string; queue?: string; priority?: number }>
}[TaskName]
/** Handlers by task. Jobs are delivered at least once and may be interrupted at any line. */
export type Tasks = Readonly<{ [Name in TaskName]: (payload: TaskPayloads[Name]) => Promise<void> }>
type Querying = Pick<pg.ClientBase, 'query'>

/**
 * A job continues the span that adds it, stored beside its payload. A scheduled job begins a new trace linked to that
 * span.
 */
type Traced = Readonly<{ $trace?: Origin }>
const traceOf = ({ runAt }: Job): Traced => {
  const from = traceparent()
  return from === undefined ? {} : { $trace: runAt === undefined ? { parent: from } : { links: [from] } }
}

/**
 * Adds jobs in the caller's transaction. A job with a key replaces the payload of the waiting job with that key. Every
 * job gets a key, since a job without one counts as replaced during its run.
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

/** Gives jobs of earlier releases a key, so that they do not count as replaced. */
const NAME_EARLIER = 'update graphile_worker._private_jobs set key = gen_random_uuid() where key is null and locked_at is null'

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

/** A low number, since jobs share processors with requests, and no request waits for a job. */
const JOBS_AT_ONCE = 2
/** Interval at which live processes look for jobs of killed ones. */
export const SWEEP_MS = 3_000
/** The interval at which one poll looks, on behalf of all workers, for due jobs that no notification has announced. */
const SAFETY_POLL_MS = 5_000
const WORKERS_POLL_MS = 300_000
/** Jobs added or finished within this time cause one check. */
const GATHER_MS = 50
/** The wait before the next check after a failed one, or while a due job is not taken. */
const RETRY_MS = 1_000

/**
 * If another job with the same key is added during a run, the running job loses its key and its remaining attempts. If
 * it then fails or is killed, it is not dead: the other job does the work.
 */
const REMOVE_REPLACED = 'delete from graphile_worker._private_jobs where key is null and attempts >= max_attempts and locked_at is null'

/**
 * A killed worker leaves its jobs and queues locked for hours. Each pool of workers holds an advisory lock for its id
 * while its process lives; live processes unlock the jobs and queues of pools without one. A pool counts as dead only
 * when two checks in a row find no lock, since a process that has lost its connection takes its lock again.
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
      // The next round retries.
    }
    await pause(SWEEP_MS, undefined, { signal }).catch(() => {})
  }
}

const DUE = `
  select identifier as task, count(*) filter (where run_at <= now())::int as due,
    (extract(epoch from min(run_at) filter (where run_at > now()) - now()) * 1000)::float8 as "nextMs"
  from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  where is_available group by identifier`

/**
 * Wakes the workers of a task when its jobs fall due. graphile-worker notifies all workers of added jobs once;
 * scheduled, retried and queued jobs are found only by its poll. A worker that looks for a job locks every free queue
 * meanwhile, so two pools that look at once may both find nothing. Therefore only the pool with a due job is woken, and
 * again until the job is taken.
 */
const wakeWhenDue = async (pool: pg.Pool, wake: (task: string, jobs: number) => void, alarm: Alarm, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    let restMs = RETRY_MS
    try {
      const { rows } = await pool.query<{ task: string; due: number; nextMs: number | null }>(DUE)
      for (const { task, due } of rows) if (due > 0) wake(task, due)
      const nextsMs = rows.map(({ due, nextMs }) => (due > 0 ? RETRY_MS : Math.ceil(nextMs ?? SAFETY_POLL_MS)))
      restMs = Math.min(SAFETY_POLL_MS, ...nextsMs)
    } catch {
      // The next round retries.
    }
    await alarm.rest(restMs)
  }
}

/**
 * A pool whose queries retry until the database is back. graphile-worker does not handle errors while recording the end
 * of a job, so such an error would end the process. Each of its statements may be repeated.
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

/** Tasks with their own workers, so that slow ones do not delay receipts, refunds or password resets. */
export type Crew = Readonly<{ tasks: readonly TaskName[]; atOnce: number }>

/** The queue stores error messages, and mail servers quote the recipient's address in theirs. */
const nameless = (error: unknown): unknown => {
  if (error instanceof Error) error.message = withClass(error, withoutAddresses(error.message))
  return error
}

/** Runs the queue until stopped. Tasks outside `crews` share two workers. */
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
  const pools: Readonly<{ workerPool: WorkerPool; isOurs: (task: string) => boolean }>[] = []
  const wake = (task: string, jobs: number) => {
    for (const { workerPool, isOurs } of pools) if (workerPool._active && isOurs(task)) workerPool.nudge(jobs)
  }
  const workers = (isOurs: (task: string) => boolean, concurrency: number) => {
    const events: WorkerEvents = new EventEmitter()
    for (const event of ['pool:listen:success', 'pool:listen:notification', 'job:complete'] as const) events.on(event, alarm.stir)
    events.once('pool:create', ({ workerPool }) => {
      pools.push({ workerPool, isOurs })
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
  const polling = [unlockAbandoned(pool, alarm, stopping.signal), wakeWhenDue(pool, wake, alarm, stopping.signal)]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => {})))
      ended.abort()
      await Promise.all(polling)
    },
  }
}

/** Ages are in seconds, 0 where there is no such job. */
export type JobFigures = Readonly<{
  waiting: number
  /** Failed and waiting for a retry. */
  retrying: number
  dead: number
  /** Age of the oldest runnable job. Jobs behind a busy queue do not count. */
  oldestDue: number
  oldestRunning: number
}>

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
