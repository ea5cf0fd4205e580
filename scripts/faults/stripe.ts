import { setTimeout as pause } from 'node:timers/promises'
import { signatureOf } from '../../modules/platform/http/signed-body.ts'
import { notYet, payableBills, payorAt, takenAndRecorded } from './payable.ts'
import { type Fault, onTestBed, query, type TestBed, within } from './test-bed.ts'

const CARD = { card: '4242424242424242' }
const CLEARS = '000123456789'
const RETURNS = '000222222227'
const TABLE = 'stripe_deliveries'

const onPayableTestBed = (
  name: string,
  rows: number,
  work: (bed: TestBed, bills: readonly string[], payor: ReturnType<typeof payorAt>) => ReturnType<Fault>,
) =>
  onTestBed(name, async (bed) => {
    await bed.start({ RATE_LIMIT_FACTOR: '1000000' })
    const bills = await payableBills(bed, rows)
    const { summary, violations } = await work(bed, bills, payorAt(bed.product().base))
    return { summary, violations: [...violations, ...(await takenAndRecorded(bed.product().databaseUrl())), ...(await bed.violations())] }
  })

type Payor = ReturnType<typeof payorAt>

/** Requests an intent until there is one, and pays it as a browser does. */
const payBy = async (payor: Payor, assessmentId: string, by: object, method: 'credit' | 'ach' = 'credit'): Promise<string> => {
  for (;;) {
    const { status, body } = await payor('/payments/create-intent', { assessmentId, method })
    if (status === 200 && body?.paymentIntentId) {
      await payor(`/sandbox/stripe/intents/${body.paymentIntentId}/pay`, by)
      return body.paymentIntentId
    }
    if (status === 409) return ''
    await pause(50)
  }
}

/** Fault 5: each webhook arrives a hundred times, shuffled. */
export const webhooksRepeated: Fault = ({ quick }) =>
  onPayableTestBed('webhooks-repeated', quick ? 5 : 20, async ({ product }, bills, payor) => {
    const url = product().databaseUrl()
    for (const bill of bills) await payBy(payor, bill, CARD)
    const paid = await within(async () => (await notYet(url, bills, 'Paid')) === 0, 'payment by webhook alone')
    await query(
      url,
      `insert into ${TABLE} (event, url, next_at) select event, url, now() + random() * interval '3 s' from (select distinct event, url from ${TABLE}) d, generate_series(1, 100)`,
    )
    const delivered = await within(
      async () =>
        (await query<{ n: number }>(url, `select count(*)::int as n from ${TABLE} where delivered_at is null and next_at is not null`))[0]?.n === 0,
      'delivery of every copy',
    )
    const sent = (await query<{ n: number }>(url, `select count(*)::int as n from ${TABLE}`))[0]?.n
    return {
      summary: `${bills.length} card payments, ${sent} webhooks, each 101 times in any order: one payment each`,
      violations: [...paid, ...delivered],
    }
  })

/** Fault 6: bank debits whose webhooks arrive in any order, without a confirmation by a browser. */
export const webhooksReordered: Fault = ({ quick, random }) =>
  onPayableTestBed('webhooks-reordered', quick ? 8 : 60, async ({ product }, bills, payor) => {
    const url = product().databaseUrl()
    await payor('/sandbox/stripe/chaos', { duplicate: 0.5, reorder: 1 })
    const [clears, returns] = [bills.filter((_, i) => i % 2 === 0), bills.filter((_, i) => i % 2 === 1)]
    await Promise.all(
      bills.map(async (bill, i) => {
        await pause(random() * 2_000)
        const intent = await payBy(payor, bill, { accountNumber: i % 2 === 0 ? CLEARS : RETURNS }, 'ach')
        await pause(random() * 2_000)
        await payor(`/sandbox/stripe/intents/${intent}/settle`, {})
      }),
    )
    const ended = [
      ...(await within(async () => (await notYet(url, clears, 'Paid')) === 0, 'Paid for each debit that cleared')),
      ...(await within(async () => (await notYet(url, returns, 'Failed')) === 0, 'Failed for each debit that came back')),
    ]
    return { summary: `${bills.length} bank debits, webhooks twice and in any order, nobody confirms: each ends as its bank says`, violations: ended }
  })

const SECRET = 'whsec_of_the_fault'
const ACCOUNTS_SECRET = 'whsec_of_the_accounts'

/** Fault 7: forged, stale and altered webhooks. */
export const webhooksForged: Fault = ({ quick, random }) =>
  onTestBed('webhooks-forged', async (bed) => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }
    await bed.start({ ...stripe, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_ACCOUNTS_WEBHOOK_SECRET: ACCOUNTS_SECRET, RATE_LIMIT_FACTOR: '1000000' })
    const { base, databaseUrl } = bed.product()
    const tries = quick ? 100 : 1_000
    const now = () => Math.floor(Date.now() / 1000)
    const bodyOf = (n: number) =>
      JSON.stringify({
        ...{ id: `evt_${n}`, object: 'event', type: 'payment_intent.succeeded', account: 'acct_1' },
        data: { object: { id: `pi_${n}`, object: 'payment_intent' } },
      })
    const send = async (body: string, signature: string | undefined): Promise<number> => {
      const headers = { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'stripe-signature': signature }) }
      return (await fetch(`${base}/api/stripe/webhook`, { method: 'POST', headers, body })).status
    }
    const altered = (text: string): string => {
      const at = Math.floor(random() * text.length)
      return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1)
    }
    const forgeries: ((body: string) => [string, string | undefined])[] = [
      (body) => [body, undefined],
      (body) => [body, signatureOf('whsec_another', body, now())],
      (body) => [body, signatureOf(ACCOUNTS_SECRET, body, now())],
      (body) => [body, signatureOf(SECRET, body, now() - 301 - Math.floor(random() * 86_400))],
      (body) => [body.replace('pi_', 'pi_0'), signatureOf(SECRET, body, now())],
      (body) => [body, altered(signatureOf(SECRET, body, now()))],
      (body) => [`${body} `, signatureOf(SECRET, body, now())],
      (body) => [body, `t=${now()},v1=`],
    ]
    const violations: string[] = []
    for (let n = 0; n < tries; n += 1) {
      const [body, signature] = (forgeries[n % forgeries.length] as (typeof forgeries)[number])(bodyOf(n))
      const status = await send(body, signature)
      if (status !== 400) violations.push(`forgery ${n % forgeries.length} was answered ${status}`)
    }
    const kept = async () => (await query<{ n: number }>(databaseUrl(), 'select count(*)::int as n from stripe_webhooks'))[0]?.n
    if (await kept()) violations.push('a forged webhook was kept')
    const real = bodyOf(tries)
    if ((await send(real, signatureOf(SECRET, real, now()))) !== 200 || (await kept()) !== 1) violations.push('a true webhook was not kept')
    return { summary: `${tries} forged, stale and altered webhooks: none accepted`, violations: [...violations, ...(await bed.violations())] }
  })

