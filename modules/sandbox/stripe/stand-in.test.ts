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

/** Answers the account's onboarding form, whose page is on another port. */
const enable = (account: string) => setAbilities(account, true)
const setAbilities = async (account: string, on: boolean) => {
  const route = sandbox.routes.find(({ method, path }) => method === 'post' && path.endsWith('/accounts/:id'))
  await route?.handle({ params: { id: account }, body: { chargesEnabled: on, achEnabled: on } } as never)
}
const newAccount = async () => {
  const { id } = await openAccount(stripe)
  await enable(id)
  return { stripeContext: id }
}
const move = async (days: number) => {
  sandbox.clock.moveTo(instantOf(Date.parse(sandbox.clock.now()) + days * DAY))
  await sandbox.catchUp()
}
const heardOf = (id: string) =>
  sandbox.heard.map(({ payload }) => JSON.parse(payload) as Stripe.Event).filter(({ data }) => (data?.object as { id?: string })?.id === id)
const refused = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Stripe.errors.StripeError
    ? { kind: error.type, status: error.statusCode, code: error.code, param: error.param, message: error.message }
    : expect.fail(`was not refused: ${String(error)}`)
}
const card = (number: string) => ({ type: 'card', card: { number, exp_month: 12, exp_year: 2040 } })
/** Card numbers come from browsers: the SDK's types do not have them. */
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

test('a payment by card, with its charge, fee and events', async () => {
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
    .poll(() => heardOf(intent.id).map(({ type }) => type))
    .toEqual(expect.arrayContaining(['payment_intent.created', 'payment_intent.succeeded']))
})
