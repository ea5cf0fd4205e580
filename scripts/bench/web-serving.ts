import { Agent, request } from 'undici'
import { load } from './load.ts'
import { startBare } from './statements.ts'
import { type Figure, median, ms, percentile, rate, timed, times } from './table.ts'
import { FRAMES, type WebTestBed } from './web-test-bed.ts'

const ROUNDS = 5
const ROUND_MS = 2_000
const CROWD = 32
/** The visits before a measurement, enough for the engine to compile the rendering code. */
const WARM_UPS = 6

/** The pay page's call for its bill, compared with Express and one row by primary key. */
export const billCalls = async ({ product: { base, databaseUrl }, bills }: WebTestBed): Promise<Figure[]> => {
  const read = bills.slice(0, CROWD)
  const bare = await startBare(
    databaseUrl(),
    read.map((id) => [{ text: 'select * from read.bills where id = $1', values: [id] }]),
  )
  try {
    const limit = () => load(CROWD, ROUND_MS, (n) => ({ base: bare.base, path: `/list/${n % read.length}` }))
    const measured = () => load(CROWD, ROUND_MS, (n) => ({ base, path: `/api/assessment-bills/${read[n % read.length]}` }))
    await limit()
    await measured()
    const rounds: { limit: number; measured: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) rounds.push({ limit: (await limit()).perSecond, measured: (await measured()).perSecond })
    const ratio = median(rounds.map((round) => round.measured / round.limit))
    return [
      {
        job: `the pay page's call for its bill, by ${CROWD} guests`,
        limit: `Express and one row ${rate(median(rounds.map((round) => round.limit)))}`,
        measured: rate(median(rounds.map((round) => round.measured))),
        ratio: times(ratio),
        goal: '≥ 0.50×',
        ok: ratio >= 0.5,
      },
    ]
  } finally {
    bare.child.kill()
  }
}

/** Opens frames at the same time, each with a different bill; returns how long each took, in ms. */
const opened = (agent: Agent, base: string, bills: readonly string[]): Promise<number[]> =>
  Promise.all(
    bills.map((bill) =>
      timed(async () => {
        const { statusCode, body } = await request(`${base}/embed/pay/${bill}`, { dispatcher: agent, headers: { 'accept-encoding': 'gzip' } })
        if (statusCode !== 200) throw new Error(`/embed/pay/${bill} answered ${statusCode}`)
        await body.dump({ limit: 1_000_000 })
      }),
    ),
  )

/** A congregation that opens its frames at the same moment. */
export const framesAtOnce = async ({ product: { base }, bills }: WebTestBed): Promise<Figure[]> => {
  const agentOf = () => new Agent({ connections: FRAMES, pipelining: 1 })
  const kept = agentOf()
  const rounds: { fresh: number; kept: number }[] = []
  for (let i = 0; i < WARM_UPS + ROUNDS; i += 1) {
    const fresh = agentOf()
    const round = { fresh: percentile(await opened(fresh, base, bills), 0.99), kept: percentile(await opened(kept, base, bills), 0.99) }
    await fresh.close()
    if (i >= WARM_UPS) rounds.push(round)
  }
  await kept.close()
  return (['kept', 'fresh'] as const).map((kind) => {
    const p99 = median(rounds.map((round) => round[kind]))
    return {
      job: `${FRAMES} frames open at once, ${kind === 'kept' ? 'connections kept' : 'each on a new connection'}, p99`,
      limit: '',
      measured: ms(p99),
      ratio: times(p99 / 300),
      goal: '≤ 300 ms',
      ok: p99 <= 300,
    }
  })
}
