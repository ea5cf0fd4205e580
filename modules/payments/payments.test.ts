import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, type Client, startApp, startNetwork, terms } from '../../scripts/testing/app.ts'
import { payingAt, startPayableNetwork } from '../../scripts/testing/paying.ts'
import type { Bill } from '../bills/contract.ts'
import { type Instant, instantOf } from '../kernel/dates.ts'
import { isAccessEnded } from '../kernel/platform-access.ts'
import type { PaymentProfile } from '../payment-profiles/contract.ts'
import type { ListOf } from '../shared/api.ts'
import type { KeptMethod, Payout, PayoutPart, Reconciliation, SavedMethod, SettledPayment, StripeEvent } from './contract.ts'
import { connectTo } from './stripe/connection.ts'

const CARD = { card: '4242424242424242' }
const BANK = { accountNumber: '000123456789' }

let app: App
let made: Awaited<ReturnType<typeof startPayableNetwork>>
let paying: ReturnType<typeof payingAt>
let unused: Bill[]
beforeAll(async () => {
  app = await startApp()
  const csv = `firstName,lastName,email\n${Array.from({ length: 60 }, (_, i) => `Ruth,Row${i},r${i}@example.org`).join('\n')}\n`
  made = await startPayableNetwork(app, { csv, terms: { type: 'Custom' } })
  paying = payingAt(app.guest())
  unused = [...made.bills]
})
afterAll(() => app.stop())
beforeEach(async () => void (await paying.chaos({ duplicate: 0, reorder: 0, drop: 0, failRate: 0, loseAnswers: 0, delayMs: 0 })))

