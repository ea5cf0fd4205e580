import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../scripts/testing/database.ts'
import { instantOf } from '../kernel/dates.ts'
import type { EventStore, NewEvent, StreamName } from './event-store/event-store.ts'
import { postgresEventStore } from './event-store/postgres.ts'
import { type Job, migrateJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { openPool } from './postgres/database.ts'
import { type Process, runProcesses } from './process.ts'

let database: TestDatabase
let pool: pg.Pool
let store: EventStore
let complaints: string[]
beforeEach(async () => {
  database = await freshDatabase()
  pool = openPool(database.url)
  store = postgresEventStore({ connectionString: database.url })
  complaints = []
  await migrateJobs(pool)
})
afterEach(async () => {
  await store.close()
  await pool.end()
  await database.drop()
})

const event = (data: NewEvent['data']): NewEvent => ({
  id: randomUUID(),
  type: 'Happened',
  data,
  metadata: { $correlationId: 'c', $causationId: 'c', actor: 'system:test', schema: 1, at: instantOf(0) },
})
const append = (stream: StreamName, n: number) => store.append(stream, [event({ n })], 'none')

/** A process that adds a job for each event of its categories, and fails on `throwsOn`. */
const counting = (name: string, categories: Process['categories'], throwsOn?: number): Process => ({
  name,
  categories,
  reactsTo: ['Happened'],
  jobsFor: (events) =>
    events.map(({ data }) => {
      if (data.n === throwsOn) throw new Error(`cannot take ${throwsOn}`)
      return { task: name, payload: { n: data.n } } as unknown as Job
    }),
})

/** Runs processes until they have added `jobs` jobs in total, and a moment longer. */
const running = async (processes: readonly Process[], jobs: number): Promise<Record<string, number[]>> => {
  const stop = new AbortController()
  const log = openLog('error', { write: (line: string) => void complaints.push(line) })
  const ended = runProcesses(pool, store, processes, log, stop.signal)
  const added = async () => {
    const { rows } = await pool.query<{ task: string; n: number }>(
      `select t.identifier as task, (payload->>'n')::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       order by j.id`,
    )
    return rows
  }
  await expect.poll(async () => (await added()).length).toBe(jobs)
  await new Promise((resolve) => setTimeout(resolve, 100))
  stop.abort()
  await ended
  const found: Record<string, number[]> = {}
  for (const { task, n } of await added()) found[task] = [...(found[task] ?? []), n]
  return found
}

test('a process that starts from now on skips earlier events, and no later ones', async () => {
  await append('bill-a', 1)
  const fresh = { ...counting('fresh', ['bill']), fromNowOn: true } satisfies Process
  expect(await running([counting('old', ['bill']), fresh], 1)).toEqual({ old: [1] })
  await append('bill-b', 2)
  expect(await running([counting('old', ['bill']), fresh], 3)).toEqual({ old: [1, 2], fresh: [2] })
})

test('asks for the end of the log only for a new process that starts from now on', async () => {
  await append('bill-a', 1)
  let asked = 0
  const real = store
  const counted: Pick<EventStore, 'head'> = {
    head: (...where) => {
      asked += 1
      return real.head(...where)
    },
  }
  store = { ...real, ...counted }
  const [old, fresh] = [counting('old', ['bill']), { ...counting('fresh', ['bill']), fromNowOn: true } satisfies Process]
  const asks = async (processes: readonly Process[], jobs: number) => {
    const before = asked
    await running(processes, jobs)
    return asked - before
  }
  const onlyFollowing = await asks([old], 1)
  expect(await asks([old, fresh], 1)).toBe(onlyFollowing + 1)
  expect(await asks([old, fresh], 1)).toBe(onlyFollowing)
})

test('delivers each event once per process across restarts, and past events to a new process', async () => {
  await append('bill-a', 1)
  await append('program-a', 2)
  const [bills, both] = [counting('bills', ['bill']), counting('both', ['bill', 'program'])]
  expect(await running([bills], 1)).toEqual({ bills: [1] })
  await append('bill-b', 3)
  expect(await running([bills, both], 5)).toEqual({ bills: [1, 3], both: [1, 2, 3] })
  expect(await running([bills, both], 5)).toEqual({ bills: [1, 3], both: [1, 2, 3] })
  expect(complaints).toEqual([])
})

test('blocks only the process that fails on an event, and resumes there after a repair', async () => {
  for (const n of [1, 2, 3]) await append(`bill-${n}`, n)
  expect(await running([counting('good', ['bill']), counting('bad', ['bill'], 2)], 3)).toEqual({ good: [1, 2, 3] })
  expect(complaints).toEqual([expect.stringContaining('cannot take 2')])
  await append('bill-4', 4)
  expect(await running([counting('good', ['bill']), counting('bad', ['bill'])], 8)).toEqual({ good: [1, 2, 3, 4], bad: [1, 2, 3, 4] })
})

test('adds each job once when two servers follow the log', async () => {
  for (let n = 0; n < 50; n += 1) await append(`bill-${n}`, n)
  const bills = counting('bills', ['bill'])
  const [found] = await Promise.all([running([bills], 50), running([bills], 50)])
  expect(found.bills?.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
})
