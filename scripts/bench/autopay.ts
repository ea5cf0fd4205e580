import type { BillId } from '../../modules/kernel/ids.ts'
import { connectTo } from '../../modules/payments/stripe/connection.ts'
import { stripeIntents } from '../../modules/payments/stripe/intents.ts'
import { movableClock } from '../../modules/platform/clock.ts'
import { autopaying } from '../faults/autopaying.ts'
import { query } from '../faults/test-bed.ts'
import { crowd } from './load.ts'
import { freePort, startProduct, temporaryFolder } from './product.ts'
import { stripeElsewhere } from './stripe-elsewhere.ts'
import { type Figure, median, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const CHARGES = Number(process.env.CHARGES ?? 500)
const BILLS_EACH = 20
/** As many as the product runs at the same time. */
const AT_ONCE = 8
/** Stripe's own answers take longer. */
const DELAY_MS = 100
const AMOUNT = 4_000
const MOST = 1.3

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** A night of automatic charges, beside the time that Stripe's stand-in takes for the same calls. */
export const benchAutopay = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench-autopay')
  const port = await freePort()
  const stripe = await stripeElsewhere(dir, `http://127.0.0.1:${port}`)
  const product = await startProduct({ dir, port, env: { RATE_LIMIT_FACTOR: '1000000', ...stripe.settings } })
  try {
    const treasurer = await treasurerAt(product.base)
    const url = product.databaseUrl()
    const { charges, night } = await autopaying({ treasurer, product: () => product }, CHARGES / BILLS_EACH, BILLS_EACH, stripe)
    const mandates = await query<{ account: string; customer: string; method: string }>(
      url,
      `select data::json ->> 'accountId' as account, data::json #>> '{method,customerId}' as customer, data::json #>> '{method,methodId}' as method from events where type = 'MandateGiven'`,
    )
    await stripe.chaos({ drop: 1, delayMs: DELAY_MS })

    const intents = stripeIntents(connectTo({ secretKey: stripe.settings.STRIPE_SECRET_KEY, apiUrl: stripe.settings.STRIPE_API_URL }))
    const { now } = movableClock()
    const chargeAlone = async (run: number, n: number): Promise<void> => {
      const { account, customer, method } = mandates[n % mandates.length] as (typeof mandates)[number]
      const subject = { billId: `alone-${run}-${n}` as BillId, attempt: 1 }
      const shared = { accountId: account, language: undefined }
      const made = await intents.create({ ...shared, subject, amount: AMOUNT, description: 'Camp', owner: 'autopay/alone' })
      const intentId = made?.intentId ?? ''
      await intents.offer(account, intentId, { method: 'credit', payor: { customerId: customer, saves: false }, at: now(), language: undefined })
      const declined = await intents.charge(account, intentId, method)
      const { observed } = await intents.observe(account, intentId, false)
      if (declined || observed.status !== 'succeeded') throw new Error(`the stand-in answered ${observed.status}`)
    }
    const alone = async (run: number): Promise<number> => {
      const { perSecond } = await crowd(AT_ONCE, Number.POSITIVE_INFINITY, (n) => (n < CHARGES ? () => chargeAlone(run, n) : null))
      return (CHARGES * 1000) / perSecond
    }
    await alone(0)
    const before = await alone(1)
    await night()
    const after = await alone(2)
    if ((await charges('succeeded')) !== CHARGES) throw new Error(`only ${await charges('succeeded')} charges succeeded`)
    const [span] = await query<{ ms: number }>(
      url,
      `select extract(epoch from max(at) - min(at))::float8 * 1000 as ms from (
         select (metadata::json ->> 'at')::timestamptz as at from events where type in ('ChargeStarted', 'ChargeSucceeded')) e`,
    )
    const [limit, measured] = [median([before, after]), span?.ms ?? Number.NaN]
    const ratio = measured / limit
    return [
      {
        job: `${CHARGES.toLocaleString('en-US')} automatic charges, ${AT_ONCE} at once, calls of ${DELAY_MS} ms`,
        limit: `the stand-in's calls alone ${seconds(limit)}`,
        measured: seconds(measured),
        ratio: times(ratio),
        goal: `≤ ${MOST}×`,
        ok: ratio <= MOST,
      },
    ]
  } finally {
    await product.stop()
    await stripe.stop()
    remove()
  }
}
