import { setTimeout as pause } from 'node:timers/promises'
import { healing, judged, onNodeTestBed, treasurersDay } from './outage.ts'
import { billsOf, type Fault } from './test-bed.ts'

/**
 * Fault 14: the event store dies under load, and stays away for a while. Reading continues, commands are refused, and
 * everything recovers by itself.
 */
export const eventStoreKilled: Fault = ({ random, quick }) =>
  onNodeTestBed('event-store-killed', async (bed, node) => {
    const kills = quick ? 2 : 4
    const stream = await treasurersDay(bed, await billsOf(bed, 2_000), random)
    const healed: number[] = []
    for (let i = 0; i < kills; i += 1) {
      await pause(800 + random() * 800)
      await node.kill()
      await pause(500 + random() * 4_000)
      await node.restart()
      healed.push(await healing(bed, stream, performance.now()))
    }
    await pause(500)
    await stream.stop()
    const { summary: outcome, violations } = await judged(bed, stream, { healed, refusedAtLeast: kills })
    return { summary: `the event store killed ${kills} times: ${outcome}`, violations }
  })
