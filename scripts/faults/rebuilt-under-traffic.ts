import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { signIn } from '../bench/treasurer.ts'
import { billsOf, type Fault, onTestBed, type TestBed } from './test-bed.ts'

const root = resolve(import.meta.dirname, '../..')
const WRITERS = 4
const READERS = 3
const KEPT = 200

type Figures = Readonly<{ totalAssessed: number; totalCollected: number; totalOutstanding: number }>
type Bill = Readonly<{ amount: number; balance: number }>
type Answer = Readonly<{ status: number; late: boolean; text: string }>
/** A bill's state at a moment, in cents. */
type Seen = Readonly<{ at: string; billId: string; amount: number; balance: number }>

const cents = (dollars: number): number => Math.round(100 * dollars)

/** Sums of sent and of acknowledged commands: every sum that is read lies between the two. */
const tally = () => ({ collected: 0, assessed: 0, payments: 0 })
type Tally = ReturnType<typeof tally>

/** Calls the API as a signed-in user. `late`: the read models did not show the change in time (Vestry-Lag). */
const callerAt =
  (base: string, cookie: string) =>
  async (method: string, path: string, json?: unknown): Promise<Answer> => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: { cookie, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    return { status: response.status, late: response.headers.get('vestry-lag') !== null, text: await response.text() }
  }