const nextBill = (): string => unused.pop()?.id ?? expect.fail('no bill is left')
const bill = async (id: string): Promise<Bill> => (await made.admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data
const paymentsOn = async (id: string): Promise<SettledPayment[]> =>
  (await made.admin.get<{ data: SettledPayment[] }>(`/api/assessment-bills/${id}/payments`)).data
const status = async (id: string): Promise<string> => (await bill(id)).status
const typesOf = async (id: string): Promise<string[]> => (await app.store.read(`bill-${id}`)).map(({ type }) => type)
const refused = ({ status: code, body }: { status: number; body: { code: string } }) => [code, body.code]
const becomes = (id: string, wanted: string) => expect.poll(() => status(id), { interval: 50 }).toBe(wanted)

const paidByCard = async (by: Record<string, unknown> = CARD) => {
  const id = nextBill()
  const { body } = await paying.intend(id)
  await paying.pay(body.paymentIntentId, by)
  await paying.confirm(id, body.paymentIntentId)
  const [payment] = await paymentsOn(id)
  return { id, intentId: body.paymentIntentId, paymentId: payment?.id ?? '' }
}

describe('paying by card', () => {
  test("creates an intent on the network's account for the balance, and the bill is Paid once it is confirmed", async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    expect(body).toMatchObject({ connectedAccountId: made.accountId, amount: 100, publishableKey: expect.stringMatching(/^pk_test/) })
    expect(refused(await paying.confirm(id, body.paymentIntentId)), 'before it is paid').toEqual([409, 'payment-incomplete'])
    expect(await status(id)).toBe('Unpaid')
    expect((await paying.pay(body.paymentIntentId, CARD)).status).toBe('succeeded')
    expect((await paying.confirm(id, body.paymentIntentId)).body).toEqual({ data: { status: 'Paid' } })
    expect(await paymentsOn(id)).toMatchObject([{ amount: 100, method: 'credit', status: 'Completed', description: 'Dues (Visa 4242)' }])
    expect(refused(await paying.intend(id)), 'once it is paid').toEqual([409, 'not-payable'])
  })

  test('gives two tabs the same intent, and records fifty confirmations and the webhook as one payment', async () => {
    const id = nextBill()
    const answers = await Promise.all(Array.from({ length: 5 }, () => paying.intend(id)))
    expect(new Set(answers.map(({ body }) => body.paymentIntentId)).size).toBe(1)
    const intentId = answers[0]?.body.paymentIntentId ?? ''
    await paying.chaos({ duplicate: 1, reorder: 1 })
    await paying.pay(intentId, CARD)
    const confirmed = await Promise.all(Array.from({ length: 50 }, () => paying.confirm(id, intentId)))
    for (const { body } of confirmed) expect(body).toEqual({ data: { status: 'Paid' } })
    await app.written()
    expect((await typesOf(id)).filter((type) => type === 'PaymentRecorded')).toHaveLength(1)
  })

  test("records a payment by webhook alone if the payor's browser crashed", async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
  })

  test('leaves the bill unchanged when a card is declined, and the same intent accepts another card', async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    expect((await paying.pay(body.paymentIntentId, { card: '4000000000009995' })).error?.code).toBe('card_declined')
    expect(refused(await paying.confirm(id, body.paymentIntentId))).toEqual([409, 'payment-incomplete'])
    expect((await paying.intend(id)).body.paymentIntentId).toBe(body.paymentIntentId)
    await paying.pay(body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
  })

  test('creates no second intent if the first answer was lost', async () => {
    const id = nextBill()
    await paying.chaos({ loseAnswers: 0.5 })
    const answers = await Promise.all(Array.from({ length: 4 }, () => paying.intend(id)))
    await paying.chaos({ loseAnswers: 0 })
    const { body } = await paying.intend(id)
    const given = answers.filter(({ status: code }) => code === 200).map((answer) => answer.body.paymentIntentId)
    expect(new Set([...given, body.paymentIntentId]).size).toBe(1)
  })

  test('does not confirm a withdrawn claim, and accepts a card payment after it', async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    const { data } = await made.admin.post<{ data: { error: { code: string } | null }[] }>('/api/claims/confirm', { billIds: [id] })
    expect(data.map(({ error }) => error?.code)).toEqual(['not-allowed'])
    await paying.pay(body.paymentIntentId, CARD)
    expect((await paying.confirm(id, body.paymentIntentId)).body).toEqual({ data: { status: 'Paid' } })
  })

  test('allows a bank debit after the answer to a card payment was lost', async () => {
    const id = nextBill()
    await paying.chaos({ loseAnswers: 1 })
    expect((await paying.intend(id)).status).toBe(503)
    await paying.chaos({ loseAnswers: 0 })
    const { body } = await paying.intend(id, { method: 'ach' })
    expect((await paying.pay(body.paymentIntentId, BANK)).status).toBe('processing')
  })

  test('rejects a false report of success and another bill, amount or intent, and records nothing', async () => {
    const [mine, other] = [nextBill(), nextBill()]
    const [first, second] = [(await paying.intend(mine)).body, (await paying.intend(other)).body]
    await paying.pay(second.paymentIntentId, CARD)
    await becomes(other, 'Paid')
    const before = await app.written()
    expect(refused(await paying.confirm(mine, second.paymentIntentId))).toEqual([409, 'intent-mismatch'])
    expect(refused(await paying.confirm(mine, 'pi_of_nobody'))).toEqual([409, 'intent-mismatch'])
    expect(refused(await paying.confirm(mine, first.paymentIntentId))).toEqual([409, 'payment-incomplete'])
    const forged = { id: 'evt_1', type: 'payment_intent.succeeded', account: made.accountId, data: { object: { id: first.paymentIntentId } } }
    for (const path of ['/api/stripe/webhook', '/api/stripe/webhook/accounts'])
      for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
        expect((await app.guest().send('post', path, { raw: JSON.stringify(forged), headers: { 'stripe-signature': signature } })).status).toBe(400)
    expect(await app.written()).toBe(before)
    expect(await status(mine)).toBe('Unpaid')
  })

  test('cancels the intent before the amount changes, so that nobody pays the old amount', async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    await made.admin.put(`/api/assessment-bills/${id}/amount`, { amount: 80 })
    expect(await paying.pay(body.paymentIntentId, CARD)).toMatchObject({ status: 'canceled' })
    const again = await paying.intend(id)
    expect(again.body).toMatchObject({ amount: 80 })
    expect(again.body.paymentIntentId).not.toBe(body.paymentIntentId)
    await made.admin.put(`/api/assessment-bills/${id}/archive`)
    expect(await paying.pay(again.body.paymentIntentId, CARD)).toMatchObject({ status: 'canceled' })
  })

  test('cancels the intent before a re-price as well', async () => {
    const its = await startPayableNetwork(app)
    const [first = '', second = ''] = its.bills.map(({ id }): string => id)
    const { body } = await paying.intend(first)
    await app.written()
    await its.admin.put(`/api/assessments/${its.programId}`, {
      name: 'Dues',
      frequency: 'OneTime',
      type: 'Uniform',
      amount: 70,
      dueDate: '2150-06-30',
    })
    expect(await its.admin.post(`/api/assessment-programs/${its.programId}/reprice`)).toMatchObject({ data: { bills: 2, after: 140 } })
    expect(await paying.pay(body.paymentIntentId, CARD)).toMatchObject({ status: 'canceled' })
    for (const id of [first, second]) expect((await paying.intend(id)).body.amount).toBe(70)
  })

  test('cancels the intent for a claim, and nothing can be paid while the claim waits', async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    await app.guest().post(`/api/assessments/${id}/mark-as-paid`, { paymentMethod: 'wire' })
    expect(await paying.pay(body.paymentIntentId, CARD)).toMatchObject({ status: 'canceled' })
    expect(refused(await paying.intend(id))).toEqual([409, 'not-payable'])
  })

  test('gives no intent below fifty cents, without cards in the profile, or with a disabled account', async () => {
    const id = nextBill()
    await made.admin.put(`/api/assessment-bills/${id}/amount`, { amount: 0.49 })
    expect(refused(await paying.intend(id))).toEqual([409, 'amount-too-small'])
    const plain = await startNetwork(app)
    expect(refused(await paying.intend(plain.bills[0]?.id ?? ''))).toEqual([409, 'method-not-enabled'])
    const its = await startPayableNetwork(app)
    await its.admin.post(`/api/sandbox/stripe/accounts/${its.accountId}`, { chargesEnabled: false, achEnabled: false })
    await expect.poll(async () => refused(await paying.intend(its.bills[0]?.id ?? ''))).toEqual([409, 'method-not-enabled'])
  })

  test('keeps money for a bill that was settled meanwhile as unapplied credit', async () => {
    const { id, intentId } = await (async () => {
      const open = nextBill()
      const { body } = await paying.intend(open, { method: 'ach' })
      await paying.pay(body.paymentIntentId, BANK)
      await becomes(open, 'PendingConfirmation')
      return { id: open, intentId: body.paymentIntentId }
    })()
    expect((await made.admin.send('put', `/api/assessment-bills/${id}/archive`)).status, 'while a debit is under way').toBe(409)
    const debit = async () => (await made.admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.debit
    expect(await debit()).toBe('underway')
    await made.admin.put(`/api/assessment-bills/${id}/mark-as-paid`, { method: 'check' })
    await paying.settle(intentId)
    await expect.poll(async () => (await paymentsOn(id)).length).toBe(2)
    expect(await debit()).toBeUndefined()
    const { data } = await made.admin.get<{ data: { billId: string; amount: number }[] }>('/api/credits')
    expect(data).toMatchObject([{ billId: id, amount: 100 }])
  })
})

