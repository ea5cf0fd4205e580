import { setTimeout as pause } from 'node:timers/promises'
import { healing, judged, onNodeTestBed, treasurersDay } from './outage.ts'
import { billsOf, type Fault } from './test-bed.ts'

const FROZEN_MS = 10_000

/** Fault 15: the event store freezes for ten seconds: it accepts every call and answers none. */
export const eventStoreFrozen: Fault = ({ random, quick }) =>
  onNodeTestBed('event-store-frozen', async (bed, node) => {
    const times = quick ? 1 : 2
    const stream = await treasurersDay(bed, await billsOf(bed, 2_000), random)
    const healed: number[] = []
    for (let i = 0; i < times; i += 1) {
      await pause(800 + random() * 800)
      node.freeze()
      await pause(FROZEN_MS)
      node.thaw()
      healed.push(await healing(bed, stream, performance.now()))
    }
    await pause(500)
    await stream.stop()
    const { summary: outcome, violations } = await judged(bed, stream, { healed, refusedAtLeast: times })
    return { summary: `the event store stopped for ${FROZEN_MS / 1000} s, ${times === 1 ? 'once' : `${times} times`}: ${outcome}`, violations }
  })
