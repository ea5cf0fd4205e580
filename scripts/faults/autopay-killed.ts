import { setTimeout as pause } from 'node:timers/promises'
import { autopaying } from './autopaying.ts'
import { takenAndRecorded } from './payable.ts'
import { type Fault, killHard, onTestBed, query, within } from './test-bed.ts'

const BILLS_EACH = 20
const MOST_MS = 80

/** Fault 35: the app is killed again and again during a night of automatic charges, alone or with its database. */
export const autopayKilled: Fault = ({ random, quick, points }) =>
  onTestBed('autopay-killed', async (bed) => {
    const kills = points ?? (quick ? 5 : 70)
    const payors = quick ? 3 : 25
    const all = payors * BILLS_EACH
    await bed.start({ RATE_LIMIT_FACTOR: '1000000' })
    const url = () => bed.product().databaseUrl()
    const { charges, night } = await autopaying(bed, payors, BILLS_EACH)
    const begun = async (): Promise<number> =>
      (await query<{ n: number }>(url(), `select count(*)::int as n from events where type = 'PaymentAttemptOpened'`))[0]?.n ?? 0
    let kept = 0
    const violations: string[] = []
    let during = 0
    for (let n = 0; n < kills; n += 1) {
      const before = await begun()
      let over = false
      const done = night().then(
        () => {
          over = true
        },
        () => {},
      )
      // Kills the app at any moment after the first charge of this start.
      while (!over && (await begun().catch(() => before)) === before) await pause(5)
      await pause(MOST_MS * random())
      if (!over) during += 1
      const postmaster = bed.product().postmaster()
      await bed.product().kill()
      if (n % 4 === 3) await killHard(postmaster)
      await done
      await bed.start()
      const succeeded = await charges('succeeded')
      if (succeeded < kept) violations.push(`R127 ${kept} charges had succeeded, and now ${succeeded}`)
      kept = succeeded
    }
    // A charge that was cut off before it was recorded waits for an hour, as if its payor had the form open.
    for (const hours of [0, 2, 4]) await night(hours)
    violations.push(...(await within(async () => (await charges('succeeded')) === all, 'success of every charge')))
    const position = async () => (await query<{ n: string }>(url(), `select max(position) as n from events where stream ~ '^(mandate|bill)-'`))[0]?.n
    const before = await position()
    await night(5)
    if ((await position()) !== before) violations.push('a second look at the charges has changed something')
    violations.push(...(await takenAndRecorded(url())), ...(await bed.violations()))
    const summary = `the app killed ${kills} times, ${during} of them during charges, in a night of ${all} automatic charges: each bill was charged once`
    return { summary, violations }
  })
