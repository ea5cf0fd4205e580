import pg from 'pg'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, startStripe, stripeClient } from '../../../scripts/testing/stripe.ts'
import { stripeShapes } from '../../../scripts/testing/stripe-shapes.ts'
import { instantOf } from '../../kernel/dates.ts'
import { turnChaos } from './chaos.ts'

const DAY = 86_400_000
const shapes = stripeShapes()
const wrong: string[] = []

let sandbox: Awaited<ReturnType<typeof startStripe>>
let stripe: Stripe
let pool: pg.Pool
let C: { stripeContext: string }

/** Answers the onboarding form of an account. */
const enable = (account: string) => setAbilities(account, true)
const control = async (account: string, body: object) => {
  const route = sandbox.routes.find(({ method, path }) => method === 'post' && path.endsWith('/accounts/:id'))
  await route?.handle({ params: { id: account }, body } as never)
}
const setAbilities = (account: string, on: boolean) => control(account, { chargesEnabled: on, achEnabled: on })
const newAccount = async () => {
  const { id } = await openAccount(stripe)
  await enable(id)
  return { stripeContext: id }
}
const move = async (days: number) => {
  sandbox.clock.moveTo(instantOf(Date.parse(sandbox.clock.now()) + days * DAY))
  await sandbox.catchUp()
}
const receivedOf = (id: string) =>
  sandbox.received.map(({ payload }) => JSON.parse(payload) as Stripe.Event).filter(({ data }) => (data?.object as { id?: string })?.id === id)
const refused = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Stripe.errors.StripeError
    ? { kind: error.type, status: error.statusCode, code: error.code, param: error.param, message: error.message }
    : expect.fail(`was not refused: ${String(error)}`)
}
const isReplayed = ({ lastResponse }: Stripe.Response<unknown>) => new Headers(lastResponse.headers).get('idempotent-replayed') === 'true'
const card = (number: string) => ({ type: 'card', card: { number, exp_month: 12, exp_year: 2040 } })
/** Confirms with a card number, which the SDK's types lack, since only browsers send it. */
const confirm = (id: string, number: string, options: Stripe.RequestOptions = C) =>
  stripe.paymentIntents.confirm(id, { payment_method_data: card(number) as never }, options)
const pay = async (number: string, amount = 5000, more: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
  const { id } = await stripe.paymentIntents.create({ amount, currency: 'usd', ...more }, C)
  return confirm(id, number)
}
const debit = (id: string, account_number: string) =>
  stripe.paymentIntents.confirm(
    id,
    { payment_method_data: { type: 'us_bank_account', us_bank_account: { routing_number: '110000000', account_number } } },
    C,
  )

beforeAll(async () => {
  sandbox = await startStripe()
  stripe = stripeClient(sandbox, shapes, wrong)
  pool = new pg.Pool({ connectionString: sandbox.database.url, max: 2 })
  C = await newAccount()
})
afterAll(async () => {
  await pool.end()
  await sandbox.stop()
  expect(sandbox.complaints).toEqual([])
})

test('a card payment has a charge, a fee and events', async () => {
  const intent = await stripe.paymentIntents.create(
    {
      amount: 12_500,
      currency: 'usd',
      allowed_payment_method_types: ['card', 'link'],
      description: 'Annual Dues',
      statement_descriptor_suffix: 'DUES',
      metadata: { billId: 'b', attempt: '1' },
      payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    },
    C,
  )
  expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method_types: ['card', 'link'], metadata: { billId: 'b' } })
  await confirm(intent.id, '4242 4242 4242 4242')
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction'] }, C)
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 12_500,
    latest_charge: {
      paid: true,
      outcome: { type: 'authorized' },
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      balance_transaction: { amount: 12_500, fee: 393, net: 12_107, status: 'pending' },
    },
  })
  await expect
    .poll(() => receivedOf(intent.id).map(({ type }) => type))
    .toEqual(expect.arrayContaining(['payment_intent.created', 'payment_intent.succeeded']))
})

