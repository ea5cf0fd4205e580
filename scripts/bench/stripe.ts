import pg from 'pg'
import { connectTo } from '../../modules/payments/stripe/connection.ts'
import { notYet, payableBills, payorAt } from '../faults/payable.ts'
import { openAccount, startStripe } from '../testing/stripe.ts'
import { freePort, startProduct, temporaryFolder } from './product.ts'
import { type Figure, median, ms, percentile, rate, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const AT_ONCE = 32
const PAYMENTS = Number(process.env.PAYMENTS ?? 320)
const STORM = Number(process.env.STORM ?? 1_000)
const COPIES = 3
const INSERTS = 2_000
const CARD = { card: '4242424242424242' }

/** Does all of them, so many at once. */
const atOnce = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** What the stand-in alone takes for the calls of a payment: an intent is made, and looked at with its refunds and disputes. */
const bareStripe = async (): Promise<number[]> => {
  const sandbox = await startStripe()
  try {
    const stripe = connectTo(sandbox)
    const { id: stripeContext } = await openAccount(stripe)
    const all: number[] = []
    await atOnce(Array.from({ length: PAYMENTS }), async () => {
      all.push(
        await took(async () => {
          const intent = await stripe.paymentIntents.create(
            { amount: 10_000, currency: 'usd', allowed_payment_method_types: ['card', 'link'] },
            { stripeContext },
          )
          await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction'] }, { stripeContext })
          await Promise.all([
            stripe.refunds.list({ payment_intent: intent.id }, { stripeContext }),
            stripe.disputes.list({ payment_intent: intent.id }, { stripeContext }),
          ])
        }),
      )
    })
    return all
  } finally {
    await sandbox.stop()
  }
}

const durableInserts = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table bench_inserts (id int primary key, data text)')
    const spent = await took(async () => {
      for (let i = 0; i < INSERTS; i += 1) await client.query('insert into bench_inserts values ($1, $2)', [i, 'x'.repeat(200)])
    })
    return (INSERTS * 1000) / spent
  } finally {
    await client.end()
  }
}

/** A card payment among many, and a storm of webhooks, each three times. */
export const benchStripe = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench-stripe')
  const product = await startProduct({ dir, port: await freePort(), env: { RATE_LIMIT_FACTOR: '1000000' } })
  try {
    const treasurer = await treasurerAt(product.base)
    const bills = await payableBills({ treasurer, product: () => product }, PAYMENTS + STORM)
    const payor = payorAt(product.base)
    const own: number[] = []
    await atOnce(bills.slice(0, PAYMENTS), async (assessmentId) => {
      let intent: string | undefined
      const created = await took(async () => {
        intent = (await payor('/payments/create-intent', { assessmentId })).body?.paymentIntentId
      })
      await payor(`/sandbox/stripe/intents/${intent}/pay`, CARD)
      const confirmed = await took(async () => {
        if ((await payor('/payments/confirm', { assessmentId, paymentIntentId: intent })).status !== 200)
          throw new Error('a payment was not confirmed')
      })
      own.push(created + confirmed)
    })
    const bare = await bareStripe()
    const over = percentile(own, 0.95) - median(bare)

    await payor('/sandbox/stripe/chaos', { drop: 1 })
    const stormy = bills.slice(PAYMENTS)
    await atOnce(stormy, async (assessmentId) => {
      const { body } = await payor('/payments/create-intent', { assessmentId })
      await payor(`/sandbox/stripe/intents/${body?.paymentIntentId}/pay`, CARD)
    })
    const url = product.databaseUrl()
    const limit = await durableInserts(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rowCount } = await client.query(
      `insert into stripe_deliveries (event, url, next_at)
       select event, url, now() from (select event, url from stripe_deliveries where delivered_at is null and next_at is null) d, generate_series(1, $1)`,
      [COPIES],
    )
    await client.end()
    const spent = await took(async () => {
      while ((await notYet(url, stormy, 'Paid')) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    })
    const folded = ((rowCount ?? 0) * 1000) / spent
    return [
      {
        job: `card payment, create-intent to Paid, ${AT_ONCE} payors at once, p95`,
        limit: `the stand-in's own calls ${ms(median(bare))}`,
        measured: ms(percentile(own, 0.95)),
        ratio: `+${ms(over)}`,
        goal: '≤ +200 ms',
        ok: over <= 200,
      },
      {
        job: `storm of ${(rowCount ?? 0).toLocaleString('en-US')} webhooks about ${STORM.toLocaleString('en-US')} payments, each ${COPIES} times`,
        limit: `durable INSERT ${rate(limit)}`,
        measured: rate(folded),
        ratio: times(folded / limit),
        goal: '≥ 0.10×',
        ok: folded / limit >= 0.1,
      },
    ]
  } finally {
    await product.stop()
    remove()
  }
}
