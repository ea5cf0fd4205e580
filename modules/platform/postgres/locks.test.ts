import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../scripts/testing/database.ts'
import { openLocks } from './locks.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Longest time for stand-bys to notice a silent holder, with a margin for a busy machine. */
const TAKEN_OVER_MS = 15_000

let database: TestDatabase
let stop: AbortController
beforeEach(async () => {
  database = await freshDatabase({ empty: true })
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await database.drop()
})

const noting = (notes: string[], who: string) => async (signal: AbortSignal) => {
  notes.push(`${who} begins`)
  if (!signal.aborted) await once(signal, 'abort')
  notes.push(`${who} ends`)
}

test('runs the work in one process, and in a stand-by after that process stops', async () => {
  const [here, there] = [await openLocks(database.url, stop.signal), await openLocks(database.url, stop.signal)]
  const notes: string[] = []
  const leaving = new AbortController()
  const first = here.standBy('bills', noting(notes, 'here'), leaving.signal)
  await expect.poll(() => notes).toEqual(['here begins'])
  const second = there.standBy('bills', noting(notes, 'there'), stop.signal)
  leaving.abort()
  await first
  await expect.poll(() => notes).toEqual(['here begins', 'here ends', 'there begins'])
  stop.abort()
  await second
})

test('aborts the work of a holder that has lost its lock', async () => {
  const [here, there] = [await openLocks(database.url, stop.signal), await openLocks(database.url, stop.signal)]
  const notes: string[] = []
  const working = [here.standBy('bills', noting(notes, 'here'), stop.signal)]
  await expect.poll(() => notes).toEqual(['here begins'])
  working.push(there.standBy('bills', noting(notes, 'there'), stop.signal))
  // Ends the holder's session; a stand-by polls more often than a lost connection reconnects.
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
    and objid = (hashtextextended('bills', 0) & 4294967295)::bigint::oid`)
  await admin.end()
  await expect.poll(() => notes.slice(1).toSorted(), { timeout: TAKEN_OVER_MS }).toEqual(['here ends', 'there begins'])
  stop.abort()
  await Promise.all(working)
})

test('takes the locks of a suspended process, which learns of it when it resumes', async () => {
  const code = `
    import { openLocks } from './modules/platform/postgres/locks.ts'
    const stop = new AbortController()
    const locks = await openLocks(process.env.URL, stop.signal)
    await locks.standBy('bills', async (signal) => {
      console.log('begins')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      console.log('ends')
      process.exit(0)
    }, stop.signal)`
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  child.stdout?.on('data', (text: Buffer) => said.push(text.toString().trim()))
  await expect.poll(() => said, { timeout: TAKEN_OVER_MS }).toEqual(['begins'])
  const notes: string[] = []
  const here = await openLocks(database.url, stop.signal)
  const working = here.standBy('bills', noting(notes, 'here'), stop.signal)
  child.kill('SIGSTOP')
  await expect.poll(() => notes, { timeout: TAKEN_OVER_MS }).toEqual(['here begins'])
  const gone = once(child, 'exit')
  child.kill('SIGCONT')
  await gone
  expect(said).toEqual(['begins', 'ends'])
  expect(notes).toEqual(['here begins'])
  stop.abort()
  await working
})