describe('payments', () => {
  test("wait for the payor's 3D Secure, except off session", async () => {
    const waiting = await pay('4000002500003155')
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, C)
    const off = { payment_method: 'pm_card_authenticationRequired', off_session: true }
    expect(await refused(stripe.paymentIntents.confirm(id, off, C))).toMatchObject({ kind: 'StripeCardError', code: 'authentication_required' })
  })

  test("are refused with Stripe's errors", async () => {
    const create = (params: object) => refused(stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...params } as never, C))
    expect(await create({ payment_method_types: ['card'] })).toMatchObject({ status: 400, code: 'parameter_unknown', param: 'payment_method_types' })
    expect(await create({ payment_method_options: { card: { foo: 1 } } })).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_options[card][foo]',
    })
    expect(await create({ allowed_payment_method_types: ['card', 'bitcoin'] })).toMatchObject({
      status: 400,
      param: 'allowed_payment_method_types[1]',
    })
    expect(await create({ amount: 49 })).toMatchObject({ code: 'amount_too_small', param: 'amount' })
    expect(await create({ amount: 'much' })).toMatchObject({ code: 'parameter_invalid_integer', param: 'amount' })
    expect(await create({ amount: undefined })).toMatchObject({ code: 'parameter_missing', param: 'amount' })
    expect(await create({ currency: 'xyz' })).toMatchObject({ status: 400, param: 'currency' })
    expect(await create({ customer: 'cus_none' })).toMatchObject({ status: 404, code: 'resource_missing', param: 'customer' })
    expect(await refused(stripe.paymentIntents.retrieve('pi_none', {}, C))).toMatchObject({ status: 404, code: 'resource_missing' })
    expect(await refused(stripe.paymentIntents.retrieve('pi_none', { expand: ['nothing'] }, { stripeContext: 'acct_none' }))).toMatchObject({
      kind: 'StripePermissionError',
      code: 'account_invalid',
    })
    const unknownKey = stripeClient({ ...sandbox, secretKey: 'sk_live_1' }, shapes, wrong)
    expect(await refused(unknownKey.balance.retrieve({}, C))).toMatchObject({ kind: 'StripeAuthenticationError', status: 401 })
    expect(await refused(stripe.rawRequest('GET', '/v1/nowhere'))).toMatchObject({ status: 404 })
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, C)
    expect(await refused(stripe.paymentIntents.retrieve(id, { expand: ['amount.x'] }, C))).toMatchObject({ status: 400, param: 'expand' })
  })

  test('belong to one account, and end once', async () => {
    const other = await newAccount()
    const paid = await pay('4242424242424242')
    expect(await refused(stripe.paymentIntents.retrieve(paid.id, {}, other))).toMatchObject({ status: 404, code: 'resource_missing' })
    expect(await refused(stripe.paymentIntents.retrieve(paid.id))).toMatchObject({ status: 404 })
    for (const again of [
      () => confirm(paid.id, '4242424242424242'),
      () => stripe.paymentIntents.cancel(paid.id, {}, C),
      () => stripe.paymentIntents.update(paid.id, { amount: 6000 }, C),
    ])
      expect(await refused(again())).toMatchObject({ status: 400, code: 'payment_intent_unexpected_state' })

    const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata: { a: '1', b: '2' } }, C)
    const updated = await stripe.paymentIntents.update(
      open.id,
      { amount: 7000, metadata: { a: '', c: '3' }, allowed_payment_method_types: ['us_bank_account'] },
      C,
    )
    expect(updated).toMatchObject({ amount: 7000, metadata: { b: '2', c: '3' }, payment_method_types: ['us_bank_account'] })
    expect(await refused(confirm(open.id, '4242424242424242'))).toMatchObject({ code: 'payment_intent_incompatible_payment_method' })
    expect(await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' }, C)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    })
    expect(await refused(debit(open.id, '000123456789'))).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test('charge once for twenty simultaneous confirmations', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, C)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(id, '4242424242424242')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await stripe.charges.list({ payment_intent: id }, C)).data).toHaveLength(1)
  })

  test("save a customer's card, use it off session, and detach it", async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.org', name: 'Ada' }, C)
    await stripe.customers.update(customer.id, { name: 'Ada L.' }, C)
    const first = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', customer: customer.id, setup_future_usage: 'off_session' }, C)
    await confirm(first.id, '4242424242424242')
    const { data } = await stripe.customers.listPaymentMethods(customer.id, {}, C)
    expect(data).toMatchObject([{ type: 'card', card: { last4: '4242' }, customer: customer.id }])
    const [saved] = (await stripe.paymentMethods.list({ customer: customer.id, type: 'card' }, C)).data
    const again = { amount: 6000, currency: 'usd', customer: customer.id, payment_method: saved?.id ?? '', off_session: true, confirm: true }
    expect(await stripe.paymentIntents.create(again, C)).toMatchObject({ status: 'succeeded' })
    expect(await refused(stripe.paymentIntents.create({ ...again, customer: undefined } as never, C))).toMatchObject({ status: 400 })
    expect(await stripe.paymentMethods.detach(saved?.id ?? '', {}, C)).toMatchObject({ customer: null })
    expect((await stripe.customers.listPaymentMethods(customer.id, {}, C)).data).toEqual([])
    expect(await refused(stripe.paymentIntents.create({ amount: 5000, currency: 'usd', payment_method: 'pm_none' }, C))).toMatchObject({
      status: 404,
    })
  })

  /** A payment saves this method with a customer, and debits clear; then the customer is charged while away. */
  const savedMethod = async (data: object) => {
    const customer = (await stripe.customers.create({ email: 'ada@example.org' }, C)).id
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', customer, setup_future_usage: 'off_session' }, C)
    await stripe.paymentIntents.confirm(id, { payment_method_data: data as never }, C)
    await move(5)
    const [method] = (await stripe.customers.listPaymentMethods(customer, {}, C)).data
    return { customer, payment_method: method?.id ?? expect.fail('not saved') }
  }
  const away = { amount: 6000, currency: 'usd', off_session: true, confirm: true }
  const failureOf = async (call: Promise<Stripe.PaymentIntent>) => {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof Stripe.errors.StripeCardError)) return expect.fail(`was not declined: ${String(error)}`)
    const kept = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {}, C)
    return [error.code, error.decline_code, kept.status, kept.last_payment_error?.code]
  }

  test.each([
    ['4000009000000011', 'card_declined', 'insufficient_funds'],
    ['4000009000000029', 'processing_error', 'processing_error'],
    ['4000009000000037', 'card_declined', 'generic_decline'],
    ['4000009000000045', 'card_declined', 'lost_card'],
    ['4000009000000052', 'card_declined', 'stolen_card'],
    ['4000009000000060', 'expired_card', 'expired_card'],
    ['4000009000000078', 'card_declined', 'pickup_card'],
    ['4000009000000086', 'authentication_required', 'authentication_required'],
  ])('with saved card %s decline off session with %s (%s)', async (number, code, decline) => {
    const saved = await savedMethod(card(number))
    expect(await failureOf(stripe.paymentIntents.create({ ...away, ...saved }, C))).toEqual([code, decline, 'requires_payment_method', code])
  })

  test('off session are declined once, or in spite of a 3D Secure before, as the card says', async () => {
    const once = await savedMethod(card('4000009000000094'))
    expect(await failureOf(stripe.paymentIntents.create({ ...away, ...once }, C))).toContain('insufficient_funds')
    expect(await stripe.paymentIntents.create({ ...away, ...once }, C)).toMatchObject({ status: 'succeeded' })
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.org' }, C)
    const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer }, C)
    expect((await failureOf(stripe.paymentIntents.create({ ...away, customer, payment_method }, C)))[0]).toBe('card_declined')
    expect(await refused(stripe.paymentIntents.create({ ...away, ...once, confirm: false }, C))).toMatchObject({ status: 400, param: 'confirm' })
    expect(await refused(stripe.paymentIntents.create({ ...away, ...once, setup_future_usage: 'off_session' }, C))).toMatchObject({
      code: 'parameters_exclusive',
    })
  })

  test("from a saved bank account return days later, with the bank's code", async () => {
    const codes: Readonly<Record<string, string>> = {
      ...{ R01: 'insufficient_funds', R02: 'account_closed', R03: 'no_account', R04: 'no_account', R05: 'debit_not_authorized' },
      ...{ R07: 'debit_not_authorized', R08: 'debit_not_authorized', R09: 'insufficient_funds', R10: 'debit_not_authorized' },
      ...{ R11: 'debit_not_authorized', R16: 'bank_account_restricted', R20: 'bank_account_restricted', R29: 'debit_not_authorized' },
    }
    const bank = (account_number: string) => ({ type: 'us_bank_account', us_bank_account: { routing_number: '110000000', account_number } })
    const intents: [code: string, id: string][] = []
    for (const code of Object.keys(codes)) {
      const { id, status } = await stripe.paymentIntents.create({ ...away, ...(await savedMethod(bank(`0009000000${code.slice(1)}`))) }, C)
      expect(status).toBe('processing')
      intents.push([code, id])
    }
    await move(5)
    for (const [code, id] of intents) {
      const returned = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, C)
      expect(returned).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: codes[code], network_decline_code: code },
        latest_charge: { status: 'failed', failure_code: codes[code], outcome: { network_decline_code: code } },
      })
    }
  })

  test('a deleted customer can be read, but not used', async () => {
    const { id } = await stripe.customers.create({ email: 'ada@example.org' }, C)
    const kept = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', customer: id, setup_future_usage: 'on_session' }, C)
    const { payment_method } = await confirm(kept.id, '4242424242424242')
    const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, C)
    const gone = { id, object: 'customer', deleted: true }
    expect(await stripe.customers.del(id, {}, C)).toMatchObject(gone)
    expect(await stripe.customers.retrieve(id, {}, C)).toMatchObject(gone)
    expect((await stripe.customers.list({}, C)).data.map((one) => one.id)).not.toContain(id)
    const refusals = [
      stripe.customers.del(id, {}, C),
      stripe.customers.update(id, { name: 'Ada' }, C),
      stripe.customers.listPaymentMethods(id, {}, C),
      stripe.paymentMethods.attach(String(payment_method), { customer: id }, C),
      stripe.paymentIntents.create({ amount: 5000, currency: 'usd', customer: id }, C),
      stripe.paymentIntents.update(open.id, { customer: id }, C),
    ].map(refused)
    for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject({ status: 404, code: 'resource_missing' })
  })

  test('are refunded in full, in parts, late, or with a failure, but never beyond the amount', async () => {
    const paid = await pay('4242424242424242', 10_000)
    const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 2500, reason: 'requested_by_customer', metadata: { billId: 'b' } }, C)
    expect(part).toMatchObject({ status: 'succeeded', amount: 2500, metadata: { billId: 'b' } })
    expect(await refused(stripe.refunds.create({ payment_intent: paid.id, amount: 7501 }, C))).toMatchObject({ status: 400, param: 'amount' })
    const both = await Promise.allSettled([1, 2].map(() => stripe.refunds.create({ payment_intent: paid.id }, C)))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refused(stripe.refunds.create({ payment_intent: paid.id }, C))).toMatchObject({ code: 'charge_already_refunded' })
    expect((await stripe.refunds.list({ payment_intent: paid.id }, C)).data.map(({ amount }) => amount)).toEqual([7500, 2500])

    const late = await stripe.refunds.create({ payment_intent: (await pay('4000000000007726')).id }, C)
    const failing = await stripe.refunds.create({ payment_intent: (await pay('4000000000005126')).id }, C)
    expect([late.status, failing.status]).toEqual(['pending', 'succeeded'])
    await move(2)
    expect((await stripe.refunds.retrieve(late.id, {}, C)).status).toBe('succeeded')
    expect(await stripe.refunds.retrieve(failing.id, {}, C)).toMatchObject({ status: 'failed', failure_reason: 'unknown' })
    expect(receivedOf(failing.id).map(({ type }) => type)).toEqual(expect.arrayContaining(['refund.created', 'refund.failed']))
    const charge = await stripe.charges.retrieve(String(failing.charge), {}, C)
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false })
  })

  test('are withdrawn by disputes, which end according to the evidence', async () => {
    const [lost, won, inquiry, warned] = [
      await pay('4000000000000259'),
      await pay('4000000000002685'),
      await pay('4000000000001976'),
      await pay('4000000000005423'),
    ]
    const disputeOf = async ({ id }: Stripe.PaymentIntent) =>
      (await stripe.disputes.list({ payment_intent: id }, C)).data[0] ?? expect.fail('no dispute')
    const [first, second, third] = [await disputeOf(lost), await disputeOf(won), await disputeOf(inquiry)]
    expect([first, second, third].map(({ reason, status }) => [reason, status])).toEqual([
      ['fraudulent', 'needs_response'],
      ['product_not_received', 'needs_response'],
      ['fraudulent', 'warning_needs_response'],
    ])
    expect(first.balance_transactions).toMatchObject([{ net: -6500 }])
    expect(await refused(stripe.refunds.create({ payment_intent: lost.id }, C))).toMatchObject({ code: 'charge_disputed' })
    expect(await stripe.disputes.update(first.id, { evidence: { uncategorized_text: 'losing_evidence' } }, C)).toMatchObject({ status: 'lost' })
    expect(await stripe.disputes.update(second.id, { evidence: { uncategorized_text: 'winning_evidence' } }, C)).toMatchObject({ status: 'won' })
    expect(await stripe.disputes.update(third.id, { evidence: { uncategorized_text: 'something' } }, C)).toMatchObject({
      status: 'warning_under_review',
    })
    expect(await refused(stripe.disputes.close(first.id, {}, C))).toMatchObject({ status: 400 })
    expect((await stripe.radar.earlyFraudWarnings.list({ payment_intent: warned.id }, C)).data).toHaveLength(1)
    await sandbox.catchUp()
    expect(receivedOf(second.id).map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.funds_reinstated',
        'charge.dispute.closed',
      ]),
    )
  })
})

