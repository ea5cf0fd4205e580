import { createIndexes } from '../../projections/rebuild.ts'
import { emptyTables, foldRange } from '../refold.ts'
import { type LogTestBed, onLog, paymentAppend, payorAndBillAppends } from './log-test-bed.ts'
import { type Figure, median, rate, timed, times } from './table.ts'

const SCHEMA = 'bench_versions'
const ROUNDS = 11
/** Payments of different bills folded at once: as in a busy minute, and as in a rebuild. */
const SIZES = [32, 2_000] as const
const PAYMENTS = 4_000
/** The most that folding may take with row versions, relative to folding without them. */
const MOST = 1.2

/** The tables that exist only to answer queries as of an earlier moment. */
const keptOf = async ({ pool }: LogTestBed): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1 and (tablename like '%_past' or tablename = 'bill_count_steps')`,
    [SCHEMA],
  )
  return rows.map(({ name }) => name)
}

/** Compares folding payments with row versions, and with triggers that drop each version before it is stored. */
export const benchVersions = (): Promise<Figure[]> =>
  onLog(async (bed) => {
    const { pool, store, personal, projections } = bed
    const ledger = projections.find(({ name }) => name === 'ledger')
    if (!ledger) throw new Error('no ledger')
    const turns = SIZES.flatMap((size) => Array.from({ length: 2 * ROUNDS }, () => size))
    const bills = []
    for (let done = 0; done < turns.length * PAYMENTS; done += 5_000) {
      const appends = await payorAndBillAppends(personal, 5_000)
      await store.appendEach(appends)
      bills.push(...appends.filter(({ stream }) => stream.startsWith('bill-')))
    }
    await emptyTables(pool, SCHEMA)
    await createIndexes(pool, SCHEMA)
    let after = await store.head()
    await Promise.all(projections.map((projection) => foldRange(bed, projection, SCHEMA, { until: after })))
    await pool.query(`create function ${SCHEMA}.dropped() returns trigger language plpgsql as 'begin return null; end'`)
    const kept = await keptOf(bed)
    for (const table of kept) await pool.query(`create trigger off before insert on ${table} for each row execute function ${SCHEMA}.dropped()`)
    const took = new Map(SIZES.map((size) => [size, { on: [] as number[], off: [] as number[] }]))
    for (const [n, size] of turns.entries()) {
      const on = n % 2 === 0
      for (const table of kept) await pool.query(`alter table ${table} ${on ? 'disable' : 'enable'} trigger off`)
      await store.appendEach(bills.splice(0, PAYMENTS).map(paymentAppend))
      await pool.query('checkpoint')
      const until = await store.head()
      const from = after
      took.get(size)?.[on ? 'on' : 'off'].push(await timed(() => foldRange(bed, ledger, SCHEMA, { after: from, until, maxBatch: size })))
      after = until
    }
    const { rows } = await pool.query<{ kept: number }>(`select count(*)::int as kept from ${SCHEMA}.bills_past`)
    if (rows[0]?.kept !== (turns.length / 2) * PAYMENTS) throw new Error(`${rows[0]?.kept} versions were kept`)
    return SIZES.map((size) => {
      const { on, off } = took.get(size) ?? { on: [], off: [] }
      const ratio = median(on.map((each, i) => each / (off[i] ?? each)))
      const perSecond = (each: readonly number[]) => rate((PAYMENTS * 1_000) / median(each))
      return {
        job: `payments projected, ${size} at a time, versions of rows kept`,
        limit: `none kept ${perSecond(off)}`,
        measured: perSecond(on),
        ratio: `${times(ratio)} as long`,
        goal: `≤ ${MOST}×`,
        ok: ratio <= MOST,
      }
    })
  })
