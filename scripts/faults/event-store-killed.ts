import { setTimeout as pause } from 'node:timers/promises'
import { billsOf, type Fault } from './ground.ts'
import { healing, judged, onNodeGround, treasurersDay } from './outage.ts'

/**
 * Fault 14: the event store dies under load, and stays away for a while. Reading continues, commands are refused, and everything recovers by itself.
 */
export const eventStoreKilled: Fault = ({ random, quick }) =>
  onNodeGround('event-store-killed', async (ground, node) => {
    const kills = quick ? 2 : 4
    const stream = await treasurersDay(ground, await billsOf(ground, 2_000), random)
    const healed: number[] = []
    for (let i = 0; i < kills; i += 1) {
      await pause(800 + random() * 800)
      await node.kill()
      await pause(500 + random() * 4_000)
      await node.restart()
      healed.push(await healing(ground, stream, performance.now()))
    }
    await pause(500)
    await stream.stop()
    const { told, violations } = await judged(ground, stream, { healed, refusedAtLeast: kills })
    return { summary: `the event store killed ${kills} times: ${told}`, violations }
  })