describe('the clock', () => {
  test('clears a bank debit after four days, and pays it out', async () => {
    const account = await newAccount()
    const { id } = await stripe.paymentIntents.create(
      { amount: 100_000, currency: 'usd', payment_method_options: { us_bank_account: { verification_method: 'instant' } } },
      account,
    )
    const data = { type: 'us_bank_account', us_bank_account: { routing_number: '110000000', account_number: '000123456789' } } as const
    expect(await stripe.paymentIntents.confirm(id, { payment_method_data: data }, account)).toMatchObject({ status: 'processing' })
    await move(3)
    expect((await stripe.paymentIntents.retrieve(id, {}, account)).status).toBe('processing')
    await move(1.01)
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] }, account)
    expect(paid).toMatchObject({ status: 'succeeded', latest_charge: { balance_transaction: { fee: 500, net: 99_500, status: 'pending' } } })
    expect(await stripe.balance.retrieve({}, account)).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 99_500 }] })
    await move(3)
    const [payout] = (await stripe.payouts.list({}, account)).data
    expect(payout).toMatchObject({ amount: 99_500, status: 'paid', automatic: true })
    const { data: parts } = await stripe.balanceTransactions.list({ payout: payout?.id ?? '', expand: ['data.source'] }, account)
    expect(parts.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -99_500],
      ['payment', 99_500],
    ])
    expect(parts[1]?.source).toMatchObject({ object: 'charge', payment_intent: id })
    expect(await stripe.balance.retrieve({}, account)).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 0 }] })
    // The call that moved the clock has already sent these events.
    expect(receivedOf(id).map(({ type }) => type)).toEqual(expect.arrayContaining(['payment_intent.processing', 'payment_intent.succeeded']))
    expect(
      receivedOf(payout?.id ?? '')
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['payout.created', 'payout.paid'])
  })

  test('lists are paged, and filtered by time', async () => {
    const account = await newAccount()
    const made: string[] = []
    for (let i = 0; i < 5; i += 1) made.push((await stripe.paymentIntents.create({ amount: 5000 + i, currency: 'usd' }, account)).id)
    const all: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 }, account)) all.push(id)
    expect(all).toEqual(made.toReversed())
    expect((await stripe.paymentIntents.list({ ending_before: made[1] ?? '', limit: 2 }, account)).data.map(({ id }) => id)).toEqual([
      made[3],
      made[2],
    ])
    expect((await stripe.paymentIntents.list({ created: { gt: Math.floor(Date.parse(sandbox.clock.now()) / 1000) + 10 } }, account)).data).toEqual([])
    expect((await stripe.paymentIntents.list({ created: { gte: 0 } }, account)).data).toHaveLength(5)
  })
})

