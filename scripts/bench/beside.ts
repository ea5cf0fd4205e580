import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openPool } from '../../modules/platform/postgres/database.ts'
import { load } from './load.ts'
import { fillReadModels } from './million-bills.ts'
import { memberCsv } from './people.ts'
import { withProduct } from './product.ts'
import { type Figure, ms, percentile, plus, timed } from './table.ts'
import { signIn, treasurerAt } from './treasurer.ts'

const root = resolve(import.meta.dirname, '../..')
const BILLS = 1_000_000
const PROGRAMS = 24
const ROWS = 59_500
/** Payments of the small network, enough for the whole run. */
const PAYABLE = 30_000
const IDLE_MS = 10_000
const NEW_LINE = 10
/** Latency that a large network's work may add to a small one's command. */
const ADDED_MS = 50

/**
 * A small network's latency from payment to display, beside a network with a million bills that uploads, exports and is
 * rebuilt.
 */
export const benchBeside = (): Promise<Figure[]> =>
  withProduct(async (product, dir) => {
    const { base } = product
    const large = await treasurerAt(base)
    const programs: string[] = []
    for (let i = 0; i < PROGRAMS; i += 1) programs.push(await large.program(`Dues ${2000 + i}`))
    const pool = openPool(product.databaseUrl(), 1)
    const filled = await timed(() => fillReadModels(pool, { networks: [{ id: large.networkId, programs, bills: BILLS }] }))
    const { rows: sizes } = await pool.query<{ size: string }>(`select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class
      where relkind = 'r' and relnamespace = 'read'::regnamespace`)
    console.log(`  filled in ${ms(filled)}: read models of ${sizes[0]?.size}`)
    const small = await treasurerAt(base, 'small@bench.example')
    const dues = await small.program('Dues')
    await small.client.upload(dues, memberCsv(PAYABLE, 1))
    const { rows: bills } = await pool.query<{ id: string }>('select id from read.bills where program_id = $1', [dues])
    await pool.end()
    const cookie = await signIn(base, small, small.networkId)
    let paid = 0
    const paying = (until: () => boolean) =>
      load(1, Number.POSITIVE_INFINITY, () => {
        const bill = until() ? undefined : bills[paid++]
        return bill ? { base, path: `/api/assessment-bills/${bill.id}/receipts`, cookie, json: { amount: 1, method: 'check' } } : null
      })
    const p99While = async (work: () => Promise<unknown>): Promise<number> => {
      let over = false
      const [{ latencies }] = await Promise.all([paying(() => over), work().finally(() => (over = true))])
      return percentile(latencies, 0.99)
    }
    await p99While(() => pause(IDLE_MS))
    const idle = await p99While(() => pause(IDLE_MS))

    const cookieOfLarge = await signIn(base, large, large.networkId)
    const another = await large.program('Another')
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      'uploads 59,500 rows': async () => {
        await large.client.upload(another, memberCsv(ROWS, 2))
      },
      'reprices 59,500 bills': async () => {
        const bills = await large.reprice(another, 'Another', 300)
        if (bills !== ROWS) throw new Error(`${bills} bills were repriced`)
      },
      'exports a million bills': async () => {
        const answer = await fetch(`${base}/api/exports/bills.csv`, { headers: { cookie: cookieOfLarge } })
        if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
        let lines = 0
        for await (const piece of answer.body) for (const byte of piece as Uint8Array) if (byte === NEW_LINE) lines += 1
        if (lines <= BILLS) throw new Error(`the export had ${lines} lines`)
      },
      'is built anew': () =>
        promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/rebuild.ts'], {
          cwd: root,
          env: { ...process.env, DATA_DIR: join(dir, 'data') },
        }),
    }
    const figures: Figure[] = []
    for (const [name, work] of Object.entries(works)) {
      let took = 0
      const p99 = await p99While(async () => {
        took = await timed(work)
      })
      figures.push({
        job: `small network's payment while a large one ${name} (${ms(took)}), p99`,
        limit: `alone ${ms(idle)}`,
        measured: ms(p99),
        ratio: plus(p99 - idle),
        goal: `≤ +${ADDED_MS} ms`,
        ok: p99 - idle <= ADDED_MS,
      })
    }
    return figures
  })
