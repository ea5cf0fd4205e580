import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../scripts/testing/database.ts'
import { addJobs, type Job, jobFigures, migrateJobs, runJobs, SWEEP_MS, type Tasks } from './jobs.ts'
import { openLog } from './log.ts'
import { openPool } from './postgres/database.ts'
import { openLocks } from './postgres/locks.ts'

const root = resolve(import.meta.dirname, '../..')
/** Upper bound for noticing a killed worker, with a margin for a busy machine. */
const TAKEN_OVER_MS = 15_000

let database: TestDatabase
let pool: pg.Pool
let stop: AbortController
let killed: ChildProcess | undefined
let workers: { stop: () => Promise<void> }[] = []
beforeEach(async () => {
  database = await freshDatabase({ empty: true })
  pool = openPool(database.url)
  stop = new AbortController()
  await migrateJobs(pool)
})
afterEach(async () => {
  killed?.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.stop()))
  stop.abort()
  await pool.end()
  await database.drop()
})

const addJob = (number: number, queue: string | null = null) =>
  pool.query(`select graphile_worker.add_job('count', json_build_object('number', $1::int), queue_name => $2)`, [number, queue])
const tasks = (count: (number: number) => Promise<void>): Tasks => ({ count: ({ number }: { number: number }) => count(number) }) as unknown as Tasks

test('resumes the jobs and queues of a killed worker in another one, and leaves jobs of live workers alone', async () => {
  const code = `
    import { openPool } from './modules/platform/postgres/database.ts'
    import { openLocks } from './modules/platform/postgres/locks.ts'
    import { runJobs } from './modules/platform/jobs.ts'
    const url = process.env.URL
    const locks = await openLocks(url, new AbortController().signal)
    await runJobs(openPool(url), locks, { count: ({ number }) => (console.log(number), new Promise(() => {})) }, console)`
  killed = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const begun: string[] = []
  killed.stdout?.on('data', (said: Buffer) => begun.push(...said.toString().trim().split('\n')))
  // The worker takes two jobs at once.
  await addJob(1, 'a queue')
  await addJob(2)
  await expect.poll(() => begun.toSorted(), { timeout: TAKEN_OVER_MS }).toEqual(['1', '2'])

  const done: number[] = []
  const letGo = new EventEmitter()
  const count = async (number: number) => {
    done.push(number)
    await once(letGo, 'go')
  }
  const locks = await openLocks(database.url, stop.signal)
  const other = await openLocks(database.url, stop.signal)
  workers = [await runJobs(pool, locks, tasks(count), openLog('silent')), await runJobs(pool, other, tasks(count), openLog('silent'))]
  await addJob(3)
  await expect.poll(() => done, { timeout: TAKEN_OVER_MS }).toEqual([3])
  await pause(2.5 * SWEEP_MS)
  expect(done).toEqual([3])
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
  await expect.poll(() => done.toSorted(), { timeout: TAKEN_OVER_MS }).toEqual([1, 2, 3])
  letGo.emit('go')
  await expect.poll(async () => (await jobFigures(pool)).waiting, { timeout: TAKEN_OVER_MS }).toBe(0)
  expect(done.toSorted()).toEqual([1, 2, 3])
})

test('counts a dead job of an earlier release, which has no key', async () => {
  await migrateJobs(pool)
  await pool.query(`select graphile_worker.add_job('count', '{"number":1}', max_attempts => 1)`)
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await migrateJobs(pool)
  workers = [
    await runJobs(
      pool,
      await openLocks(database.url, stop.signal),
      tasks(async () => {}),
      openLog('silent'),
    ),
  ]
  await pause(1.5 * SWEEP_MS)
  expect((await jobFigures(pool)).dead).toBe(1)
})

