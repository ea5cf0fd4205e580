import { setTimeout as pause } from 'node:timers/promises'
import { billsOf, type Fault } from './ground.ts'
import { healing, judged, onNodeGround, treasurersDay } from './outage.ts'

const FROZEN_MS = 10_000

/** Fault 15: the event store freezes for ten seconds: it accepts every call and answers none. */
export const eventStoreFrozen: Fault = ({ random, quick }) =>
  onNodeGround('event-store-frozen', async (ground, node) => {
    const times = quick ? 1 : 2
    const stream = await treasurersDay(ground, await billsOf(ground, 2_000), random)
    const healed: number[] = []
    for (let i = 0; i < times; i += 1) {
      await pause(800 + random() * 800)
      node.freeze()
      await pause(FROZEN_MS)
      node.thaw()
      healed.push(await healing(ground, stream, performance.now()))
    }
    await pause(500)
    await stream.stop()
    const { told, violations } = await judged(ground, stream, { healed, refusedAtLeast: times })
    return { summary: `the event store stopped for ${FROZEN_MS / 1000} s, ${times === 1 ? 'once' : `${times} times`}: ${told}`, violations }
  })