test('makes a campaign ready with cards as the only method once the account can take payments', async () => {
  const admin = await app.join('Cre')
  const { id: networkId } = await admin.post('/api/networks', { name: 'Synod' })
  const profile = await admin.post('/api/payment-profiles', { name: 'Cards', methods: { Credit: { isEnabled: true } } })
  const program = await admin.post(`/api/networks/${networkId}/assessments`, terms)
  const readiness = async () =>
    (await admin.get<{ data: { paymentProfileSetup: { status: string } } }>(`/api/assessment-programs/${program.id}/campaign/readiness`)).data
  expect((await readiness()).paymentProfileSetup.status).toBe('pending')
  await admin.post('/api/stripe/onboard-admin', { paymentProfileId: profile.id })
  expect((await readiness()).paymentProfileSetup.status).toBe('pending')
  expect((await app.mailTo(admin.email, /is being connected to Stripe/)).text).toContain('Cre Example')
  const { stripeAccountId } = await admin.get<{ stripeAccountId: string }>(`/api/payment-profiles/${profile.id}`)
  await admin.post(`/api/sandbox/stripe/accounts/${stripeAccountId}`, { chargesEnabled: true, achEnabled: false })
  // Only the webhook reports it, since nobody returns from Stripe to this page.
  await expect.poll(async () => (await readiness()).paymentProfileSetup.status).toBe('ready')
})

describe('bank debits', () => {
  const debited = async (accountNumber: string) => {
    const id = nextBill()
    const { body } = await paying.intend(id, { method: 'ach' })
    expect((await paying.pay(body.paymentIntentId, { accountNumber })).status).toBe('processing')
    expect((await paying.confirm(id, body.paymentIntentId)).body).toEqual({ data: { status: 'PendingConfirmation' } })
    expect(refused(await paying.intend(id))).toEqual([409, 'not-payable'])
    return { id, intentId: body.paymentIntentId }
  }

  test("a cleared debit pays the bill, and records Stripe's fee", async () => {
    const { id, intentId } = await debited(BANK.accountNumber)
    await paying.settle(intentId)
    await becomes(id, 'Paid')
    expect(await paymentsOn(id)).toMatchObject([{ method: 'ach', settlement: { fee: 0.8, net: 99.2, payoutId: null } }])
  })

  test('a returned debit fails the bill, which can be paid again', async () => {
    const { id, intentId } = await debited('000222222227')
    await paying.settle(intentId)
    await becomes(id, 'Failed')
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
  })
})