describe('accounts', () => {
  const link = (account: string) =>
    stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          collection_options: { fields: 'eventually_due', future_requirements: 'include' },
          return_url: 'http://127.0.0.1:3000/stripe/return?paymentProfileId=1',
          refresh_url: 'http://127.0.0.1:3000/stripe/reauth?paymentProfileId=1',
        },
      },
    })

  test('send an event when their owner revokes the access, and refuse all calls after it', async () => {
    const { id } = await openAccount(stripe)
    await control(id, { accessEnded: true })
    const calls = [
      () => stripe.v2.core.accounts.retrieve(id),
      () => link(id),
      () => stripe.paymentIntents.list({}, { stripeContext: id }) as Promise<unknown>,
    ]
    for (const call of calls) expect(await refused(call())).toMatchObject({ status: 403, code: 'account_invalid' })
    await expect.poll(() => receivedOf('ca_sandbox')).toMatchObject([{ type: 'account.application.deauthorized', account: id }])
  })

  test('show parts only on request, and take no payments before onboarding', async () => {
    const account = await openAccount(stripe, ['configuration.merchant', 'requirements', 'defaults', 'identity'])
    expect(account).toMatchObject({
      dashboard: 'full',
      configuration: { merchant: { mcc: '8661', capabilities: { card_payments: { status: 'restricted' } } } },
      requirements: { entries: [{ awaiting_action_from: 'user' }] },
    })
    expect(await stripe.v2.core.accounts.retrieve(account.id)).not.toHaveProperty('configuration')
    expect(await refused(stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, { stripeContext: account.id }))).toMatchObject({
      code: 'capability_not_active',
    })
    expect(await refused(stripe.v2.core.accounts.retrieve('acct_none'))).toMatchObject({ status: 403 })
    expect((await stripe.accounts.retrieve(account.id)).charges_enabled).toBe(false)
    expect((await link(account.id)).url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sandbox\/stripe\/onboarding\/al_/)
    await enable(account.id)
    expect((await stripe.accounts.retrieve(account.id)).charges_enabled).toBe(true)
    const { configuration } = await stripe.v2.core.accounts.retrieve(account.id, { include: ['configuration.merchant'] })
    expect(configuration?.merchant?.capabilities?.ach_debit_payments?.status).toBe('active')
    await sandbox.catchUp()
    const thin = sandbox.received.filter(({ path, payload }) => path === '/api/stripe/webhook/accounts' && payload.includes(account.id))
    const notes = thin.map(({ payload, signature }) => stripe.parseEventNotification(payload, signature, sandbox.accountsWebhookSecret))
    expect(new Set(notes.map(({ type }) => type))).toEqual(
      new Set(['v2.core.account[configuration.merchant].capability_status_updated', 'v2.core.account[requirements].updated']),
    )
    const [note] = notes
    if (note?.type !== 'v2.core.account[configuration.merchant].capability_status_updated') return expect.fail('came first')
    expect(await note.fetchEvent()).toMatchObject({ data: { updated_capability: 'card_payments' } })
    expect(await note.fetchRelatedObject()).toMatchObject({ id: account.id })
  })

  test('store wallet domains, webhook endpoints and event destinations', async () => {
    const domain = await stripe.paymentMethodDomains.create({ domain_name: 'pay.example.org' }, C)
    expect((await stripe.paymentMethodDomains.create({ domain_name: 'pay.example.org' }, C)).id).toBe(domain.id)
    expect(await refused(stripe.paymentMethodDomains.create({ domain_name: 'not a domain' }, C))).toMatchObject({ status: 400, param: 'domain_name' })
    const events = ['payment_intent.succeeded', 'account.updated'] as const
    const made = await stripe.webhookEndpoints.create({ url: 'https://app/api/stripe/webhook', connect: true, enabled_events: [...events] })
    expect(made.secret).toMatch(/^whsec_/)
    expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ id: made.id, enabled_events: events }])
    const destination = await stripe.v2.core.eventDestinations.create({
      name: 'accounts',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      events_from: ['@accounts'],
      enabled_events: ['v2.core.account[requirements].updated'],
      webhook_endpoint: { url: 'https://app/api/stripe/webhook/accounts' },
      include: ['webhook_endpoint.url'],
    })
    expect(destination).toMatchObject({ status: 'enabled', webhook_endpoint: { url: 'https://app/api/stripe/webhook/accounts' } })
  })
})

