import pg from 'pg'
import type { Product } from './product.ts'

type Failed = Readonly<{ task: string; error: string; hoursAgo?: number }>

/** Inserts jobs that have failed for good, which no command can do; returns their ids. */
export const failJobs = async ({ databaseUrl }: Product, jobs: readonly Failed[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  const ids: string[] = []
  for (const { task, error, hoursAgo = 1 } of jobs) {
    await client.query('insert into graphile_worker._private_tasks (identifier) values ($1) on conflict do nothing', [task])
    const { rows } = await client.query<{ id: string }>(
      `insert into graphile_worker._private_jobs (key, task_id, payload, created_at, run_at, attempts, max_attempts, last_error)
       select gen_random_uuid(), id, '{}'::json, now() - interval '3 days', now() - $2 * interval '1 hour' + exp(10) * interval '1 second', 25, 25, $3
       from graphile_worker._private_tasks where identifier = $1 returning id::text`,
      [task, hoursAgo, error],
    )
    ids.push(rows[0]?.id ?? '')
  }
  await client.end()
  return ids
}
