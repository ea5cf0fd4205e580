import { crowd } from './load.ts'
import { billAppend, type LogTestBed, onLog } from './log-test-bed.ts'
import { type Figure, median, rate, times } from './table.ts'

const ROUNDS = 5
const ROUND_MS = 1_000

/**
 * The number of appends prepared before each round, more than a round can use. The row of the bare INSERT is prepared,
 * too.
 */
const PREPARED = 60_000

/** Operations per second of concurrent writers that each wait for their own answer. */
const rateOf = async (writers: number, next: (n: number) => (() => Promise<unknown>) | null): Promise<number> =>
  (await crowd(writers, ROUND_MS, next)).perSecond

const appending = async ({ pool, store }: LogTestBed, writers: number, goal: number | null): Promise<Figure> => {
  const { stream: _, ...sample } = billAppend()
  const row = JSON.stringify(sample)
  const bare = () => rateOf(writers, () => () => pool.query({ name: 'bare', text: 'insert into bare (data) values ($1)', values: [row] }))
  const append = () => {
    const prepared = Array.from({ length: PREPARED }, () => billAppend())
    return rateOf(writers, (n) => {
      const next = prepared[n]
      return next ? () => store.append(next.stream, next.events, next.expect) : null
    })
  }
  const rounds: { limit: number; measured: number }[] = []
  await append()
  await bare()
  for (let i = 0; i < ROUNDS; i += 1) rounds.push({ limit: await bare(), measured: await append() })
  const ratio = median(rounds.map(({ limit, measured }) => measured / limit))
  return {
    job: `append one event, ${writers} writer${writers > 1 ? 's' : ''}`,
    limit: `INSERT ${rate(median(rounds.map(({ limit }) => limit)))}`,
    measured: rate(median(rounds.map(({ measured }) => measured))),
    ratio: times(ratio),
    goal: goal === null ? '' : `≥ ${goal}×`,
    ok: goal === null || ratio >= goal,
  }
}

/** Durable appends, compared with durable inserts of rows of the same size. */
export const benchAppend = (): Promise<Figure[]> =>
  onLog(async (bed) => {
    await bed.pool.query('create table bare (n bigint generated always as identity primary key, data text not null)')
    return [await appending(bed, 1, null), await appending(bed, 32, 1)]
  })
