import { openPool } from '../../modules/platform/postgres/database.ts'
import { load } from './load.ts'
import { fillReadModels, makeNetworks } from './million-bills.ts'
import { withProduct } from './product.ts'
import { type Figure, median, ms, percentile, timed } from './table.ts'
import { signIn, treasurerAt } from './treasurer.ts'

const SAMPLES = 20

/** A large network of a million events beside a small one of a thousand bills, as of days in their past. */
export const benchPast = (): Promise<Figure[]> =>
  withProduct(async (product) => {
    const treasurer = await treasurerAt(product.base)
    const bed = await makeNetworks(treasurer, [
      { bills: 600_000, programs: 24 },
      { bills: 1_000, programs: 2 },
    ])
    const [large, small] = bed.networks
    if (!large || !small) throw new Error('no network')
    const pool = openPool(product.databaseUrl(), 1)
    console.log(`  filled in ${ms(await timed(() => fillReadModels(pool, bed)))}`)
    const { rows } = await pool.query<{ events: number }>('select count(*) as events from read.journal where network_id = $1', [large.id])
    console.log(`  ${rows[0]?.events.toLocaleString('en-US')} events in the large network`)
    const figures: Figure[] = []
    for (const [network, name, limits] of [
      [large, 'a million events', { bill: 300, page: 500, dashboard: 2_000 }],
      [small, '1,000 bills beside them', { bill: 50, page: 50, dashboard: 50 }],
    ] as const) {
      const cookie = await signIn(product.base, treasurer, network.id)
      const { rows: bills } = await pool.query<{ id: string }>('select id from read.bills where network_id = $1 order by created_at limit 50', [
        network.id,
      ])
      const paths = {
        bill: bills.map(({ id }) => `/assessment-bills/${id}?`),
        page: ['', 'page=2&', 'status=Paid&', `assessmentProgramId=${network.programs[1]}&`].map((query) => `/assessment-bills?${query}`),
        dashboard: ['summary', 'recent-payments'].map((part) => `/dashboard/${part}?`).concat('/reports/payments?', '/reports/aging?'),
      }
      for (const kind of ['bill', 'page', 'dashboard'] as const) {
        const latencies: number[] = []
        for (const path of paths[kind].slice(0, 5)) {
          const { latencies: took } = await load(1, 60_000, (n) => {
            // Days of the last 900, since earlier ones have no data yet.
            const asOf = new Date(Date.now() - (900 - n * 40) * 86_400_000).toISOString()
            return n < SAMPLES ? { base: product.base, path: `/api${path}asOf=${asOf}`, cookie } : null
          })
          if (process.env.VERBOSE) console.log(`    ${ms(median(took))} to ${ms(Math.max(...took))} ${path}`)
          latencies.push(...took)
        }
        const p99 = percentile(latencies, 0.99)
        figures.push({
          job: `${kind} as of a day, ${name}`,
          limit: '',
          measured: `${ms(median(latencies))}, p99 ${ms(p99)}`,
          ratio: '',
          goal: `p99 ≤ ${limits[kind]} ms`,
          ok: p99 <= limits[kind],
        })
      }
    }
    await pool.end()
    return figures
  })
