import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Beneath, billsOf, type Fault, onGround, query } from './ground.ts'
import { healing, judged, treasurersDay } from './outage.ts'

const DISK = '400m'
const MEGABYTE = 1_048_576
const WAL_SEGMENTS = 16

/** A small disk for the product's data. */
const smallDisk: Beneath = async (dir) => {
  const data = join(dir, 'data')
  mkdirSync(data)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'vestry-fault', data])
  return { end: async () => void execFileSync('umount', ['-l', data]) }
}

/** Takes all the room that is left on a disk: with large pieces, then with small ones. */
const fill = (file: string): void => {
  const opened = openSync(file, 'a')
  for (const piece of [MEGABYTE, 4_096]) {
    try {
      while (true) writeSync(opened, Buffer.alloc(piece))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(opened)
}

/** Uses up the write-ahead log's files that are there already, so that Postgres needs a new one. */
const useUpLog = async (url: string): Promise<void> => {
  for (let n = 0; n < WAL_SEGMENTS * 40; n += 1) await query(url, `select pg_logical_emit_message(true, 'fault', repeat('x', ${MEGABYTE}))`)
  throw new Error('Postgres has found room for its log on a full disk')
}

/**
 * Fault 17: no room is left on the database's disk. At first tables cannot grow: reading goes on. Then the write-ahead log cannot: Postgres
 * ends, as it should, and is back once there is room.
 */
export const databaseDiskFull: Fault = async ({ random, quick }) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { summary: 'the disk of the database full: a small disk can be mounted only by root, on Linux', violations: [], skipped: true }
  return onGround(
    'database-disk-full',
    async (ground) => {
      const stream = await treasurersDay(ground, await billsOf(ground, 2_000), random)
      const filler = join(ground.dir, 'data', 'filler')
      const healed: number[] = []
      await pause(1_000)
      fill(filler)
      await pause(quick ? 6_000 : 15_000)
      rmSync(filler)
      healed.push(await healing(ground, stream, performance.now()))
      await pause(1_000)
      fill(filler)
      const withoutLog = performance.now()
      await useUpLog(ground.product().databaseUrl()).catch(() => {})
      await pause(quick ? 4_000 : 10_000)
      rmSync(filler)
      healed.push(await healing(ground, stream, performance.now()))
      const whole = performance.now()
      await pause(500)
      await stream.stop()
      const readsServe = (at: number) => at < withoutLog - 3_000 || at > whole
      const { told, violations } = await judged(ground, stream, { healed, readsServe })
      return { summary: `the database's disk full twice, the second time its log's, too: ${told}`, violations }
    },
    {},
    smallDisk,
  )
}
