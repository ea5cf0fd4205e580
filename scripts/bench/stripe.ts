import pg from 'pg'
import { notYet, payableBills, payorAt } from '../faults/payable.ts'
import { freePort, startProduct, temporaryFolder } from './product.ts'
import { type Figure, ms, percentile, rate, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const AT_ONCE = 32
const WARM_UP = 160
const PAYMENTS = Number(process.env.PAYMENTS ?? 320)
const STORM = Number(process.env.STORM ?? 3_400)
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

/** How long an answer of the stand-in took, in milliseconds on average, for each of the calls that a payment waits for. */
const waitedFor = async (base: string): Promise<number> => {
  const text = await (await fetch(`${base}/metrics`)).text()
  const figure = (name: string, call: string): number =>
    Number(text.match(new RegExp(`^vestry_stripe_seconds_${name}{call="${call}",status="2xx"} (.*)$`, 'm'))?.[1])
  const calls = ['POST /v1/payment_intents', 'GET /v1/payment_intents/:id']
  return calls.reduce((total, call) => total + (figure('sum', call) * 1000) / figure('count', call), 0)
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
    const bills = await payableBills({ treasurer, product: () => product }, WARM_UP + PAYMENTS + STORM)
    const payor = payorAt(product.base)
    const all: number[] = []
    await atOnce(bills.slice(0, WARM_UP + PAYMENTS), async (assessmentId) => {
      let intent: string | undefined
      const created = await took(async () => {
        intent = (await payor('/payments/create-intent', { assessmentId })).body?.paymentIntentId
      })
      await payor(`/sandbox/stripe/intents/${intent}/pay`, CARD)
      const confirmed = await took(async () => {
        if ((await payor('/payments/confirm', { assessmentId, paymentIntentId: intent })).status !== 200)
          throw new Error('a payment was not confirmed')
      })
      all.push(created + confirmed)
    })
    const own = all.slice(WARM_UP)
    const waited = await waitedFor(product.base)
    const over = percentile(own, 0.95) - waited

    await payor('/sandbox/stripe/chaos', { drop: 1 })
    const stormy = bills.slice(WARM_UP + PAYMENTS)
    await atOnce(stormy, async (assessmentId) => {
      const { body } = await payor('/payments/create-intent', { assessmentId })
      await payor(`/sandbox/stripe/intents/${body?.paymentIntentId}/pay`, CARD)
    })
    const url = product.databaseUrl()
    const limit = await durableInserts(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // All that Stripe could tell of these payments, as to an endpoint that asks for every type of event.
    const { rowCount } = await client.query(
      `insert into stripe_deliveries (event, url, next_at)
       select e.id, '/api/stripe/webhook', now() from stripe_objects e, generate_series(1, $1)
       where e.kind = 'event' and coalesce(e.body #>> '{data,object,payment_intent}', e.body #>> '{data,object,id}') in (
         select id from stripe_objects where kind = 'payment_intent' and body #>> '{metadata,billId}' = any($2))`,
      [COPIES, stormy],
    )
    await client.end()
    const spent = await took(async () => {
      while ((await notYet(url, stormy, 'Paid')) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    })
    const folded = ((rowCount ?? 0) * 1000) / spent
    return [
      {
        job: `card payment, create-intent to Paid, ${AT_ONCE} payors at once, p95`,
        limit: `the stand-in's own answers ${ms(waited)}`,
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
