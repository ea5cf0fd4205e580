import { setTimeout as pause } from 'node:timers/promises'
import type { WireProcess } from '../testing/eventstoredb/process.ts'
import { healing, judged, onNodeTestBed, treasurersDay } from './outage.ts'
import { billsOf, type Fault } from './test-bed.ts'

const POLL_MS = 100

/** Restarts the node whenever it has ended, as a supervisor does in production; returns the number of restarts. */
const keepStarting = (node: WireProcess) => {
  let [running, starts] = [true, 0]
  const work = (async () => {
    while (running) {
      await pause(POLL_MS)
      if (!node.ended()) continue
      starts += 1
      await node.restart()
    }
  })()
  return {
    starts: () => starts,
    stop: async () => {
      running = false
      await work
    },
  }
}

/** Fault 18: the event store's disk is full. The node ends at a write, and at each start, until there is space. */
export const eventStoreDiskFull: Fault = ({ random, quick }) =>
  onNodeTestBed('event-store-disk-full', async (bed, node) => {
    const times = quick ? 1 : 3
    const stream = await treasurersDay(bed, await billsOf(bed, 2_000), random)
    const keeper = keepStarting(node)
    const healed: number[] = []
    for (let i = 0; i < times; i += 1) {
      await pause(800 + random() * 800)
      const before = keeper.starts()
      await node.fill()
      await pause(6_000 + random() * 2_000)
      if (keeper.starts() - before < 2) throw new Error('the node did not notice that its disk is full')
      node.free()
      while (!node.lives()) await pause(20)
      healed.push(await healing(bed, stream, performance.now()))
    }
    await pause(500)
    await stream.stop()
    await keeper.stop()
    const { summary: outcome, violations } = await judged(bed, stream, { healed, refusedAtLeast: times })
    return { summary: `the event store's disk full ${times === 1 ? 'once' : `${times} times`}: ${outcome}`, violations }
  })
