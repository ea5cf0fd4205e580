import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../scripts/testing/database.ts'
import { jobFigures, migrateJobs, runJobs, SWEEP_MS, type Tasks } from './jobs.ts'
import { openLog } from './log.ts'
import { openPool } from './postgres/database.ts'
import { openLocks } from './postgres/locks.ts'

const root = resolve(import.meta.dirname, '../..')
/** What it may take until a killed worker is missed, and what a busy machine adds to it. */
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

/** A job of a task that only this test knows. */
const addJob = (number: number, queue: string | null = null) =>
  pool.query(`select graphile_worker.add_job('count', json_build_object('number', $1::int), queue_name => $2)`, [number, queue])
const tasks = (count: (number: number) => Promise<void>): Tasks => ({ count: ({ number }: { number: number }) => count(number) }) as unknown as Tasks

test('the jobs of a worker that was killed, and their queues, go on in one that lives, and the job of one that lives stays its own', async () => {
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
  // As many as it takes at a time.
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
