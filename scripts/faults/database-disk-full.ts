import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ANSWER_MS, healing, judged, treasurersDay } from './outage.ts'
import { type Beneath, billsOf, type Fault, onTestBed, query } from './test-bed.ts'

const DISK = '400m'
const MEGABYTE = 1_048_576
const LOG_MEGABYTES = 500

const smallDisk: Beneath = async (dir) => {
  const data = join(dir, 'data')
  mkdirSync(data)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'vestry-fault', data])
  return { end: async () => void execFileSync('umount', ['-l', data]) }
}

/** Fills a disk completely: with large chunks, then with small ones. */
const fill = async (path: string): Promise<void> => {
  const file = await open(path, 'a')
  const outOfRoom = (error: unknown): void => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  for (const piece of [MEGABYTE, 4_096]) {
    const bytes = Buffer.alloc(piece)
    const on = async () => {
      while (true) await file.write(bytes)
    }
    await on().catch(outOfRoom)
  }
  await file.close()
}

/**
 * Uses up the existing files of the write-ahead log, so that Postgres needs another; returns true if Postgres ended.
 */
const useUpLog = async (url: string): Promise<boolean> => {
  for (let n = 0; n < LOG_MEGABYTES; n += 1) {
    const written = await query(url, `select pg_logical_emit_message(true, 'fault', repeat('x', ${MEGABYTE}))`).then(
      () => true,
      () => false,
    )
    if (!written) return true
  }
  return false
}

/**
 * Fault 17: the database's disk is full. At first tables cannot grow, and reads continue. Then the write-ahead log
 * cannot grow either: Postgres ends, as it should, and starts again once there is space.
 */
export const databaseDiskFull: Fault = async ({ random, quick }) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { summary: 'the disk of the database full: a small disk can be mounted only by root, on Linux', violations: [], skipped: true }
  return onTestBed(
    'database-disk-full',
    async (bed) => {
      const stream = await treasurersDay(bed, await billsOf(bed, 2_000), random)
      const filler = join(bed.dir, 'data', 'filler')
      const healed: number[] = []
      await pause(1_000)
      await fill(filler)
      await pause(quick ? 6_000 : 15_000)
      await rm(filler)
      healed.push(await healing(bed, stream, performance.now()))
      await pause(1_000)
      await fill(filler)
      const withoutLog = performance.now()
      const ended = await useUpLog(bed.product().databaseUrl())
      await pause(quick ? 4_000 : 10_000)
      await rm(filler)
      healed.push(await healing(bed, stream, performance.now()))
      const whole = performance.now()
      await pause(500)
      await stream.stop()
      const readsServe = (at: number) => at < withoutLog - ANSWER_MS || at > whole
      const { summary: outcome, violations } = await judged(bed, stream, { healed, readsServe })
      return {
        summary: `the database's disk full twice, the second time for its write-ahead log, too: ${outcome}`,
        violations: [...violations, ...(ended ? [] : ['Postgres found room for its log: nothing was tried'])],
      }
    },
    {},
    smallDisk,
  )
}
