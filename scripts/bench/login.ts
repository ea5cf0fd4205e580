import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { hash, verify } from '@node-rs/argon2'
import { freePort, startProduct, temporaryFolder } from './product.ts'
import { type Figure, median, ms, percentile, rate, timed, times } from './table.ts'
import { type Treasurer, treasurerAt } from './treasurer.ts'

const ROUNDS = 7
const ROUND_MS = 3_000
const CROWD = 16
const ASK_EVERY_MS = 15

/** Password checks per second of bare argon2id on every core. */
const hashRate = async (stored: string, password: string): Promise<number> => {
  const started = performance.now()
  let done = 0
  const one = async () => {
    while (performance.now() - started < ROUND_MS) {
      await verify(stored, password)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return (done * 1_000) / (performance.now() - started)
}

/** Latencies of other calls in milliseconds, while `work` runs. */
const besides = async <Result>({ client }: Treasurer, work: () => Promise<Result>): Promise<{ result: Result; latencies: number[] }> => {
  const latencies: number[] = []
  let over = false
  const asking = (async () => {
    while (!over) {
      latencies.push(await timed(() => client.get('/dashboard/summary')))
      await pause(ASK_EVERY_MS)
    }
  })()
  const result = await work()
  over = true
  await asking
  return { result, latencies }
}

/** Repeated concurrent sign-ins for a round; returns the rate per second. */
const stormAt = (base: string, { email, password }: Treasurer) => {
  const thread = new Worker(new URL('./sign-in-storm.mjs', import.meta.url), { workerData: { base, email, password, crowd: CROWD } })
  const storm = async (): Promise<number> => {
    thread.postMessage(ROUND_MS)
    const [signIns] = await once(thread, 'message')
    return signIns
  }
  return { storm, end: () => thread.terminate() }
}

/** Concurrent sign-ins, compared with bare hashing, and their effect on others. */
export const benchLogin = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench')
  const product = await startProduct({ dir, port: await freePort(), env: { RATE_LIMIT_FACTOR: '100000' } })
  try {
    const treasurer = await treasurerAt(product.base)
    const { storm, end } = stormAt(product.base, treasurer)
    const stored = await hash(treasurer.password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
    await storm()
    const rounds: { limit: number; measured: number; idle: number[]; busy: number[] }[] = []
    for (let i = 0; i < ROUNDS; i += 1) {
      const limit = await hashRate(stored, treasurer.password)
      const measured = await storm()
      // Other calls cost time themselves, so they are measured in separate storms.
      const quiet = await besides(treasurer, () => pause(ROUND_MS))
      const busy = await besides(treasurer, storm)
      rounds.push({ limit, measured, idle: quiet.latencies, busy: busy.latencies })
    }
    await end()
    const ratio = median(rounds.map(({ limit, measured }) => measured / limit))
    const [idle, busy] = [rounds.flatMap((round) => round.idle), rounds.flatMap((round) => round.busy)].map((all) => percentile(all, 0.99)) as [
      number,
      number,
    ]
    return [
      {
        job: `login storm, ${CROWD} at once`,
        limit: `argon2id ${rate(median(rounds.map(({ limit }) => limit)))}`,
        measured: rate(median(rounds.map(({ measured }) => measured))),
        ratio: times(ratio),
        goal: '≥ 0.8×',
        ok: ratio >= 0.8,
      },
      {
        job: 'other calls meanwhile, p99',
        limit: `idle ${ms(idle)}`,
        measured: ms(busy),
        ratio: times(busy / idle),
        goal: '≤ 2×',
        ok: busy <= 2 * idle,
      },
    ]
  } finally {
    await product.stop()
    remove()
  }
}
