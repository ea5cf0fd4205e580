import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { STRIPE_EVENTS } from '../../modules/payments/contract.ts'
import { movableClock } from '../../modules/platform/clock.ts'
import { openLog } from '../../modules/platform/log.ts'
import { openPool } from '../../modules/platform/postgres/database.ts'
import { MIGRATIONS, migrate } from '../../modules/platform/postgres/migrate.ts'
import { startPostgres } from '../../modules/platform/postgres/postgres.ts'
import { startStripeSandbox } from '../../modules/sandbox/stripe/stand-in.ts'
import { notYet, payableBills, payorAt } from '../faults/payable.ts'
import { freePort, startProduct, temporaryFolder } from './product.ts'
import { type Figure, ms, percentile, plus, rate, times } from './table.ts'
import { treasurerAt } from './treasurer.ts'

const AT_ONCE = 32
const WARM_UP = 160
/** The least that a payor takes for a card between the intent and the word that it is paid. */
const TYPING_MS = 1_000
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

/** What Node tells of a request that a server of this process has answered. */
type HttpEntry = PerformanceEntry & { detail: { req: { url: string; headers: Record<string, string | undefined> } } }

/** How long each of its calls took the stand-in, which answers in this process, in milliseconds: by its Idempotency-Key, or else its path. */
const answersOfStripe = () => {
  const took = new Map<string, number>()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { name, duration } = entry
      if (name !== 'HttpRequest') continue
      const { url, headers } = (entry as HttpEntry).detail.req
      took.set(headers['idempotency-key'] ?? url.replace(/[?].*/, ''), duration)
    }
  })
  observer.observe({ entryTypes: ['http'] })
  return {
    /** Of the two calls that a payment waits for. */
    waitedFor: ({ billId, intentId }: Pick<Payment, 'billId' | 'intentId'>): number => {
      const [created, retrieved] = [took.get(`bill:${billId}:attempt:1`), took.get(`/v1/payment_intents/${intentId}`)]
      if (created === undefined || retrieved === undefined) throw new Error('a call to the stand-in was not seen')
      return created + retrieved
    },
    stop: () => observer.disconnect(),
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

type Elsewhere = Awaited<ReturnType<typeof stripeElsewhere>>

/** Stripe's stand-in in this process, with a database of its own: as Stripe is, away from the product. */
const stripeElsewhere = async (dir: string, product: () => string) => {
  const postgres = await startPostgres({ dir: join(dir, 'stripe/postgres') })
  const pool = openPool(postgres.url, 2)
  await migrate(pool, MIGRATIONS)
  const sandbox = await startStripeSandbox({
    ...{ allowed: true, databaseUrl: postgres.url, now: movableClock().now, log: openLog('warn'), enabledEvents: STRIPE_EVENTS },
    own: product,
    origin: product,
  })
  sandbox.run()
  /** What a payor does in the browser, or an Admin in the dashboard. */
  const control = async (path: string, params: object, body: object): Promise<void> => {
    const route = sandbox.routes.find((one) => one.method === 'post' && one.path.endsWith(path))
    await route?.handle({ params, body } as never)
  }
  return {
    pool,
    settings: {
      STRIPE_API_URL: sandbox.apiUrl,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
      STRIPE_ACCOUNTS_WEBHOOK_SECRET: sandbox.accountsWebhookSecret,
    },
    enableAccount: (id: string) => control('/accounts/:id', { id }, { chargesEnabled: true, achEnabled: true }),
    pay: (intent: string) => control('/intents/:id/pay', { id: intent }, CARD),
    dropWebhooks: () => control('/chaos', {}, { drop: 1 }),
    stop: async () => {
      await sandbox.stop()
      await pool.end()
      await postgres.stop()
    },
  }
}

type Payment = Readonly<{ billId: string; intentId: string; ms: number }>

/** Pays bills by card as browsers do, typing for so long: how long each payor waited for the product, in milliseconds. */
const payByCard = async (payor: ReturnType<typeof payorAt>, stripe: Elsewhere, bills: readonly string[], typing: number): Promise<Payment[]> => {
  const all: Payment[] = []
  await atOnce(bills, async (billId) => {
    let intentId = ''
    const created = await took(async () => {
      intentId = (await payor('/payments/create-intent', { assessmentId: billId })).body?.paymentIntentId ?? ''
    })
    await setTimeout(typing)
    await stripe.pay(intentId)
    const confirmed = await took(async () => {
      const { status } = await payor('/payments/confirm', { assessmentId: billId, paymentIntentId: intentId })
      if (status !== 200) throw new Error('a payment was not confirmed')
    })
    all.push({ billId, intentId, ms: created + confirmed })
  })
  return all
}

/** What payors waited for, at the 95th percentile in milliseconds: in all, for the stand-in, and beyond what it took for the same payment. */
const beyondStripe = async (pay: () => Promise<Payment[]>): Promise<Readonly<{ all: number; stripe: number; over: number }>> => {
  const answers = answersOfStripe()
  const payments = await pay()
  answers.stop()
  const waits = payments.map(({ ms, ...one }) => ({ all: ms, stripe: answers.waitedFor(one) }))
  const p95 = (of: (wait: (typeof waits)[number]) => number): number => percentile(waits.map(of), 0.95)
  return { all: p95(({ all }) => all), stripe: p95(({ stripe }) => stripe), over: p95(({ all, stripe }) => all - stripe) }
}

/** A card payment among many, and a storm of webhooks, each three times. */
export const benchStripe = async (): Promise<Figure[]> => {
  const { dir, remove } = temporaryFolder('bench-stripe')
  const port = await freePort()
  const stripe = await stripeElsewhere(dir, () => `http://127.0.0.1:${port}`)
  const product = await startProduct({
    dir,
    port,
    flags: process.env.PROF ? process.env.PROF.split(' ') : [],
    env: { RATE_LIMIT_FACTOR: '1000000', ...stripe.settings },
  })
  try {
    const treasurer = await treasurerAt(product.base)
    const left = [...(await payableBills({ treasurer, product: () => product }, WARM_UP + 2 * PAYMENTS + STORM, stripe))]
    const payor = payorAt(product.base)
    const next = (count: number): string[] => left.splice(0, count)
    await payByCard(payor, stripe, next(WARM_UP), 0)
    const payments = await beyondStripe(() => payByCard(payor, stripe, next(PAYMENTS), TYPING_MS))
    const began = performance.now()
    const most = await beyondStripe(() => payByCard(payor, stripe, next(PAYMENTS), 0))
    const perSecond = (PAYMENTS * 1000) / (performance.now() - began)

    await stripe.dropWebhooks()
    const stormy = next(STORM)
    await atOnce(stormy, async (assessmentId) => {
      const { body } = await payor('/payments/create-intent', { assessmentId })
      await stripe.pay(body?.paymentIntentId ?? '')
    })
    const url = product.databaseUrl()
    const limit = await durableInserts(url)
    // All that Stripe could tell of these payments, as to an endpoint that asks for every type of event.
    const { rowCount } = await stripe.pool.query(
      `insert into stripe_deliveries (event, url, next_at)
       select e.id, '/api/stripe/webhook', now() from stripe_objects e, generate_series(1, $1)
       where e.kind = 'event' and coalesce(e.body #>> '{data,object,payment_intent}', e.body #>> '{data,object,id}') in (
         select id from stripe_objects where kind = 'payment_intent' and body #>> '{metadata,billId}' = any($2))`,
      [COPIES, stormy],
    )
    const spent = await took(async () => {
      while ((await notYet(url, stormy, 'Paid')) > 0) await setTimeout(50)
    })
    const folded = ((rowCount ?? 0) * 1000) / spent
    return [
      {
        job: `card payment, create-intent to Paid, ${AT_ONCE} payors at once who type for a second, p95`,
        limit: `the stand-in's own answers ${ms(payments.stripe)}`,
        measured: ms(payments.all),
        ratio: plus(payments.over),
        goal: '≤ +200 ms',
        ok: payments.over <= 200,
      },
      {
        job: `the same by ${AT_ONCE} who do not type, beside the stand-in on the same processors, p95`,
        limit: `the stand-in's own answers ${ms(most.stripe)}`,
        measured: `${ms(most.all)}, ${rate(perSecond)}`,
        ratio: plus(most.over),
        goal: '',
        ok: true,
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