describe('webhooks', () => {
  test('are signed, name their account, and are listed', async () => {
    const paid = await pay('4242424242424242')
    await sandbox.catchUp()
    const sent =
      sandbox.received.find(({ payload }) => payload.includes('payment_intent.succeeded') && payload.includes(paid.id)) ?? expect.fail('not sent')
    const event = stripe.webhooks.constructEvent(sent.payload, sent.signature, sandbox.webhookSecret)
    expect(event).toMatchObject({ account: C.stripeContext, type: 'payment_intent.succeeded', data: { object: { id: paid.id } } })
    expect(() => stripe.webhooks.constructEvent(sent.payload, sent.signature, sandbox.accountsWebhookSecret)).toThrow()
    expect(await stripe.events.retrieve(event.id, {}, C)).toMatchObject({ id: event.id, type: event.type })
    const { data } = await stripe.events.list({ types: ['payment_intent.succeeded'], delivery_success: true, limit: 1 }, C)
    expect(data.map(({ id }) => id)).toEqual([event.id])
  })

  test('are sent again until they are accepted', async () => {
    sandbox.receiver.status = 503
    const paid = await pay('4242424242424242')
    await expect.poll(() => receivedOf(paid.id).length).toBeGreaterThan(1)
    const { data } = await stripe.events.list({ delivery_success: false, types: ['payment_intent.succeeded'] }, C)
    expect(data.map(({ data: { object } }) => (object as { id?: string }).id)).toContain(paid.id)
    sandbox.receiver.status = 200
    await expect.poll(async () => (await stripe.events.list({ delivery_success: false, limit: 1 }, C)).data).toEqual([])
  })
})