describe('refunds and disputes', () => {
  test('two partial refunds each reopen the bill by their amount; refunding more is rejected', async () => {
    const { id, paymentId } = await paidByCard()
    const path = `/api/assessment-bills/${id}/refunds`
    expect(await made.admin.post(path, { paymentId, amount: 30, reason: 'Moved' })).toMatchObject({ data: { status: 'Partial', balance: 30 } })
    expect((await made.admin.send<{ code: string }>('post', path, { json: { paymentId, amount: 70.01, reason: 'More' } })).body.code).toBe(
      'not-refundable',
    )
    expect(await made.admin.post(path, { paymentId, reason: 'The rest' })).toMatchObject({ data: { status: 'Unpaid', balance: 100 } })
    expect(await paymentsOn(id)).toMatchObject([{ status: 'Refunded' }])
  })

  test('a refund that is requested twice is made once', async () => {
    const { id, paymentId } = await paidByCard()
    const asked = () =>
      made.admin.send('post', `/api/assessment-bills/${id}/refunds`, {
        json: { paymentId, amount: 40, reason: 'Once' },
        headers: { 'idempotency-key': `refund-${id}` },
      })
    const answers = await Promise.all([asked(), asked(), asked()])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await bill(id)).balance).toBe(40)
  })

  test('a refund whose answer was lost is requested once', async () => {
    const { id, paymentId } = await paidByCard()
    await paying.chaos({ loseAnswers: 1 })
    await made.admin.post(`/api/assessment-bills/${id}/refunds`, { paymentId, amount: 25, reason: 'Lost' })
    await paying.chaos({ loseAnswers: 0 })
    await expect.poll(async () => (await bill(id)).balance, { timeout: 30_000, interval: 100 }).toBe(25)
    expect((await typesOf(id)).filter((type) => type === 'PaymentRefunded')).toHaveLength(1)
  })

  test("a refund whose answer was lost is made once, even after Stripe's idempotency key has expired", async () => {
    const { id, intentId, paymentId } = await paidByCard()
    await paying.chaos({ loseAnswers: 1, drop: 1 })
    await made.admin.post(`/api/assessment-bills/${id}/refunds`, { paymentId, amount: 30, reason: 'Lost long ago' })
    await app.pool.query(`delete from stripe_answers where key like 'refund:%'`)
    await paying.chaos({ loseAnswers: 0 })
    await expect.poll(async () => (await bill(id)).balance, { timeout: 30_000, interval: 100 }).toBe(30)
    const { rows } = await app.pool.query(`select id from stripe_objects where kind = 'refund' and body ->> 'payment_intent' = $1`, [intentId])
    expect(rows).toHaveLength(1)
  })

  test('a dispute takes the money off the bill until it is won, and Admins get a mail (R82)', async () => {
    const { id, intentId } = await paidByCard()
    await paying.dispute(intentId)
    await becomes(id, 'Unpaid')
    expect(await paymentsOn(id)).toMatchObject([{ status: 'Reversed' }])
    expect((await app.mailTo(made.admin.email, /disputed/)).text).toContain('$100.00')
    await paying.dispute(intentId, 'won')
    await becomes(id, 'Paid')
  })

  test.each([
    ['won', 'Partial', 20, 'PartiallyRefunded'],
    ['lost', 'Unpaid', 100, 'Reversed'],
  ] as const)(
    'a dispute of a partly refunded payment withholds what is left; once %s, it leaves unapplied credit unchanged',
    async (outcome, wanted, balance, shown) => {
      const { id, intentId, paymentId } = await paidByCard()
      const figures = async () => (await made.admin.get<{ unappliedCredit: number }>('/api/dashboard/summary')).unappliedCredit
      const before = await figures()
      await made.admin.post(`/api/assessment-bills/${id}/refunds`, { paymentId, amount: 20, reason: 'A discount' })
      await becomes(id, 'Partial')
      await paying.dispute(intentId)
      await becomes(id, 'Unpaid')
      expect(await bill(id)).toMatchObject({ balance: 100 })
      expect(await figures()).toBe(before)
      await paying.dispute(intentId, outcome)
      await expect.poll(() => typesOf(id)).toContain(outcome === 'won' ? 'DisputeWon' : 'DisputeLost')
      await becomes(id, wanted)
      expect(await bill(id)).toMatchObject({ balance })
      expect(await paymentsOn(id)).toMatchObject([{ status: shown }])
      expect(await figures()).toBe(before)
    },
  )

  test('a payment form that was open when a dispute was won cannot be paid', async () => {
    const { id, intentId } = await paidByCard()
    await paying.dispute(intentId)
    await becomes(id, 'Unpaid')
    const { body } = await paying.intend(id)
    await paying.dispute(intentId, 'won')
    await becomes(id, 'Paid')
    await expect.poll(() => typesOf(id)).toContain('PaymentAttemptClosed')
    await paying.pay(body.paymentIntentId, CARD)
    expect(refused(await paying.confirm(id, body.paymentIntentId))).toEqual([409, 'payment-incomplete'])
  })

  test('money of a lost dispute does not come back to the bill', async () => {
    const { id, intentId } = await paidByCard()
    await paying.dispute(intentId)
    await becomes(id, 'Unpaid')
    await paying.dispute(intentId, 'lost')
    await expect.poll(() => typesOf(id)).toContain('DisputeLost')
    expect(await status(id)).toBe('Unpaid')
  })

  test.each([
    ['4000000000000259', 'Unpaid', 'Reversed', 'disputed as fraudulent'],
    ['4000000000002685', 'Unpaid', 'Reversed', 'disputed as not received'],
    ['4000000000001976', 'Paid', 'Completed', 'asked about by the bank, which takes nothing yet'],
    ['4000000000005423', 'Paid', 'Completed', 'warned of'],
  ])('the card %s leaves the bill %s and the payment %s: %s', async (card, wanted, payment) => {
    const { id } = await paidByCard({ card })
    await becomes(id, wanted)
    expect(await paymentsOn(id)).toMatchObject([{ status: payment }])
  })

  test.each([
    ['4000000000007726', 'Unpaid', 'Refunded', 'arrives later'],
    ['4000000000005126', 'Paid', 'Completed', 'does not arrive'],
  ])('a refund to the card %s leaves the bill %s and the payment %s: it %s', async (card, wanted, payment) => {
    const { id, intentId, paymentId } = await paidByCard({ card })
    await made.admin.post(`/api/assessment-bills/${id}/refunds`, { paymentId, reason: 'Moved' })
    await paying.settle(intentId)
    await becomes(id, wanted)
    await expect.poll(async () => (await paymentsOn(id))[0]?.status).toBe(payment)
  })

  test('a cleared debit that is withdrawn reopens the bill; a debit without an outcome stays pending', async () => {
    const [returned, silent] = [nextBill(), nextBill()]
    for (const [id, accountNumber] of [
      [returned, '000555555559'],
      [silent, '000000000009'],
    ] as const) {
      const { body } = await paying.intend(id, { method: 'ach' })
      await paying.pay(body.paymentIntentId, { accountNumber })
      await becomes(id, 'PendingConfirmation')
      await paying.settle(body.paymentIntentId)
    }
    await expect.poll(() => typesOf(returned)).toContain('DisputeLost')
    await becomes(returned, 'Unpaid')
    expect(await status(silent)).toBe('PendingConfirmation')
  })

  test('a payment by hand cannot be refunded, only reversed', async () => {
    const id = nextBill()
    await made.admin.put(`/api/assessment-bills/${id}/mark-as-paid`, { method: 'check' })
    const [payment] = await paymentsOn(id)
    const json = { paymentId: payment?.id, reason: 'No' }
    expect((await made.admin.send<{ code: string }>('post', `/api/assessment-bills/${id}/refunds`, { json })).body.code).toBe('not-refundable')
  })
})

