import { openPool } from '../../modules/platform/postgres/database.ts'
import { type Asked, load } from './load.ts'
import { fillReadModels, makeNetworks, networksOf } from './million-bills.ts'
import { withProduct } from './product.ts'
import { askAlone, billLists, DASHBOARD, paymentLists, SEARCHES } from './questions.ts'
import { type Figure, median, ms, timed, times } from './table.ts'
import { signIn, treasurerAt } from './treasurer.ts'

/** Numbers of bills in the installation; one network has 60 % of them. */
const SIZES = (process.env.SIZES ?? '500000,1000000,2000000').split(',').map(Number)
const WANTED = 10_000_000

type Measured = Readonly<{ p50: number; p99: number }>

/** Milliseconds per kind of query, for a number of bills. */
const measuredAt = (bills: number): Promise<ReadonlyMap<string, Measured>> =>
  withProduct(async (product) => {
    const { base } = product
    const treasurer = await treasurerAt(base)
    const bed = await makeNetworks(treasurer, networksOf(bills))
    const pool = openPool(product.databaseUrl(), 1)
    const filled = await timed(() => fillReadModels(pool, bed))
    const { rows: sizes } = await pool.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size')
    await pool.end()
    console.log(`  ${bills.toLocaleString('en-US')} bills in ${ms(filled)}: ${sizes[0]?.size}`)
    const [large] = bed.networks
    if (!large) throw new Error('no network')
    const cookie = await signIn(base, treasurer, large.id)
    const inLarge = (path: string): Asked => ({ base, path: `/api${path}`, cookie })
    const measured = new Map<string, Measured>()
    const alone = async (kind: string, paths: readonly string[]): Promise<void> => {
      const { p50, p99, slowest } = await askAlone(inLarge, paths)
      measured.set(kind, { p50, p99 })
      console.log(`    ${kind}: ${ms(p50)}, p99 ${ms(p99)}, slowest ${ms(slowest.took)} ${slowest.path}`)
    }
    for (const [name, paths] of billLists(large.programs)) await alone(`bills ${name}`, paths)
    await alone('payments, any filter and sort', paymentLists(large.programs))
    await alone('find', SEARCHES)
    for (const path of DASHBOARD) {
      const { latencies } = await load(1, 60_000, (n) => (n < 60 ? inLarge(path) : null))
      measured.set(path, { p50: median(latencies.slice(20)), p99: 0 })
    }
    return measured
  })

/**
 * The growth of a time with the number of bills, as the exponent of the best-fitting power law: 0 for no growth (or
 * only one size), 1 for proportional.
 */
const exponentOf = (points: readonly (readonly [bills: number, took: number])[]): number => {
  if (points.length < 2) return 0
  const logs = points.map(([bills, took]) => [Math.log(bills), Math.log(took)] as const)
  const [x, y] = [0, 1].map((axis) => logs.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / logs.length) as [number, number]
  return logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
}

/** Lists, search and dashboard at some sizes, extrapolated to ten million bills. */
export const benchGrowth = async (): Promise<Figure[]> => {
  if (SIZES.length < 2 && Math.max(...SIZES) < WANTED) throw new Error('One size says nothing of growth: SIZES names two, or ten million.')
  const all: (readonly [bills: number, measured: ReadonlyMap<string, Measured>])[] = []
  for (const bills of SIZES) all.push([bills, await measuredAt(bills)])
  const [[smallest, first], [largest, last]] = [all[0], all.at(-1)] as [(typeof all)[number], (typeof all)[number]]
  const dashboards: readonly string[] = DASHBOARD
  return [...last].map(([kind, at]) => {
    const judged = dashboards.includes(kind) ? 'p50' : 'p99'
    const goal = judged === 'p50' ? 5 : 50
    const exponent = exponentOf(all.map(([bills, measured]) => [bills, measured.get(kind)?.[judged] ?? 0]))
    const wanted = at[judged] * (WANTED / largest) ** Math.max(0, exponent)
    return {
      job: `${kind}, ${judged}`,
      limit: `${smallest.toLocaleString('en-US')}: ${ms(first.get(kind)?.[judged] ?? 0)}`,
      measured: `${largest.toLocaleString('en-US')}: ${ms(at[judged])}; ten million: ${ms(wanted)}`,
      ratio: times(at[judged] / (first.get(kind)?.[judged] ?? 0)),
      goal: `≤ ${goal} ms`,
      ok: wanted <= goal,
    }
  })
}
