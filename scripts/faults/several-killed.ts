import { setTimeout as pause } from 'node:timers/promises'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { payableBills, takenAndRecorded } from './payable.ts'
import { type Fault, killHard, onTestBed, query } from './test-bed.ts'

const BILLS = 6
const CARD = { card: '4242424242424242' }
const RUTH = { email: 'ruth@several.example', firstName: 'Ruth', lastName: 'Abara' }
const PASSWORD = 'Several-bills-1'
const TRIES = 100

const familyCsv = (rows: number): string =>
  ['firstName,lastName,email', ...Array.from({ length: rows }, (_, n) => `Ruth,Abara${n}x,${RUTH.email}`)].join('\n')

/** Fault 34: the app is killed while a payor pays six bills by one card payment, alone or with its database. */
export const severalKilled: Fault = ({ random, quick, points }) =>
  onTestBed('several-killed', async (bed) => {
    const kills = points ?? (quick ? 5 : 60)
    await bed.start({ RATE_LIMIT_FACTOR: '1000000' })
    const bills = await payableBills(bed, familyCsv((kills + 1) * BILLS))
    const ruth = new DemoClient(bed.product().base)
    await ruth.join(RUTH, PASSWORD)
    const violations: string[] = []
    const url = () => bed.product().databaseUrl()

    const pay = async (assessmentIds: readonly string[]): Promise<string> => {
      const { paymentIntentId } = await ruth.post<{ paymentIntentId: string }>('/payments/create-intent', { assessmentIds })
      await ruth.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, CARD)
      await ruth.post('/payments/confirm', { assessmentIds, paymentIntentId })
      return paymentIntentId
    }
    const paidOf = async (ids: readonly string[]): Promise<number> =>
      (await query<{ n: number }>(url(), `select count(*)::int as n from read.bills where id = any($1) and state = 'Paid'`, [ids]))[0]?.n ?? 0

    let looks = 0
    let current: readonly string[] = []
    let running = true
    const observer = async () => {
      for (; running; await pause(5)) {
        const ids = current
        const paid = await paidOf(ids).catch(() => null)
        if (paid === null) continue
        looks += 1
        if (paid !== 0 && paid !== ids.length) violations.push(`R140 ${paid} of ${ids.length} bills show as paid`)
      }
    }
    const next = (n: number): readonly string[] => bills.slice(n * BILLS, (n + 1) * BILLS)
    const started = performance.now()
    const first = await pay(next(kills))
    const took = performance.now() - started
    const observing = observer()
    let answered = 0
    const intents = new Map<string, readonly string[]>([[first, next(kills)]])
    for (let n = 0; n < kills; n += 1) {
      const ids = next(n)
      current = ids
      const paying = pay(ids).catch(() => null)
      // Every third kill follows the answer at once.
      if (n % 3 === 0) await paying
      else await pause(took * 1.2 * ((n + random()) / kills))
      const postmaster = bed.product().postmaster()
      await bed.product().kill()
      if (n % 4 === 3) await killHard(postmaster)
      const intent = await paying
      await bed.start()
      if (intent) {
        answered += 1
        intents.set(intent, ids)
        if ((await paidOf(ids)) !== BILLS) violations.push(`R127 the payment ${intent} was confirmed, and is lost`)
      }
      // The payor tries again until the bills are paid, be it by this try or by the webhook about an earlier one.
      for (let tries = 0; (await paidOf(ids)) < BILLS && tries < TRIES; tries += 1) {
        const again = await pay(ids).catch(() => null)
        if (again) intents.set(again, ids)
        else await pause(50)
      }
      if ((await paidOf(ids)) !== BILLS) violations.push(`the bills of payment ${n} are not paid in the end`)
    }
    running = false
    await observing
    const before = await query<{ n: string }>(url(), `select max(position) as n from events where stream like 'bill-%' or stream like 'remittance-%'`)
    for (const [paymentIntentId, assessmentIds] of intents) await ruth.post('/payments/confirm', { assessmentIds, paymentIntentId })
    const after = await query<{ n: string }>(url(), `select max(position) as n from events where stream like 'bill-%' or stream like 'remittance-%'`)
    if (before[0]?.n !== after[0]?.n) violations.push('confirming every payment again has changed bills')
    violations.push(...(await takenAndRecorded(url())), ...(await bed.violations()))
    const summary = `the app killed at ${kills} points of paying ${BILLS} bills by one card payment: ${answered} had been confirmed, ${looks} looks saw each paid whole or not at all`
    return { summary, violations }
  })