/** Writers with separate bills, and readers that compare their answers with the writers' acknowledgements. */
const traffic = async ({ treasurer, product }: TestBed, bills: readonly string[], random: () => number) => {
  const call = callerAt(product().base, await signIn(product().base, treasurer, treasurer.networkId))
  const figures = async (asOf = ''): Promise<Figures> => JSON.parse((await call('GET', `/dashboard/summary${asOf}`)).text) as Figures
  const before = await figures()
  const counted = async (list: string) =>
    (JSON.parse((await call('GET', `/${list}?pageSize=10`)).text) as { pagination: { totalItems: number } }).pagination.totalItems
  const wrong: string[] = []
  const counts = { writes: 0, late: 0, reads: 0 }
  const [sent, shown] = [tally(), tally()]
  const seen: Seen[] = []
  let running = true

  const expect = (holds: boolean, what: string) => {
    counts.reads += 1
    if (!holds) wrong.push(what)
  }

  const writer = async (n: number) => {
    const own = bills.filter((_, i) => i % WRITERS === n)
    const known = new Map<string, { amount: number; balance: number }>()
    /**
     * Changes that the read models did not show in time (Vestry-Lag). They count as shown once a later change is shown
     * in time.
     */
    let waiting: Tally[] = []
    while (running) {
      const billId = own[Math.floor(random() * own.length)] ?? ''
      const bill = known.get(billId) ?? { amount: 25_000, balance: 25_000 }
      const pays = random() < 0.7
      if (bill.balance < 1_000) continue
      const change: Tally = pays ? { collected: 100, assessed: 0, payments: 1 } : { collected: 0, assessed: 200, payments: 0 }
      for (const key of ['collected', 'assessed', 'payments'] as const) sent[key] += change[key]
      const { status, late, text } = pays
        ? await call('POST', `/assessment-bills/${billId}/receipts`, { amount: 1, method: 'check' })
        : await call('POST', `/assessment-bills/${billId}/adjustments`, { amount: 2, reason: 'Agreed' })
      if (status !== 201) {
        wrong.push(`a write was answered ${status}: ${text.slice(0, 100)}`)
        continue
      }
      counts.writes += 1
      const now = { amount: bill.amount + change.assessed, balance: bill.balance + change.assessed - change.collected }
      known.set(billId, now)
      waiting.push(change)
      if (late) {
        counts.late += 1
        continue
      }
      for (const one of waiting) for (const key of ['collected', 'assessed', 'payments'] as const) shown[key] += one[key]
      waiting = []
      const at = new Date().toISOString()
      const read = JSON.parse((await call('GET', `/assessment-bills/${billId}`)).text) as { data: Bill }
      expect(
        cents(read.data.amount) === now.amount && cents(read.data.balance) === now.balance,
        `bill ${billId}: ${JSON.stringify(now)} was acknowledged, ${read.data.amount} and ${read.data.balance} are shown`,
      )
      // The pause separates this change from the next, so that nothing else happens to the bill within the same
      // millisecond.
      await pause(2)
      if (seen.length < KEPT) seen.push({ at, billId, ...now })
      else seen[Math.floor(random() * KEPT)] = { at, billId, ...now }
    }
  }

  const reader = async () => {
    while (running) {
      const least = { ...shown }
      const now = await figures()
      const most = { ...sent }
      const [collected, assessed] = [cents(now.totalCollected - before.totalCollected), cents(now.totalAssessed - before.totalAssessed)]
      expect(cents(now.totalAssessed) === cents(now.totalCollected) + cents(now.totalOutstanding), 'R99 a dashboard does not add up')
      expect(collected >= least.collected && collected <= most.collected, `${collected} cents collected, ${least.collected} were acknowledged`)
      expect(assessed >= least.assessed && assessed <= most.assessed, `${assessed} cents assessed more, ${least.assessed} were acknowledged`)
      const floor = shown.payments
      const payments = await counted('payments')
      expect(payments >= floor && payments <= sent.payments, `${payments} payments are listed, ${floor} were acknowledged`)
      const listed = await counted('assessment-bills')
      expect(listed === bills.length, `${listed} bills are listed, there are ${bills.length}`)
      const one = seen[Math.floor(random() * seen.length)]
      if (one) {
        const { status, text } = await call('GET', `/assessment-bills/${one.billId}?asOf=${one.at}`)
        const { data } = JSON.parse(text) as { data?: Bill }
        expect(
          data !== undefined && cents(data.amount) === one.amount && cents(data.balance) === one.balance,
          `bill ${one.billId} as of ${one.at}: ${one.amount} and ${one.balance} cents were shown then, ${data?.amount} and ${data?.balance} now (${status})`,
        )
      }
    }
  }

  /** Reads of one past moment, which never changes. */
  const start = new Date().toISOString()
  await pause(2)
  const paths = ['/dashboard/summary?', '/assessment-bills?pageSize=20&orderBy=payor&', '/reports/aging?', '/members?pageSize=10&'].map(
    (path) => `${path}asOf=${start}`,
  )
  const texts = await Promise.all(paths.map(async (path) => (await call('GET', path)).text))
  const historian = async () => {
    while (running)
      for (const [i, path] of paths.entries()) {
        const { status, text } = await call('GET', path)
        expect(text === texts[i], `${path} was answered ${status} otherwise than before`)
      }
  }

  const work = Promise.all([...Array.from({ length: WRITERS }, (_, n) => writer(n)), ...Array.from({ length: READERS }, () => reader()), historian()])
  return {
    wrong,
    counts,
    stop: async () => {
      running = false
      await work
    },
  }
}

/** Fault 20: the read models are rebuilt, as by `npm run rebuild`, during reads and writes. No read is wrong. */
export const rebuiltUnderTraffic: Fault = ({ random, quick }) =>
  onTestBed('rebuilt', async (bed) => {
    const bills = await billsOf(bed, quick ? 2_000 : 50_000)
    const going = await traffic(bed, bills, random)
    const took: number[] = []
    for (let n = 0; n < (quick ? 2 : 5); n += 1) {
      await pause(1_000)
      const started = performance.now()
      await promisify(execFile)(process.execPath, ['--import', 'tsx', join('scripts', 'rebuild.ts')], {
        cwd: root,
        env: { ...process.env, DATA_DIR: join(bed.dir, 'data') },
      })
      took.push((performance.now() - started) / 1000)
    }
    await pause(1_000)
    await going.stop()
    const { writes, late, reads } = going.counts
    const seconds = took.map((each) => each.toFixed(1)).join(', ')
    return {
      summary: `rebuilt ${took.length} times under traffic (${seconds} s): ${writes} writes (${late} shown later), ${reads} reads compared, ${going.wrong.length} wrong`,
      violations: [...going.wrong, ...(await bed.violations())],
    }
  })
