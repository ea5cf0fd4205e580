import { availableParallelism } from 'node:os'
import { startCluster } from '../scale/cluster.ts'
import { load } from './load.ts'
import { memberCsv } from './people.ts'
import { temporaryFolder } from './product.ts'
import { type Figure, median, rate, times } from './table.ts'
import { signIn, treasurerAt } from './treasurer.ts'

const BILLS = 20_000
const CLIENTS = 4
const ROUNDS = 7
const ROUND_MS = 4_000
const GOAL = 1.6
/** A processor for each of the two web processes, one for the clients, one for each client's connection to Postgres. */
const PROCESSORS = 2 + 1 + CLIENTS
const LISTS = ['page=1', 'page=2', 'status=Unpaid', 'orderBy=amount', 'orderBy=payor&order=asc', 'orderBy=dueDate', 'search=grace%20okafor']

/**
 * Requests per millisecond that one process answers for `clients` that each send the next request as soon as the last
 * one is answered. A request takes `served` ms of the process, one request at a time, and `elsewhere` ms in parallel.
 * Mean value analysis of a closed network (Reiser, Lavenberg 1980).
 */
const throughputOf = (clients: number, served: number, elsewhere: number): number => {
  let [queue, throughput] = [0, 0]
  for (let n = 1; n <= clients; n += 1) {
    const response = served * (1 + queue)
    throughput = n / (response + elsewhere)
    queue = throughput * response
  }
  return throughput
}

/**
 * Lists from one web process and from two: measured, or computed from the time of a request in each process if
 * processors are too few.
 */
export const benchWebs = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench')
  const cluster = await startCluster(dir, {})
  try {
    const first = await cluster.start('all')
    const treasurer = await treasurerAt(cluster.base)
    await treasurer.client.upload(await treasurer.program('Dues'), memberCsv(BILLS, 1))
    const cookie = await signIn(cluster.base, treasurer, treasurer.networkId)
    await cluster.start('projector')
    const webs = [await cluster.start('web'), await cluster.start('web')]
    await cluster.retire(first)

    const ask = async (bases: readonly string[]) => {
      const before = cluster.spent()
      const own = process.cpuUsage()
      const loads = await Promise.all(
        bases.map((base) =>
          load(CLIENTS / bases.length, ROUND_MS, (n) => ({ base, path: `/api/assessment-bills?${LISTS[n % LISTS.length]}`, cookie })),
        ),
      )
      const after = cluster.spent()
      const { user, system } = process.cpuUsage(own)
      const asked = loads.reduce((sum, { latencies }) => sum + latencies.length, 0)
      const spent = (role: string) => ((after.get(role) ?? 0) - (before.get(role) ?? 0)) / asked
      return {
        perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
        web: spent('web'),
        postgres: spent('postgres'),
        client: (user + system) / 1_000 / asked,
      }
    }
    const all = webs.map(({ port }) => `http://127.0.0.1:${port}`)
    const alone = all.slice(0, 1)
    for (const base of all) await ask([base])
    const rounds: { one: Awaited<ReturnType<typeof ask>>; two: Awaited<ReturnType<typeof ask>> }[] = []
    for (let i = 0; i < ROUNDS; i += 1) rounds.push({ one: await ask(alone), two: await ask(all) })
    const [one, two] = (['one', 'two'] as const).map((of) => median(rounds.map((round) => round[of].perSecond))) as [number, number]
    const measured = median(rounds.map((round) => round.two.perSecond / round.one.perSecond))
    const [web, postgres, client] = (['web', 'postgres', 'client'] as const).map((of) => median(rounds.map((round) => round.one[of]))) as [
      number,
      number,
      number,
    ]
    const elsewhere = postgres + client
    const [expectedOne, expectedTwo] = [throughputOf(CLIENTS, web, elsewhere), 2 * throughputOf(CLIENTS / 2, web, elsewhere)]
    const expected = expectedTwo / expectedOne
    const enough = availableParallelism() >= PROCESSORS
    return [
      {
        job: `lists from two web processes, ${CLIENTS} clients`,
        limit: `one ${rate(one)}`,
        measured: rate(two),
        ratio: times(measured),
        goal: enough ? `≥ ${GOAL}×` : `(wants ${PROCESSORS} processors)`,
        ok: !enough || measured >= GOAL,
      },
      {
        job: '  by what a request takes',
        limit: `one ${rate(1_000 * expectedOne)}`,
        measured: `${rate(1_000 * expectedTwo)} (web ${web.toFixed(2)} ms, Postgres ${postgres.toFixed(2)} ms, client ${client.toFixed(2)} ms)`,
        ratio: times(expected),
        goal: `≥ ${GOAL}×`,
        ok: expected >= GOAL,
      },
    ]
  } finally {
    await cluster.stop()
    remove()
  }
}
