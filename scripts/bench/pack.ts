import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dayIn, instantOf } from '../../modules/kernel/dates.ts'
import { openPool } from '../../modules/platform/postgres/database.ts'
import { memberCsv } from './people.ts'
import { residentBytes, withProduct } from './product.ts'
import { type Figure, ms, timed } from './table.ts'
import { signIn, treasurerAt } from './treasurer.ts'
import { meanwhile } from './upload.ts'

const verifier = resolve(import.meta.dirname, '../../dist/verify/vestry-verify.mjs')
const EVENTS = 500_000
const ROWS = 59_500
const MEGABYTE = 1_048_576
const DAY_MS = 86_400_000

/**
 * A pack of half a million events: made by the real server while its memory is measured, and verified by the
 * independent verifier.
 */
export const benchPack = (): Promise<Figure[]> =>
  withProduct(async (product, dir) => {
    const treasurer = await treasurerAt(product.base)
    const pool = openPool(product.databaseUrl(), 1)
    const count = async () => (await pool.query<{ events: number }>('select count(*)::int as events from events')).rows[0]?.events ?? 0
    for (let batch = 0; (await count()) < EVENTS; batch += 1) {
      const programId = await treasurer.program(`Dues ${batch}`)
      await treasurer.client.upload(programId, memberCsv(ROWS, batch))
      while ((await treasurer.billsOf(programId)) < ROWS) await pause(100)
    }
    await pool.end()
    const cookie = await signIn(product.base, treasurer, treasurer.networkId)
    const { key } = (await treasurer.client.get<{ data: { key: string } }>('/audit/public-key')).data
    const { timeZone } = await treasurer.client.get<{ timeZone: string }>(`/networks/${treasurer.networkId}`)
    const day = (days: number) => dayIn(timeZone, instantOf(Date.now() + days * DAY_MS))
    const file = join(dir, 'pack.zip')
    const pid = product.child.pid ?? 0
    await pause(2_000)
    const before = residentBytes(pid)
    let peak = before
    const stop = meanwhile(25, () => (peak = Math.max(peak, residentBytes(pid))))
    const made = await timed(async () => {
      const answer = await fetch(`${product.base}/api/audit/pack?from=${day(-2)}&to=${day(0)}`, { headers: { cookie } })
      if (!answer.ok || !answer.body) throw new Error(`the pack was answered ${answer.status}: ${await answer.text()}`)
      await pipeline(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream), createWriteStream(file))
    }).finally(stop)
    const growth = (peak - before) / MEGABYTE
    let proved = ''
    const verified = await timed(async () => {
      proved = (await promisify(execFile)(process.execPath, [verifier, file, '--key', key])).stdout
    })
    const size = ((await stat(file)).size / MEGABYTE).toFixed(1)
    console.log(
      `  ${size} MiB, memory ${Math.round(before / MEGABYTE)} → ${Math.round(peak / MEGABYTE)} MB\n${proved.trimEnd().replace(/^/gm, '  ')}`,
    )
    const figure = (job: string, measured: string, goal: string, ok: boolean): Figure => ({ job, limit: '', measured, ratio: '', goal, ok })
    return [
      figure('a pack of 500,000 events', ms(made), '≤ 60 s', made <= 60_000),
      figure('  its memory', `+${Math.round(growth)} MB`, '≤ +150 MB', growth <= 150),
      figure('  verified', ms(verified), '≤ 60 s', verified <= 60_000),
    ]
  })
