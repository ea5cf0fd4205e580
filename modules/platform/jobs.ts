import { Logger as GraphileLogger, makeWorkerUtils, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { unavailableAfter } from './event-store/patience.ts'
import { type Log, withoutAddresses } from './log.ts'
import { isConnectionFault } from './postgres/postgres-faults.ts'

/** Retried with growing pauses over about three days; then it stays in the table as a dead letter, counted in /metrics. */
const MAX_ATTEMPTS = 25

/**
 * The tasks that there are, by name, with what each works on. A module adds its own beside their handlers (`declare module`), so that
 * neither a job that nobody takes compiles, nor a server that lacks a handler.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface TaskPayloads {}
type TaskName = keyof TaskPayloads
/** `key`: one job with it waits at a time. `runAt`: not before this moment. */
export type Job = { [Name in TaskName]: Readonly<{ task: Name; payload: TaskPayloads[Name]; key?: string; runAt?: string }> }[TaskName]
/** What is done for each task. It may be repeated, and interrupted at any line. */
export type Tasks = Readonly<{ [Name in TaskName]: (payload: TaskPayloads[Name]) => Promise<void> }>
type Querying = Pick<pg.ClientBase, 'query'>

/**
 * Adds jobs in the caller's own transaction, so that they exist exactly if what caused them does. One with a key is added once;
 * what is to be done is what the last one with it says.
 */
export const addJobs = async (client: Querying, jobs: readonly Job[]): Promise<void> => {
  const unlike = [...new Map(jobs.map((job, i) => [job.key ?? i, job])).values()]
  if (unlike.length === 0) return
  await client.query({
    name: 'add-jobs',
    text: `
      select count(*) from graphile_worker.add_jobs(array(
        select row(task, payload, null, run_at, ${MAX_ATTEMPTS}, key, null, null)::graphile_worker.job_spec
        from unnest($1::text[], $2::json[], $3::timestamptz[], $4::text[]) as job (task, payload, run_at, key)
      ), job_key_preserve_run_at => true)`,
    values: [
      unlike.map(({ task }) => task),
      unlike.map(({ payload }) => JSON.stringify(payload)),
      unlike.map(({ runAt }) => runAt ?? null),
      unlike.map(({ key }) => key ?? null),
    ],
  })
}

export const addJob = (client: Querying, job: Job): Promise<void> => addJobs(client, [job])

/** Creates or upgrades the tables of the queue. */
export const migrateJobs = async (pool: pg.Pool): Promise<void> => {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

const quiet = new GraphileLogger(() => () => {})

/** Few: nobody waits for a job as for an answer, and both share a processor. */
const JOBS_AT_ONCE = 2
const WORKERS_LOCK = 8420

/**
 * A worker that was killed leaves its jobs locked for hours. Whoever starts while no other worker lives gives them free:
 * each worker holds a shared lock for as long as its connection lives.
 */
const joinWorkers = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  const client = await pool.connect()
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [WORKERS_LOCK])
  if (rows[0]?.alone)
    await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null', [])
  await client.query('select pg_advisory_lock_shared($1)', [WORKERS_LOCK])
  if (rows[0]?.alone) await client.query('select pg_advisory_unlock($1)', [WORKERS_LOCK])
  return client
}

/**
 * The pool as the queue has it: what it asks waits until the database is back. graphile-worker hears no refusal where it
 * writes down how a job has ended, so that one would end the process; and each of its statements may be repeated.
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

/** Works through the queue until stopped. */
export const runJobs = async (pool: pg.Pool, tasks: Tasks, log: Log): Promise<{ stop: () => Promise<void> }> => {
  const taskList: TaskList = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]))
  const logger = new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: (meta as { job?: { id?: string } } | undefined)?.job?.id }, withoutAddresses(message))
  })
  const membership = await joinWorkers(pool)
  const stopping = new AbortController()
  const runner = await run({
    pgPool: patient(pool, stopping.signal),
    taskList,
    concurrency: JOBS_AT_ONCE,
    pollInterval: 1000,
    noHandleSignals: true,
    logger,
  })
  return {
    stop: async () => {
      stopping.abort()
      await runner.stop().catch(() => {})
      // Ending the connection lets go of its lock.
      membership.release(true)
    },
  }
}

/** How many jobs wait, and how many have failed for good. */
export const jobCounts = async (pool: pg.Pool): Promise<{ waiting: number; dead: number }> => {
  const { rows } = await pool.query<{ waiting: number; dead: number }>(
    `select count(*) filter (where attempts < max_attempts) as waiting, count(*) filter (where attempts >= max_attempts) as dead from graphile_worker._private_jobs`,
  )
  return rows[0] ?? { waiting: 0, dead: 0 }
}
