import { setTimeout as pause } from 'node:timers/promises'
import { isReady } from '../bench/product.ts'
import { payments } from './payments.ts'
import { billsOf, type Fault, killHard, onTestBed } from './test-bed.ts'

/** The longest answer that is allowed, with some tolerance for a busy machine. */
const ANSWER_MS = 2_250
const HEAL_MS = 5_000

/**
 * Fault 13: the database dies under load. No one waits long, no answer is wrong, and the product recovers by itself.
 */
export const postgresKilled: Fault = ({ random, quick }) =>
  onTestBed('postgres-killed', async (bed) => {
    const kills = quick ? 2 : 4
    const stream = await payments(bed, await billsOf(bed, 2_000), random)
    const healed: number[] = []
    for (let i = 0; i < kills; i += 1) {
      await pause(800 + random() * 800)
      await killHard(bed.product().postmaster())
      const died = performance.now()
      // The first probes may still reach the dying server.
      await pause(100)
      while (!((await isReady(bed.product().base)) && (await stream.send('GET', '/dashboard/summary')) === 200) && performance.now() - died < 30_000)
        await pause(20)
      healed.push(performance.now() - died)
    }
    await pause(500)
    await stream.stop()
    await stream.finish()
    const of = (status: number | null) => stream.answers.filter((answer) => answer.status === status)
    const slowest = Math.max(...stream.answers.map(({ took }) => took))
    const statuses = [...new Set(stream.answers.map(({ status }) => status))]
    const strange = statuses.filter((status) => ![200, 201, 503].includes(status ?? 0))
    const violations = [
      ...(await bed.violations([...stream.acknowledged, ...stream.marked.values()])),
      ...stream.open.map(({ reference }) => `R128 ${reference} is still not answered`),
      ...strange.map((status) => `${of(status).length} requests were answered ${status ?? 'not at all'}`),
      ...(slowest > ANSWER_MS
        ? [
            `${stream.answers.filter(({ took }) => took > ANSWER_MS).length} requests took longer than ${ANSWER_MS} ms, the longest ${Math.round(slowest)} ms`,
          ]
        : []),
      ...healed.filter((took) => took > HEAL_MS).map((took) => `healed only after ${Math.round(took)} ms`),
    ]
    const described = `${of(503).length} of ${stream.answers.length} requests answered 503, the slowest after ${Math.round(slowest)} ms`
    return {
      summary: `Postgres killed ${kills} times: ${described}; healed after ${healed.map((took) => `${Math.round(took)} ms`).join(', ')}`,
      violations,
    }
  })