describe('idempotency', () => {
  test('gives one answer for each key, for a day, and only for the same request', async () => {
    const create = (amount: number) => stripe.paymentIntents.create({ amount, currency: 'usd' }, { ...C, idempotencyKey: 'bill:1:attempt:1' })
    const all = await Promise.all(Array.from({ length: 10 }, () => create(5000)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all.filter(isReplayed)).toHaveLength(9)
    expect(await refused(create(5001))).toMatchObject({ kind: 'StripeIdempotencyError', status: 400 })
    // Each account has its own keys.
    const other = await newAccount()
    expect((await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, { ...other, idempotencyKey: 'bill:1:attempt:1' })).id).not.toBe(
      all[0]?.id,
    )
    await move(1.1)
    expect((await create(5000)).id).not.toBe(all[0]?.id)
  })

  test('repeats a refusal, too, but a wrong parameter does not use up the key', async () => {
    const key = { ...C, idempotencyKey: 'declined' }
    const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, C)
    for (const _ of [1, 2]) expect(await refused(confirm(id, '4000000000000002', key))).toMatchObject({ code: 'card_declined' })
    expect((await stripe.charges.list({ payment_intent: id }, C)).data).toHaveLength(1)
    const wrongFirst = { ...C, idempotencyKey: 'wrong first' }
    expect(await refused(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, wrongFirst))).toMatchObject({ code: 'amount_too_small' })
    expect((await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, wrongFirst)).status).toBe('requires_payment_method')
  })

  test('keeps everything across a restart, and resumes pending work', async () => {
    const before = await startStripe()
    const first = stripeClient(before, shapes, wrong)
    const { id: account } = await openAccount(first)
    const route = before.routes.find(({ method, path }) => method === 'post' && path.endsWith('/accounts/:id'))
    await route?.handle({ params: { id: account }, body: { chargesEnabled: true, achEnabled: true } } as never)
    before.receiver.status = 500
    const on = { stripeContext: account }
    const params = { amount: 5000, currency: 'usd' }
    const { id } = await first.paymentIntents.create(params, { ...on, idempotencyKey: 'once' })
    const data = { type: 'us_bank_account', us_bank_account: { routing_number: '110000000', account_number: '000222222227' } } as const
    await first.paymentIntents.confirm(id, { payment_method_data: data }, on)
    await before.stop({ keep: true })

    const after = await startStripe(before.database)
    const second = stripeClient(after, shapes, wrong)
    expect((await second.paymentIntents.create(params, { ...on, idempotencyKey: 'once' })).id).toBe(id)
    after.clock.moveTo(instantOf(Date.now() + 5 * DAY))
    await after.catchUp()
    expect(await second.paymentIntents.retrieve(id, {}, on)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'insufficient_funds' },
    })
    await expect
      .poll(() => after.received.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type))
      .toEqual(expect.arrayContaining(['payment_intent.created', 'payment_intent.processing', 'payment_intent.payment_failed']))
    await after.stop()
  })
})