/** Fault 8: three of ten calls to Stripe fail. */
export const stripeFails: Fault = ({ quick, random }) =>
  onPayableTestBed('stripe-fails', quick ? 6 : 40, async ({ product }, bills, payor) => {
    const url = product().databaseUrl()
    await payor('/sandbox/stripe/chaos', { failRate: 0.3 })
    await Promise.all(
      bills.map(async (bill) => {
        await pause(random() * 3_000)
        const intent = await payBy(payor, bill, CARD)
        for (let tries = 0; tries < 3; tries += 1)
          if ((await payor('/payments/confirm', { assessmentId: bill, paymentIntentId: intent })).status === 200) break
      }),
    )
    await payor('/sandbox/stripe/chaos', { failRate: 0 })
    const violations = await within(async () => (await notYet(url, bills, 'Paid')) === 0, 'Paid for each bill')
    return { summary: `${bills.length} bills paid by card while 30 % of the calls to Stripe failed: nobody charged twice`, violations }
  })

/**
 * Fault 9: Stripe takes the money, but its answer and all webhooks are lost. The comparison with Stripe settles
 * everything.
 */
export const answersLost: Fault = ({ quick }) =>
  onPayableTestBed('answers-lost', quick ? 5 : 50, async ({ product, treasurer }, bills, payor) => {
    const url = product().databaseUrl()
    await payor('/sandbox/stripe/chaos', { drop: 1 })
    const intents = await Promise.all(bills.map((bill) => payBy(payor, bill, CARD)))
    await payor('/sandbox/stripe/chaos', { loseAnswers: 1 })
    const confirmed = await Promise.all(bills.map((assessmentId, i) => payor('/payments/confirm', { assessmentId, paymentIntentId: intents[i] })))
    await payor('/sandbox/stripe/chaos', { loseAnswers: 0 })
    const unsettled = await notYet(url, bills, 'Paid')
    const violations = confirmed.filter(({ status }) => status !== 503).map(({ status }) => `a lost answer was told as ${status}`)
    if (unsettled !== bills.length) violations.push(`${bills.length - unsettled} were settled before the comparison`)
    const { data } = await treasurer.client.post<{ data: { settled: number; differences: unknown[] }[] }>('/reconciliations', {})
    const settled = data.reduce((sum, one) => sum + one.settled, 0)
    if (settled !== bills.length) violations.push(`the comparison settled ${settled} of ${bills.length}`)
    for (const { differences } of data) if (differences.length > 0) violations.push(`it still differs: ${JSON.stringify(differences)}`)
    violations.push(...(await within(async () => (await notYet(url, bills, 'Paid')) === 0, 'Paid for each bill')))
    return { summary: `${bills.length} payments whose answers and webhooks were lost: the comparison settled ${settled}`, violations }
  })

/** Fault 30: the app is killed repeatedly during card payments, at any point. */
export const killedUnderCards: Fault = ({ quick, random }) =>
  onPayableTestBed('killed-under-cards', quick ? 200 : 3_000, async (bed, bills) => {
    const kills = quick ? 8 : 200
    const left = [...bills]
    const begun: string[] = []
    let running = true
    const payorLife = async (): Promise<void> => {
      for (let bill = left.pop(); running && bill !== undefined; bill = left.pop()) {
        begun.push(bill)
        for (let paid = false; running && !paid; ) {
          const payor = payorAt(bed.product().base)
          const { status, body } = await payor('/payments/create-intent', { assessmentId: bill })
          if (status === 409) break
          const intent = body?.paymentIntentId
          if (status !== 200 || intent === undefined) {
            await pause(20)
            continue
          }
          await payor(`/sandbox/stripe/intents/${intent}/pay`, CARD)
          paid = (await payor('/payments/confirm', { assessmentId: bill, paymentIntentId: intent })).status === 200
        }
      }
    }
    const payors = Array.from({ length: 6 }, payorLife)
    for (let i = 0; i < kills; i += 1) {
      await pause(200 + random() * 1_200)
      await bed.product().kill()
      await bed.start()
    }
    running = false
    await Promise.all(payors)
    const payor = payorAt(bed.product().base)
    const url = bed.product().databaseUrl()
    // Payors whose payment was interrupted try again.
    for (const bill of begun) if ((await notYet(url, [bill], 'Paid')) === 1) await payBy(payor, bill, CARD)
    const violations = await within(async () => (await notYet(url, begun, 'Paid')) === 0, 'Paid for each bill')
    return { summary: `the app killed ${kills} times under ${begun.length} card payments: none lost, none twice`, violations }
  })
