import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '../../modules/platform/postgres/database.ts'
import { PIECES, type Piece } from '../../modules/platform/speed/pieces.ts'
import { type Load, load } from './load.ts'
import { memberCsv } from './people.ts'
import { freePort, type Product, startProduct, temporaryFolder } from './product.ts'
import { type Figure, median, ms, percentile, rate, times } from './table.ts'
import { signIn, type Treasurer, treasurerAt } from './treasurer.ts'

const ROUNDS = 5
const ROUND_MS = 2_000
const CROWD = 32
const BILLS = 40_000
/** The rows of an import that lasts for a round. */
const IMPORTED = 15_000
/** A piece whose gain is lower than this is not worth keeping. */
const WORTH = 1.15

const LISTS = ['page=1', 'page=2', 'status=Unpaid', 'orderBy=payor', 'orderBy=amount&order=asc', 'search=lindqvist1']

type Side = Readonly<{ base: string; cookie: string; treasurer: Treasurer; bills: string[] }>

const reading = ({ base, cookie }: Side) => load(CROWD, ROUND_MS, (n) => ({ base, path: `/api/assessment-bills?${LISTS[n % LISTS.length]}`, cookie }))

const paying = ({ base, cookie, bills }: Side) =>
  load(CROWD, ROUND_MS, () => {
    const bill = bills.pop()
    return bill ? { base, path: `/api/assessment-bills/${bill}/receipts`, cookie, json: { amount: 250, method: 'check' } } : null
  })

let imports = 0
/** One reader who reads repeatedly during an import. */
const besideAnImport = async ({ base, cookie, treasurer }: Side): Promise<Load> => {
  imports += 1
  const programId = await treasurer.program(`Import ${imports}`)
  let importing = true
  const upload = treasurer.client.upload(programId, memberCsv(IMPORTED, 100 + imports)).finally(() => {
    importing = false
  })
  const read = await load(1, 60_000, (n) => (importing ? { base, path: `/api/assessment-bills?${LISTS[n % LISTS.length]}`, cookie } : null))
  await upload
  return read
}

/** Measurements by name: a round, and the value to compare (higher is better). */
const waits = {
  'lists at 32': { round: reading, of: ({ perSecond }: Load) => perSecond, shown: rate },
  'payments at 32': { round: paying, of: ({ perSecond }: Load) => perSecond, shown: rate },
  'p99 beside an import': {
    round: besideAnImport,
    of: ({ latencies }: Load) => 1 / percentile(latencies, 0.99),
    shown: (value: number) => ms(1 / value),
  },
} satisfies Record<string, Readonly<{ round: (side: Side) => Promise<Load>; of: (load: Load) => number; shown: (value: number) => string }>>

/** For each piece, the measurement that the piece should improve. */
const madeFor: Readonly<Record<Piece, keyof typeof waits>> = {
  thread: 'p99 beside an import',
  'group-commit': 'payments at 32',
  loader: 'payments at 32',
  prepared: 'lists at 32',
  pipelined: 'lists at 32',
  'version-cache': 'lists at 32',
  prototypes: 'payments at 32',
}

const side = async (): Promise<Side & Readonly<{ start: (without?: Piece) => Promise<Product>; remove: () => void }>> => {
  const { dir, remove } = temporaryFolder('bench')
  const port = await freePort()
  const start = (without?: Piece) => startProduct({ dir, port, env: without ? { BENCH_WITHOUT: without } : {} })
  const product = await start()
  try {
    const { base } = product
    const treasurer = await treasurerAt(base)
    const programId = await treasurer.program('To be paid')
    await treasurer.client.upload(programId, memberCsv(BILLS, 50))
    while ((await treasurer.billsOf(programId)) < BILLS) await pause(50)
    const pool = openPool(product.databaseUrl(), 1)
    const { rows } = await pool.query<{ id: string }>('select id from read.bills where program_id = $1', [programId])
    await pool.query('vacuum (analyze)')
    await pool.end()
    const cookie = await signIn(base, treasurer, treasurer.networkId)
    return { base, cookie, treasurer, bills: rows.map(({ id }) => id), start, remove }
  } finally {
    await product.stop()
  }
}

/** For each piece, alternates between the full product and the product without the piece. */
export const benchSpeed = async (): Promise<Figure[]> => {
  const [whole, lacking] = [await side(), await side()]
  const product = await whole.start()
  try {
    const figures: Figure[] = []
    for (const piece of PIECES) {
      const { round, of, shown } = waits[madeFor[piece]]
      const without = await lacking.start(piece)
      const rounds: { on: number; off: number }[] = []
      try {
        await round(whole)
        await round(lacking)
        for (let i = 0; i < ROUNDS; i += 1) rounds.push({ off: of(await round(lacking)), on: of(await round(whole)) })
      } finally {
        await without.stop()
      }
      const ratio = median(rounds.map(({ on, off }) => on / off))
      figures.push({
        job: `${piece}: ${madeFor[piece]}`,
        limit: `off ${shown(median(rounds.map(({ off }) => off)))}`,
        measured: `on ${shown(median(rounds.map(({ on }) => on)))}`,
        ratio: times(ratio),
        goal: `≥ ${WORTH}×`,
        ok: ratio >= WORTH,
      })
      console.log(`  ${piece}: ${times(ratio)}`)
    }
    return figures
  } finally {
    await product.stop()
    whole.remove()
    lacking.remove()
  }
}
