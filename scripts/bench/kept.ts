import { readFileSync } from 'node:fs'
import { type Asked, load } from './load.ts'
import { memberCsv } from './people.ts'
import { withProduct } from './product.ts'
import type { Figure } from './table.ts'
import { signIn, treasurerAt } from './treasurer.ts'

const CROWD = 32
const WARM_UP_MS = 3_000
const LOAD_MS = 5_000
const BILLS = 20_000
const MOST_KB = 4
/**
 * A line of V8's trace about a collection of a thread's nursery or old generation: the thread's heap, and its size
 * afterwards in MB.
 */
const COLLECTION = /\[\d+:(0x[0-9a-f]+)\] +\d+ ms: (Scavenge|Mark-Compact)[^\d]*[\d.]+ \([\d.]+\) -> ([\d.]+) /g

/**
 * The growth of the main thread's heap, in kB, between the collections of its nursery after a place in the trace.
 * The main thread's heap is the first in the trace.
 */
const grownSince = (trace: string, place: number): number => {
  const collections = [...trace.matchAll(COLLECTION)]
  const ofMain = collections.filter(([, heap], _, [first]) => heap === first?.[1])
  let grown = 0
  for (const [i, [, , kind, after]] of ofMain.entries()) {
    const before = ofMain[i - 1]
    if ((before?.index ?? 0) >= place && before?.[2] === 'Scavenge' && kind === 'Scavenge') grown += Number(after) - Number(before[3])
  }
  return grown * 1024
}

/** Memory that finished calls leave in V8's old generation: collecting it stops both processors (DECISIONS 10). */
export const benchKept = (): Promise<Figure[]> =>
  withProduct(
    async ({ base, output }) => {
      const treasurer = await treasurerAt(base)
      const program = await treasurer.program('Dues')
      await treasurer.client.upload(program, memberCsv(BILLS, 1))
      const bills = await treasurer.client.all<{ id: string }>(`/assessment-bills?assessmentProgramId=${program}&limit=100`)
      const cookie = await signIn(base, treasurer, treasurer.networkId)
      const pathOf = (n: number) => `/api/assessment-bills/${bills[n % bills.length]?.id}`
      let paid = 0
      const calls: Readonly<Record<string, (n: number) => Asked | null>> = {
        'a page of bills': () => ({ base, cookie, path: '/api/assessment-bills?limit=10' }),
        'a bill': (n) => ({ base, cookie, path: pathOf(n) }),
        'a payment that is recorded': () =>
          paid < bills.length ? { base, cookie, path: `${pathOf(paid++)}/receipts`, json: { amount: 1, method: 'check' } } : null,
      }
      const figures: Figure[] = []
      for (const [job, next] of Object.entries(calls)) {
        await load(CROWD, WARM_UP_MS, next)
        const place = readFileSync(output, 'latin1').length
        const { latencies } = await load(CROWD, LOAD_MS, next)
        const kept = grownSince(readFileSync(output, 'latin1'), place) / latencies.length
        figures.push({
          job: `left in the old generation by ${job}`,
          limit: '',
          measured: `${kept.toFixed(1)} kB`,
          ratio: '',
          goal: `≤ ${MOST_KB} kB`,
          ok: kept <= MOST_KB,
        })
      }
      return figures
    },
    { flags: ['--trace-gc'] },
  )
