import { Logger as GraphileLogger, makeWorkerUtils, type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { type Log, withoutAddresses } from './log.ts'

/** Retried with growing pauses over about three days; then it stays in the table as a dead letter, counted in /metrics. */
const MAX_ATTEMPTS = 25

export type Job = Readonly<{ task: string; payload: Readonly<Record<string, unknown>>; key?: string; runAt?: string }>
type Querying = Pick<pg.ClientBase, 'query'>

/** Adds a job in the caller's own transaction, so that it exists exactly if what caused it does. One with a key is added once. */
export const addJob = async (client: Querying, { task, payload, key, runAt }: Job): Promise<void> => {
  await client.query(
    `select graphile_worker.add_job($1, $2::json, run_at => $3::timestamptz, max_attempts => ${MAX_ATTEMPTS}, job_key => $4, job_key_mode => 'preserve_run_at')`,
    [task, JSON.stringify(payload), runAt ?? null, key ?? null],
  )
}

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

export type Tasks = Readonly<Record<string, (payload: never) => Promise<void>>>

/** Works through the queue until stopped. */
export const runJobs = async (pool: pg.Pool, tasks: Tasks, log: Log): Promise<Runner> => {
  const taskList: TaskList = Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]))
  const logger = new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: (meta as { job?: { id?: string } } | undefined)?.job?.id }, withoutAddresses(message))
  })
  return run({ pgPool: pool, taskList, concurrency: 4, pollInterval: 1000, noHandleSignals: true, logger })
}

/** How many jobs wait, and how many have failed for good. */
export const jobCounts = async (pool: pg.Pool): Promise<{ waiting: number; dead: number }> => {
  const { rows } = await pool.query<{ waiting: number; dead: number }>(
    `select count(*) filter (where attempts < max_attempts) as waiting, count(*) filter (where attempts >= max_attempts) as dead from graphile_worker._private_jobs`,
  )
  return rows[0] ?? { waiting: 0, dead: 0 }
}