describe('chaos', () => {
  const calm = { duplicate: 0, reorder: 0, drop: 0, failRate: 0, loseAnswers: 0, delayMs: 0 }
  const params = { amount: 5000, currency: 'usd' }

  test('a failed call has no effect; a call with a lost answer has its whole effect', async () => {
    const account = await newAccount()
    const count = async () => (await stripe.paymentIntents.list({}, account)).data.length
    await turnChaos(pool, { ...calm, failRate: 1 })
    expect(await refused(stripe.paymentIntents.create(params, account))).toMatchObject({ status: 500 })
    await turnChaos(pool, calm)
    expect(await count()).toBe(0)
    await turnChaos(pool, { ...calm, loseAnswers: 1 })
    const key = { ...account, idempotencyKey: 'lost' }
    expect(await refused(stripe.paymentIntents.create(params, key))).toMatchObject({ kind: 'StripeConnectionError' })
    await turnChaos(pool, calm)
    expect(await count()).toBe(1)
    const again = await stripe.paymentIntents.create(params, key)
    expect(isReplayed(again)).toBe(true)
    await turnChaos(pool, { ...calm, delayMs: 300 })
    const began = performance.now()
    await stripe.balance.retrieve({}, account)
    expect(performance.now() - began).toBeGreaterThan(299)
    await turnChaos(pool, calm)
  })

  test('the SDK succeeds by its retries', { timeout: 180_000 }, async () => {
    const account = await newAccount()
    const patient = stripeClient(sandbox, shapes, wrong, { maxNetworkRetries: 15 })
    await turnChaos(pool, { ...calm, failRate: 0.3, loseAnswers: 0.3 })
    await Promise.all(Array.from({ length: 5 }, () => patient.paymentIntents.create(params, account)))
    await turnChaos(pool, calm)
    expect((await stripe.paymentIntents.list({}, account)).data).toHaveLength(5)
  })

  test('sends webhooks twice, late, or never', async () => {
    await turnChaos(pool, { ...calm, drop: 1 })
    const dropped = await stripe.paymentIntents.create(params, C)
    await turnChaos(pool, { ...calm, duplicate: 1, reorder: 1 })
    const twice = await stripe.paymentIntents.create(params, C)
    await turnChaos(pool, calm)
    await expect.poll(() => receivedOf(twice.id).length).toBe(2)
    expect(new Set(receivedOf(twice.id).map(({ id }) => id)).size).toBe(1)
    expect(receivedOf(dropped.id)).toEqual([])
    await sandbox.catchUp()
    const { data } = await stripe.events.list({ delivery_success: false }, C)
    expect(data.map(({ data: { object } }) => (object as { id?: string }).id)).toEqual([dropped.id])
  })
})

test("has sent answers and events of each kind, and all match the SDK's types", () => {
  for (const { path, payload } of sandbox.received) wrong.push(...shapes.wrongIn(JSON.parse(payload), path.endsWith('accounts')))
  expect([...new Set(wrong)]).toEqual([])
  expect(shapes.unseen()).toEqual(['v2.core.account_link.returned'])
})