describe('saved methods (R84)', () => {
  const WITHOUT_ACCESS = 'acct_0'
  /** Adds a customer on an account without access, which comes before all other customers of the user. */
  const saveWithoutAccess = (userId: string) =>
    app.pool.query(`insert into stripe_customers (user_id, account_id, customer_id) values ($1, $2, 'cus_0')`, [userId, WITHOUT_ACCESS])

  test("a signed-in payor saves a card with the network's account and pays the next bill with it; nobody else can", async () => {
    const payor = await app.join('Pay')
    const [first, second] = [nextBill(), nextBill()]
    const theirs = payingAt(payor)
    const { body } = await theirs.intend(first, { saveMethod: true })
    await theirs.pay(body.paymentIntentId, CARD)
    await becomes(first, 'Paid')
    const listed = () => payor.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${second}`)
    const { data } = await listed()
    expect(data).toMatchObject([{ kind: 'credit', brand: 'visa', last4: '4242', expires: '12/99' }])
    const savedMethodId = data[0]?.id ?? ''
    const stranger = await app.join('Str')
    expect((await stranger.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${second}`)).data).toEqual([])
    expect((await payingAt(stranger).intend(second, { savedMethodId })).status).toBe(404)
    expect((await paying.intend(second, { savedMethodId })).status, 'a guest').toBe(403)
    expect((await theirs.intend(second, { savedMethodId })).status).toBe(200)
    expect((await stranger.send('delete', `/api/my/payment-methods/${savedMethodId}`)).status).toBe(404)
    expect((await payor.send('delete', `/api/my/payment-methods/${savedMethodId}`)).status).toBe(204)
    expect((await listed()).data).toEqual([])
  })

  const savedBy = async (payor: Client, id: string) => (await payor.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${id}`)).data

  test("lists a payor's saved methods in all networks, with network and profile, to nobody else", async () => {
    const payor = await app.join('Pay')
    const its = await startPayableNetwork(app)
    const theirs = payingAt(payor)
    const save = async (id: string, by: Record<string, string>, method: string) => {
      const { body } = await theirs.intend(id, { saveMethod: true, method })
      await theirs.pay(body.paymentIntentId, by)
      return body.paymentIntentId
    }
    await save(nextBill(), CARD, 'credit')
    await paying.settle(await save(its.bills[0]?.id ?? '', BANK, 'ach'))
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [payor.email])
    await saveWithoutAccess(rows[0]?.id ?? '')
    const listed = async (who: Client) => (await who.get<{ data: KeptMethod[] }>('/api/my/saved-methods')).data
    const kept = await listed(payor)
    const nameOf = async ({ admin, profileId }: typeof its) => (await admin.get<{ name: string }>(`/api/payment-profiles/${profileId}`)).name
    const keeper = async (of: typeof its) => ({
      network: { id: of.networkId, name: expect.any(String) },
      paymentProfile: { id: of.profileId, name: await nameOf(of) },
    })
    expect(kept).toHaveLength(2)
    expect(kept.find(({ kind }) => kind === 'credit')).toMatchObject({ brand: 'visa', last4: '4242', expires: '12/99', ...(await keeper(made)) })
    expect(kept.find(({ kind }) => kind === 'ach')).toMatchObject({ last4: '6789', expires: null, ...(await keeper(its)) })
    expect(await listed(await app.join('Str'))).toEqual([])
    for (const { id } of kept) expect((await payor.send('delete', `/api/my/payment-methods/${id}`)).status).toBe(204)
    expect(await listed(payor)).toEqual([])
  })

  test('two payors who open the same bill and both save a card get separate intents; the first is cancelled (R85)', async () => {
    const [one, other] = [await app.join('One'), await app.join('Two')]
    const id = nextBill()
    const first = await payingAt(one).intend(id, { saveMethod: true })
    const second = await payingAt(other).intend(id, { saveMethod: true })
    expect(second.body.paymentIntentId).not.toBe(first.body.paymentIntentId)
    expect((await payingAt(one).pay(first.body.paymentIntentId, CARD)).status).toBe('canceled')
    expect((await payingAt(other).pay(second.body.paymentIntentId, CARD)).status).toBe('succeeded')
    await becomes(id, 'Paid')
    expect([await savedBy(one, id), await savedBy(other, id)].map(({ length }) => length)).toEqual([0, 1])
  })

  test('two such payors get separate intents even at the same time', async () => {
    const [one, other] = [await app.join('One'), await app.join('Two')]
    const id = nextBill()
    const stripe = connectTo(app.stripe ?? expect.fail('the sandbox is off'))
    const answers = await Promise.all([one, other].map((payor) => payingAt(payor).intend(id, { saveMethod: true })))
    const handed = answers.filter(({ status }) => status === 200).map(({ body }) => body.paymentIntentId)
    expect(handed.length).toBeGreaterThan(0)
    expect(new Set(handed).size).toBe(handed.length)
    const open = async (intentId: string) =>
      (await stripe.paymentIntents.retrieve(intentId, {}, { stripeContext: made.accountId })).status !== 'canceled'
    expect((await Promise.all(handed.map(open))).filter(Boolean).length, 'one can be paid at a time').toBe(1)
  })

  test("a guest never gets the intent of a payor who saves a card, nor does the payor get a guest's (R85)", async () => {
    const payor = await app.join('Pay')
    const id = nextBill()
    const own = await payingAt(payor).intend(id, { saveMethod: true })
    const { body } = await paying.intend(id)
    expect(body.paymentIntentId).not.toBe(own.body.paymentIntentId)
    const later = await payingAt(payor).intend(id, { saveMethod: true })
    expect([own.body.paymentIntentId, body.paymentIntentId]).not.toContain(later.body.paymentIntentId)
    const last = await paying.intend(id)
    await paying.pay(last.body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
    expect(await savedBy(payor, id)).toEqual([])
  })

  test('a signed-in payor keeps the intent of an open form when they choose to save the card', async () => {
    const payor = await app.join('Pay')
    const id = nextBill()
    const form = await payingAt(payor).intend(id)
    const saving = await payingAt(payor).intend(id, { saveMethod: true })
    expect(saving.body.clientSecret).toBe(form.body.clientSecret)
  })

  test('another payor cannot interrupt an open 3-D Secure challenge for ten minutes, but can pay after that', async () => {
    const payor = await app.join('Pay')
    const id = nextBill()
    const { body } = await paying.intend(id)
    expect((await paying.pay(body.paymentIntentId, { card: '4000000000003220' })).status).toBe('requires_action')
    const theirs = payingAt(payor)
    expect(await theirs.intend(id, { saveMethod: true })).toMatchObject({
      status: 409,
      body: { code: 'payment-under-way' },
    })
    app.clock.moveTo(instantOf(Date.parse(app.clock.now()) + 11 * 60_000))
    const own = await theirs.intend(id, { saveMethod: true })
    expect(own.body.paymentIntentId).not.toBe(body.paymentIntentId)
    expect((await paying.pay(body.paymentIntentId, { authenticate: true })).status, 'the one before').toBe('canceled')
    await theirs.pay(own.body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
    expect(await savedBy(payor, id)).toHaveLength(1)
  })

  test('does not reuse an intent that would save a card but has no owner', async () => {
    const payor = await app.join('Pay')
    const id = nextBill()
    const { body } = await payingAt(payor).intend(id, { saveMethod: true })
    await app.pool.query(`update stripe_objects set body = body #- '{metadata,owner}' where id = $1`, [body.paymentIntentId])
    const later = await payingAt(payor).intend(id, { saveMethod: true })
    expect(later.body.paymentIntentId).not.toBe(body.paymentIntentId)
  })

  test('replaces a customer that the church has deleted at Stripe, any number of times', async () => {
    const payor = await app.join('Pay')
    const theirs = payingAt(payor)
    const on = { stripeContext: made.accountId }
    const stripe = connectTo(app.stripe ?? expect.fail('the sandbox is off'))
    for (let i = 0; i < 3; i += 1) {
      const id = nextBill()
      const { body } = await theirs.intend(id, { saveMethod: true })
      await theirs.pay(body.paymentIntentId, CARD)
      await becomes(id, 'Paid')
      expect((await payor.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${id}`)).data).toHaveLength(1)
      const { customer } = await stripe.paymentIntents.retrieve(body.paymentIntentId, {}, on)
      await stripe.customers.del(String(customer), {}, on)
    }
  })

  test('after one church revokes our access, methods saved with others still work', async () => {
    const payor = await app.join('Pay')
    const id = nextBill()
    const { body } = await payingAt(payor).intend(id, { saveMethod: true })
    await payingAt(payor).pay(body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
    const { rows } = await app.pool.query<{ id: string }>('select id from users where email = $1', [payor.email])
    await saveWithoutAccess(rows[0]?.id ?? '')
    const listed = () => payor.get<{ data: SavedMethod[] }>(`/api/my/payment-methods?assessmentId=${id}`)
    const [saved] = (await listed()).data
    expect((await payor.send('delete', `/api/my/payment-methods/${saved?.id}`)).status).toBe(204)
    expect((await listed()).data).toEqual([])
    expect((await payor.send('delete', `/api/my/payment-methods/${saved?.id}`)).status).toBe(404)
  })

  test('when a user is deleted, removes their cards and address from Stripe, even if other customers are gone', async () => {
    await saveWithoutAccess(randomUUID())
    const { rows: known } = await app.pool.query<{ account: string }>('select account_id as account from stripe_customers order by 1 desc limit 1')
    // The church has already deleted this customer.
    await app.pool.query(`insert into stripe_customers (user_id, account_id, customer_id) values ($1, $2, 'cus_gone')`, [
      randomUUID(),
      known[0]?.account,
    ])
    const payor = await app.join('Pay')
    const id = nextBill()
    const { body } = await payingAt(payor).intend(id, { saveMethod: true })
    await payingAt(payor).pay(body.paymentIntentId, CARD)
    await becomes(id, 'Paid')
    const named = async () =>
      (await app.pool.query(`select from stripe_objects where kind = 'customer' and body ->> 'email' = $1`, [payor.email])).rowCount
    expect(await named()).toBe(1)
    expect((await payor.send('delete', '/api/profile')).status).toBe(204)
    await app.pool.query(`select graphile_worker.add_job('forget-customers', '{}')`)
    const left = async () =>
      (await app.pool.query('select account_id from stripe_customers c where not exists (select from users u where u.id = c.user_id)')).rows
    await expect.poll(left).toEqual([{ account_id: WITHOUT_ACCESS }])
    const { rows } = await app.pool.query(
      `select body ->> 'customer' as customer from stripe_objects where kind = 'payment_method' and id = (select body ->> 'payment_method' from stripe_objects where id = $1)`,
      [body.paymentIntentId],
    )
    expect(rows).toEqual([{ customer: null }])
    expect(await named()).toBe(0)
  })
})

describe('fees and payouts of Stripe', () => {
  test('each payment shows its fee, net amount and payout, and the payout agrees with its CSV file', async () => {
    const its = await startPayableNetwork(app)
    const id = its.bills.find(({ individualMember }) => individualMember?.firstName === 'Ruth')?.id ?? ''
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(id, body.paymentIntentId)
    const live = await fetch(`${app.base}/api/events`, { headers: { cookie: its.admin.cookie() } })
    await its.admin.post('/api/sandbox/clock', { now: instantOf(Date.parse(app.clock.now()) + 4 * 86_400_000) })
    await expect
      .poll(async () => (await its.admin.get<ListOf<Payout>>('/api/payouts')).data)
      .toMatchObject([{ amount: 96.8, count: 1, status: 'paid' }])
    const [payout] = (await its.admin.get<ListOf<Payout>>('/api/payouts')).data
    const received = live.body?.pipeThrough(new TextDecoderStream()).getReader()
    let streamed = ''
    while (!streamed.includes(`"kind":"payout","id":"${payout?.id}"`)) streamed += (await received?.read())?.value ?? expect.fail(streamed)
    await received?.cancel()
    const { data } = await its.admin.get<{ data: { payments: PayoutPart[] } }>(`/api/payouts/${payout?.id}`)
    expect(data.payments).toMatchObject([{ kind: 'payment', gross: 100, fee: 3.2, net: 96.8, payment: { billId: id } }])
    const [payment] = (await its.admin.get<{ data: SettledPayment[] }>(`/api/assessment-bills/${id}/payments`)).data
    expect(payment).toMatchObject({ settlement: { fee: 3.2, net: 96.8, payoutId: payout?.id } })
    const { text } = await its.admin.send('get', '/api/exports/payouts.csv')
    expect(text.split('\r\n')[1]).toMatch(new RegExp(`^${payout?.id},.*,paid,Payment,${payment?.id},'?${id},Ruth One,Dues,100.00,3.20,96.80$`))
    expect((await made.admin.send('get', `/api/payouts/${payout?.id}`)).status, "another network's payout").toBe(404)
    expect((await made.admin.send('get', '/api/exports/payouts.csv')).text).not.toContain(String(payout?.id))
  })

  test('payors do not see the settlement of their payments', async () => {
    const payor = await app.join('Pia', 'pia@example.org')
    const its = await startPayableNetwork(app, { csv: 'firstName,lastName,email\nPia,One,pia@example.org\n' })
    const id = its.bills[0]?.id ?? ''
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await paying.confirm(id, body.paymentIntentId)
    const { data } = await payor.get<{ data: object[] }>('/api/my/payments')
    expect(data).toHaveLength(1)
    expect(data[0]).not.toHaveProperty('settlement')
  })
})

describe('[d] lost and failed webhooks', () => {
  const statusIn = async ({ admin }: typeof made, id: string) => (await admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.status

  test('a dispute whose webhook was lost is found by the next comparison', async () => {
    const { id, intentId } = await paidByCard()
    await paying.chaos({ drop: 1 })
    await paying.dispute(intentId)
    expect(await status(id)).toBe('Paid')
    await made.admin.post('/api/reconciliations')
    await becomes(id, 'Unpaid')
  })

  test('a payment whose webhook was lost is recorded by the comparison, and the next one finds no difference', async () => {
    const its = await startPayableNetwork(app)
    const id = its.bills[0]?.id ?? ''
    await paying.chaos({ drop: 1 })
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await setTimeout(300)
    expect((await its.admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.status).toBe('Unpaid')
    const { data } = await its.admin.post<{ data: Reconciliation[] }>('/api/reconciliations')
    expect(data).toMatchObject([{ settled: 1, differences: [] }])
    expect((await its.admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.status).toBe('Paid')
    expect((await its.admin.post<{ data: Reconciliation[] }>('/api/reconciliations')).data).toMatchObject([{ settled: 0, differences: [] }])
  })

  test("moving the sandbox's clock runs the comparison, which records an unreported payment", async () => {
    const its = await startPayableNetwork(app)
    const id = its.bills[0]?.id ?? ''
    await its.admin.post('/api/sandbox/clock', { now: instantOf(Date.parse(app.clock.now()) + 3_601_000) })
    await paying.chaos({ drop: 1 })
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await setTimeout(300)
    expect(await statusIn(its, id)).toBe('Unpaid')
    await its.admin.post('/api/sandbox/clock', { now: instantOf(Date.parse(app.clock.now()) + 86_400_000) })
    expect(await statusIn(its, id)).toBe('Paid')
  })

  test('lists an event that could not be processed only for its network, which can replay it', async () => {
    const its = await startPayableNetwork(app)
    const id = its.bills[0]?.id ?? ''
    const { body } = await paying.intend(id)
    await paying.pay(body.paymentIntentId, CARD)
    await becomes2(its.admin, id, 'Paid')
    await app.written()
    const { data } = await its.admin.get<ListOf<StripeEvent>>('/api/stripe/events')
    const event = data.find(({ subject, type }) => subject === body.paymentIntentId && type === 'payment_intent.succeeded')
    expect(event).toMatchObject({ type: 'payment_intent.succeeded', failure: null })
    await app.pool.query(`update stripe_webhooks set done_at = null, failure = 'Stripe does not answer' where id = $1`, [event?.id])
    expect((await its.admin.get<ListOf<StripeEvent>>('/api/stripe/events?failed=true')).data).toMatchObject([
      { id: event?.id, failure: 'Stripe does not answer' },
    ])
    expect((await made.admin.send('post', `/api/stripe/events/${event?.id}/replay`)).status).toBe(404)
    expect((await its.admin.send('post', `/api/stripe/events/${event?.id}/replay`)).status).toBe(202)
    await expect.poll(async () => (await its.admin.get<ListOf<StripeEvent>>('/api/stripe/events?failed=true')).data).toEqual([])
  })
  const becomes2 = (admin: { get: <Body>(path: string) => Promise<Body> }, id: string, wanted: string) =>
    expect.poll(async () => (await admin.get<{ data: Bill }>(`/api/assessment-bills/${id}`)).data.status).toBe(wanted)

  test('cancels an attempt that has gone unpaid for a day', async () => {
    const id = nextBill()
    const { body } = await paying.intend(id)
    await app.written()
    app.clock.moveTo(instantOf(Date.parse(app.clock.now()) + 25 * 3_600_000) as Instant)
    await app.pool.query(`select graphile_worker.add_job('close-abandoned-attempts', '{}')`)
    await expect.poll(() => typesOf(id)).toContain('PaymentAttemptClosed')
    expect(await paying.pay(body.paymentIntentId, CARD)).toMatchObject({ status: 'canceled' })
  })
})

test('an account that has revoked our access takes no cards until another one is connected, and delays nobody else', async () => {
  const its = await startPayableNetwork(app, {
    csv: 'firstName,lastName,email\nRuth,One,o@example.org\nRuth,Two,t@example.org\nRuth,Three,r@example.org\n',
  })
  const [claimed = '', archived = '', paidLater = ''] = its.bills.map(({ id }) => id)
  for (const id of [claimed, archived]) expect((await paying.intend(id)).status).toBe(200)
  const saving = payingAt(await app.join('Save'))
  expect((await saving.intend(paidLater, { saveMethod: true })).status).toBe(200)
  const connect = () =>
    its.admin.send<{ code: string; url: string }>('post', '/api/stripe/onboard-admin', { json: { paymentProfileId: its.profileId } })
  await paying.chaos({ drop: 1 })
  await its.admin.post(`/api/sandbox/stripe/accounts/${its.accountId}`, { accessEnded: true })
  // No webhook has reported it yet, and nobody has asked Stripe about the account.
  expect(refused(await connect())).toEqual([409, 'access-ended'])
  await paying.chaos({ drop: 0 })
  await app.pool.query(
    "insert into stripe_webhooks (id, type, account_id, subject, handed_at, failure) values ('evt_lost', 'payment_intent.succeeded', $1, 'pi_lost', 'infinity', 'No access')",
    [its.accountId],
  )
  const profile = () => its.admin.get<PaymentProfile>(`/api/payment-profiles/${its.profileId}`)
  await expect.poll(async () => (await profile()).chargesEnabled).toBe(false)
  expect(refused(await paying.intend(claimed))).toEqual([409, 'method-not-enabled'])
  expect(refused(await saving.intend(paidLater, { saveMethod: true })), 'with what is known of them at the account').toEqual([
    409,
    'method-not-enabled',
  ])
  const claim = await app.guest().send('post', `/api/assessments/${claimed}/mark-as-paid`, { json: { paymentMethod: 'zelle' } })
  expect(claim.status).toBe(200)
  expect((await its.admin.send('put', `/api/assessment-bills/${archived}/archive`, { json: {} })).status).toBe(200)
  const statuses = (await its.admin.bills(its.programId)).map(({ id, status: now }) => [id, now])
  expect(new Map(statuses as [string, string][])).toEqual(
    new Map([
      [claimed, 'PendingConfirmation'],
      [archived, 'Archived'],
      [paidLater, 'Unpaid'],
    ]),
  )

  expect((await connect()).body.url).toContain('/sandbox/stripe/onboarding/')
  await connect()
  const { stripeAccountId: other, chargesEnabled, stripeWants } = await profile()
  expect(other).not.toBe(its.accountId)
  expect([chargesEnabled, isAccessEnded(stripeWants)]).toEqual([false, false])
  expect((await app.store.read(`profile-${its.profileId}`)).filter(({ type }) => type === 'StripeAccountConnected')).toHaveLength(2)
  await its.admin.post(`/api/sandbox/stripe/accounts/${other}`, { chargesEnabled: true, achEnabled: true })
  await expect.poll(async () => (await profile()).chargesEnabled).toBe(true)
  const { body } = await paying.intend(paidLater)
  expect(body.connectedAccountId).toBe(other)
  // Failed events of the first account stay listed, and can be replayed.
  expect((await its.admin.get<ListOf<StripeEvent>>('/api/stripe/events?failed=true')).data).toMatchObject([{ id: 'evt_lost' }])
  expect((await its.admin.send('post', '/api/stripe/events/evt_lost/replay')).status).toBe(202)
  await app.pool.query("delete from stripe_webhooks where id = 'evt_lost'")
  await paying.pay(body.paymentIntentId, CARD)
  expect((await paying.confirm(paidLater, body.paymentIntentId)).body).toEqual({ data: { status: 'Paid' } })
})

test('logs nothing unexpected', () => {
  // The stand-in leaves some calls unanswered on purpose; their jobs are retried.
  expect(app.complaints.filter((line) => !line.includes('Stripe is not responding right now'))).toEqual([])
})
