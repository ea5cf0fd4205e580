import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../bench/table.ts'
import { payments } from './payments.ts'
import { billsOf, type Fault, killHard, onTestBed } from './test-bed.ts'

/** The longest start allowed after a kill, as a multiple of an undisturbed start in the same run. */
const READY_RATIO = 3
const BARE_STARTS = 3

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** Fault 10: the app is killed repeatedly during payments, alone or with its database. */
export const appKilled: Fault = ({ random, quick }) =>
  onTestBed('app-killed', async (bed) => {
    const kills = quick ? 4 : 30
    const bills = await billsOf(bed, quick ? 1_000 : 4_000)
    const bare: number[] = []
    for (let i = 0; i < BARE_STARTS; i += 1) bare.push((await bed.start()).readyMs)
    const latest = READY_RATIO * median(bare)
    const stream = await payments(bed, bills, random)
    const ready: number[] = []
    for (let i = 0; i < kills; i += 1) {
      await pause(400 + random() * 800)
      const postmaster = bed.product().postmaster()
      await bed.product().kill()
      if (i % 2 === 1) await killHard(postmaster)
      const { readyMs } = await bed.start()
      ready.push(readyMs)
    }
    await pause(500)
    await stream.stop()
    const unanswered = stream.open.length
    await stream.finish()
    const violations = [
      ...(await bed.violations([...stream.acknowledged, ...stream.marked.values()])),
      ...stream.open.map(({ reference }) => `${reference} is still not answered`),
      ...stream.answers.filter(({ status }) => status === 500).map(() => 'a payment was answered 500'),
      ...ready.filter((took) => took > latest).map((took) => `ready only after ${seconds(took)}, bare starts after ${seconds(median(bare))}`),
    ]
    const times = `ready after ${seconds(Math.min(...ready))} / ${seconds(median(ready))} / ${seconds(Math.max(...ready))} (least, median, most), bare starts after ${seconds(median(bare))}`
    const paid = `${stream.acknowledged.length + stream.marked.size} payments acknowledged, ${unanswered} sent again because no answer had come`
    return { summary: `the app killed ${kills} times: ${paid}; ${times}`, violations }
  })
