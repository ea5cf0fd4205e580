import type pg from 'pg'

export type DeadJob = Readonly<{ id: string; task: string; attempts: number; addedAt: Date; triedAt: Date; error: string | null }>

/** The error text stored in the queue: class and code before the message. */
export const withClass = (error: Error, message: string): string => {
  const { code } = error as { code?: unknown }
  return `[${error.name}${code === undefined ? '' : ` ${String(code)}`}] ${message}`
}
/** The class and code of an error, which hold no personal data; null for errors stored before this format. */
export const classIn = (error: string): string | null => /^\[([\w ./:-]+)\] /.exec(error)?.[1] ?? null

/**
 * The time of the last try, computed since the queue does not store it: a retry is due exp(attempts) seconds after the
 * last try, with at most ten attempts counted.
 */
const TRIED = `greatest(j.created_at, j.run_at - exp(least(j.attempts, 10)) * interval '1 second')`
/** The SQL condition for a dead job `j`. A job whose last try is still running is not dead yet. */
export const DEAD = 'j.attempts >= j.max_attempts and j.locked_at is null'
const JOBS = 'graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id'

/** A page of dead jobs, latest failure first, with the total. */
export const deadJobs = async (pool: pg.Pool, { limit, offset }: Readonly<{ limit: number; offset: number }>) => {
  const { rows: jobs } = await pool.query<DeadJob>(
    `select j.id::text, t.identifier as task, j.attempts, j.created_at as "addedAt", ${TRIED} as "triedAt", j.last_error as error
     from ${JOBS} where ${DEAD} order by "triedAt" desc, j.id desc limit $1 offset $2`,
    [limit, offset],
  )
  const { rows } = await pool.query<{ total: number }>(`select count(*) as total from ${JOBS} where ${DEAD}`)
  return { jobs, total: rows[0]?.total ?? 0 }
}

/** A job's task and whether it is dead; null for an unknown id. */
export const jobNamed = async (pool: pg.Pool, id: string): Promise<Readonly<{ task: string; dead: boolean }> | null> => {
  const { rows } = await pool.query<{ task: string; dead: boolean }>(
    `select t.identifier as task, ${DEAD} as dead from ${JOBS} where j.id = $1::bigint`,
    [id],
  )
  return rows[0] ?? null
}

/** Restarts one dead job, or all; returns the number. */
export const retryDead = async (pool: pg.Pool, id: string | null): Promise<number> => {
  const { rows } = await pool.query<{ retried: number }>(
    `select count(*) as retried from graphile_worker.reschedule_jobs(
       array(select j.id from ${JOBS} where ${DEAD} and ($1::bigint is null or j.id = $1::bigint)), run_at => now(), attempts => 0)`,
    [id],
  )
  return rows[0]?.retried ?? 0
}

export const discardDead = async (pool: pg.Pool, id: string): Promise<boolean> => {
  const { rowCount } = await pool.query(`delete from graphile_worker._private_jobs j where j.id = $1::bigint and ${DEAD}`, [id])
  return rowCount === 1
}