test('does not count a job replaced while it ran as dead, but counts one out of attempts', async () => {
  const letGo = new EventEmitter()
  const begun: number[] = []
  const count = async (number: number) => {
    begun.push(number)
    if (number !== 1) return
    await once(letGo, 'go')
    throw new Error('the database is away')
  }
  workers = [await runJobs(pool, await openLocks(database.url, stop.signal), tasks(count), openLog('silent'))]
  const add = (number: number, key?: string) => addJobs(pool, [{ task: 'count', payload: { number }, ...(key && { key }) } as unknown as Job])
  await add(1, 'one')
  await expect.poll(() => begun).toEqual([1])
  await add(2, 'one')
  await expect.poll(() => begun).toEqual([1, 2])
  // This job will be out of attempts while it waits, and no other job replaces it.
  await add(3)
  await expect.poll(() => begun).toEqual([1, 2, 3])
  await pool.query(`select graphile_worker.add_job('count', '{"number":4}', run_at => now() + interval '1 hour', job_key => 'another')`)
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'another'`)
  letGo.emit('go')
  const dead = async () => (await jobFigures(pool)).dead
  const running = async () => (await pool.query('select from graphile_worker._private_jobs where locked_at is not null')).rowCount
  await expect.poll(running).toBe(0)
  await expect.poll(dead, { timeout: TAKEN_OVER_MS }).toBe(1)
  await pause(1.5 * SWEEP_MS)
  expect([await dead(), begun]).toEqual([1, [1, 2, 3]])
})

test('runs waiting jobs in order of priority', async () => {
  const job = (number: number, priority?: number) =>
    ({ task: 'count', payload: { number }, ...(priority !== undefined && { priority }) }) as unknown as Job
  await addJobs(pool, [job(1, 1), job(2, 1), job(3), job(4)])
  const begun: number[] = []
  const two = new EventEmitter()
  const count = async (number: number) => {
    begun.push(number)
    // Neither worker may take a third job before the other has taken its first.
    if (begun.length === 1) await once(two, 'begun')
    else two.emit('begun')
  }
  workers = [await runJobs(pool, await openLocks(database.url, stop.signal), tasks(count), openLog('silent'))]
  await expect.poll(() => begun.length).toBe(4)
  expect(new Set(begun.slice(0, 2))).toEqual(new Set([3, 4]))
})

test('starts a scheduled or retried job within a second of its time', async () => {
  const begun: { at: number; number: number }[] = []
  const count = async (number: number) => {
    begun.push({ at: Date.now(), number })
    if (number === 2 && begun.length === 1) throw new Error('the first try fails')
  }
  workers = [await runJobs(pool, await openLocks(database.url, stop.signal), tasks(count), openLog('silent'))]
  await addJob(2)
  await expect.poll(() => begun.length).toBe(1)
  const failed = async () =>
    (await pool.query<{ at: Date }>('select run_at as at from graphile_worker._private_jobs where last_error is not null')).rows[0]
  await expect.poll(failed).toBeDefined()
  const dueAgain = Number((await failed())?.at)
  const later = Date.now() + 1_500
  await addJobs(pool, [{ task: 'count', payload: { number: 1 }, runAt: new Date(later).toISOString() } as unknown as Job])
  await expect.poll(() => begun.map(({ number }) => number), { timeout: TAKEN_OVER_MS }).toEqual([2, 1, 2])
  const late = [(begun[1]?.at ?? 0) - later, (begun[2]?.at ?? 0) - dueAgain]
  for (const ms of late) {
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(ms).toBeLessThan(1_000)
  }
})

test('gives slow tasks their own workers, so that they do not block others', async () => {
  const letGo = new EventEmitter()
  const begun: string[] = []
  const done: number[] = []
  const both = {
    ...tasks(async (number) => void done.push(number)),
    lengthy: async () => {
      begun.push('lengthy')
      await once(letGo, 'go')
    },
  } as Tasks
  const crews = [{ tasks: ['lengthy' as keyof Tasks], atOnce: 2 }]
  const addLengthy = () => pool.query(`select graphile_worker.add_job('lengthy', '{}')`)
  for (let n = 0; n < 3; n += 1) await addLengthy()
  await addJob(1)
  workers = [await runJobs(pool, await openLocks(database.url, stop.signal), both, openLog('silent'), crews)]
  await expect.poll(() => [done, begun]).toEqual([[1], ['lengthy', 'lengthy']])
  letGo.emit('go')
  await expect.poll(() => begun).toHaveLength(3)
  letGo.emit('go')
})

test('takes a due job soon after another worker has let its queue go', async () => {
  const done: number[] = []
  workers = [
    await runJobs(
      pool,
      await openLocks(database.url, stop.signal),
      tasks(async (number) => void done.push(number)),
      openLog('silent'),
    ),
  ]
  await addJob(1, 'a queue')
  await expect.poll(() => done).toEqual([1])
  // A worker locks all free queues while it looks for a job.
  const looking = await pool.connect()
  await looking.query('begin; select from graphile_worker._private_job_queues for update')
  await addJob(2, 'a queue')
  await pause(300)
  await looking.query('commit')
  looking.release()
  await expect.poll(() => done, { timeout: 3_000 }).toEqual([1, 2])
})

test("stores no e-mail address from a mail server's answer", async () => {
  const locks = await openLocks(database.url, stop.signal)
  const refuse = () => Promise.reject(new Error('550 5.1.1 <ruth@example.org>: no such mailbox'))
  workers = [await runJobs(pool, locks, tasks(refuse), openLog('silent'))]
  await addJob(1)
  const said = async () => (await pool.query('select last_error from graphile_worker._private_jobs')).rows
  await expect.poll(said).toEqual([{ last_error: '[Error] 550 5.1.1 <…@…>: no such mailbox' }])
})
