import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { notYet, payableBills } from '../faults/payable.ts'
import { post } from './load.ts'
import { freePort, startProduct, temporaryFolder } from './product.ts'
import { type Answered, stripeElsewhere } from './stripe-elsewhere.ts'
import { type Figure, ms, percentile, plus, rate, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const AT_ONCE = 32
/** The payments before a measurement, enough for V8 to optimise the code. */
const WARM_UP = 1_300
const PAYMENTS = Number(process.env.PAYMENTS ?? 640)
const STORM = Number(process.env.STORM ?? 3_400)
const COPIES = 3
const INSERTS = 2_000

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

type Elsewhere = Awaited<ReturnType<typeof stripeElsewhere>>
/** `asked`: the time at which the payor's browser confirmed the payment, in milliseconds since 1970. */
type Payment = Readonly<{ billId: string; intentId: string; asked: number; ms: number }>

/** A payor at the API, on one of the browsers' open connections. */
const payorAt =
  (base: string) =>
  <Body>(path: string, json: unknown): Promise<Body> =>
    post<Body>({ base, path: `/api/payments${path}`, json }, AT_ONCE)
type Payor = ReturnType<typeof payorAt>

const intentFor = async (payor: Payor, assessmentId: string): Promise<string> =>
  (await payor<{ paymentIntentId: string }>('/create-intent', { assessmentId })).paymentIntentId

/** Pays bills by card as browsers do, without a pause to type; returns each payor's wait for the product, in ms. */
const payByCard = async (payor: Payor, stripe: Elsewhere, bills: readonly string[]): Promise<Payment[]> => {
  const all: Payment[] = []
  await atOnce(bills, async (billId) => {
    let intentId = ''
    const created = await took(async () => {
      intentId = await intentFor(payor, billId)
    })
    await stripe.pay(intentId)
    const asked = performance.timeOrigin + performance.now()
    const confirmed = await took(() => payor('/confirm', { assessmentId: billId, paymentIntentId: intentId }))
    all.push({ billId, intentId, asked, ms: created + confirmed })
  })
  return all
}

/**
 * The payors' wait at the 95th percentile in milliseconds: in total, for the stand-in, and beyond the stand-in's time
 * for the same payment.
 */
const beyondStripe = async (payments: readonly Payment[], stripe: Elsewhere): Promise<Readonly<{ all: number; stripe: number; over: number }>> => {
  const answered = new Map<string, Answered[]>()
  for (const one of await stripe.answered()) answered.set(one.call, [...(answered.get(one.call) ?? []), one])
  /**
   * The time that the stand-in took for a call that began at a moment or later. A webhook may cause a second read of
   * the same intent. Then the shorter read counts, which leaves most of the wait to the product.
   */
  const tookSince = (moment: number, call: string): number => {
    const found = (answered.get(call) ?? []).filter(({ began }) => began >= moment)
    if (found.length === 0) throw new Error('a call to the stand-in was not seen')
    return Math.min(...found.map(({ ms }) => ms))
  }
  const waits = payments.map(({ billId, intentId, asked, ms }) => ({
    all: ms,
    stripe: tookSince(0, `bill:${billId}:attempt:1`) + tookSince(asked, `/v1/payment_intents/${intentId}`),
  }))
  const p95 = (of: (wait: (typeof waits)[number]) => number): number => percentile(waits.map(of), 0.95)
  return { all: p95(({ all }) => all), stripe: p95(({ stripe }) => stripe), over: p95(({ all, stripe }) => all - stripe) }
}

/** A card payment among many, and a storm of webhooks, each three times. */
export const benchStripe = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench-stripe')
  const port = await freePort()
  const stripe = await stripeElsewhere(dir, `http://127.0.0.1:${port}`)
  const product = await startProduct({
    dir,
    port,
    flags: process.env.PROF ? process.env.PROF.split(' ') : [],
    env: { RATE_LIMIT_FACTOR: '1000000', ...stripe.settings },
  })
  try {
    const treasurer = await treasurerAt(product.base)
    const left = [...(await payableBills({ treasurer, product: () => product }, WARM_UP + PAYMENTS + STORM, stripe))]
    const payor = payorAt(product.base)
    const next = (count: number): string[] => left.splice(0, count)
    await payByCard(payor, stripe, next(WARM_UP))
    const began = performance.now()
    const paid = await payByCard(payor, stripe, next(PAYMENTS))
    const perSecond = (PAYMENTS * 1000) / (performance.now() - began)
    const waited = await beyondStripe(paid, stripe)

    await stripe.chaos({ drop: 1 })
    const stormy = next(STORM)
    await atOnce(stormy, async (assessmentId) => {
      await stripe.pay(await intentFor(payor, assessmentId))
    })
    const url = product.databaseUrl()
    const limit = await durableInserts(url)
    // Sends every event of these payments, as Stripe does to an endpoint that receives every type.
    const standIn = new pg.Client({ connectionString: stripe.databaseUrl })
    await standIn.connect()
    const { rowCount } = await standIn.query(
      `insert into stripe_deliveries (event, url, next_at)
       select e.id, '/api/stripe/webhook', now() from stripe_objects e, generate_series(1, $1)
       where e.kind = 'event' and coalesce(e.body #>> '{data,object,payment_intent}', e.body #>> '{data,object,id}') in (
         select id from stripe_objects where kind = 'payment_intent' and body #>> '{metadata,billId}' = any($2))`,
      [COPIES, stormy],
    )
    await standIn.end()
    const spent = await took(async () => {
      while ((await notYet(url, stormy, 'Paid')) > 0) await setTimeout(50)
    })
    const folded = ((rowCount ?? 0) * 1000) / spent
    return [
      {
        job: `card payment, create-intent to Paid, ${AT_ONCE} payors at once, p95`,
        limit: `the stand-in's own answers ${ms(waited.stripe)}`,
        measured: `${ms(waited.all)}, ${rate(perSecond)}`,
        ratio: plus(waited.over),
        goal: '≤ +200 ms',
        ok: waited.over <= 200,
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
    await stripe.stop()
    remove()
  }
}
