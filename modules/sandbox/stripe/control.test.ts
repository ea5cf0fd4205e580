import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, startApp } from '../../../scripts/testing/app.ts'
import { openAccount, stripeClient } from '../../../scripts/testing/stripe.ts'
import { stripeShapes } from '../../../scripts/testing/stripe-shapes.ts'
import { startStripeSandbox } from './stand-in.ts'

type Outcome = Readonly<{ status: string; error?: Readonly<{ code: string; declineCode: string | null; message: string }> }>

const shapes = stripeShapes()
const wrong: string[] = []

let app: App
let stripe: Stripe
let api: Client
let on: { stripeContext: string }

const control = (path: string, body: unknown = {}) =>
  api.send<Outcome & Record<string, unknown>>('post', `/api/sandbox/stripe/${path}`, { json: body })
const create = async () => (await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, on)).id
const pay = async (body: unknown) => {
  const id = await create()
  return { id, ...(await control(`intents/${id}/pay`, body)).body }
}
const outcomeOf = ({ status, error }: Outcome) => [status, error?.code, error?.declineCode]
const onboard = async (account: string, answer?: string) => {
  const { url } = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { return_url: `${app.base}/stripe/return?paymentProfileId=1`, refresh_url: `${app.base}/stripe/reauth?paymentProfileId=1` },
    },
  })
  // The link has the product's public address, which the test cannot reach.
  const at = app.base + new URL(url).pathname
  const send = (init: RequestInit = {}) => fetch(at, { redirect: 'manual', ...init })
  const form = answer === undefined ? { method: 'POST' } : { method: 'POST', body: new URLSearchParams({ answer }) }
  return { send, answered: () => send(form) }
}
const stateOf = async (account: string) => {
  const { chargesEnabled, achEnabled } = await api.get<{ chargesEnabled: boolean; achEnabled: boolean }>(`/api/sandbox/stripe/accounts/${account}`)
  return { chargesEnabled, achEnabled }
}

beforeAll(async () => {
  app = await startApp()
  stripe = stripeClient(app.stripe ?? expect.fail('the sandbox is off'), shapes, wrong)
  api = app.guest()
  on = { stripeContext: (await openAccount(stripe)).id }
  await (await onboard(on.stripeContext)).answered()
})
afterAll(async () => {
  await app.stop()
  expect([...new Set(wrong)]).toEqual([])
})

test('an onboarding link shows the form once, and takes one answer', async () => {
  const { id } = await openAccount(stripe)
  const later = await onboard(id, 'later')
  const page = await later.send()
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Complete onboarding')])
  const left = await later.answered()
  expect([left.status, left.headers.get('location')]).toEqual([303, `${app.base}/stripe/return?paymentProfileId=1`])
  expect(await stateOf(id)).toEqual({ chargesEnabled: false, achEnabled: false })
  for (const again of [await later.send(), await later.answered()])
    expect([again.status, again.headers.get('location')]).toEqual([303, `${app.base}/stripe/reauth?paymentProfileId=1`])

  await (await onboard(id, 'declined')).answered()
  const { configuration } = await stripe.v2.core.accounts.retrieve(id, { include: ['configuration.merchant'] })
  expect(configuration?.merchant?.capabilities?.card_payments).toMatchObject({
    status: 'rejected',
    status_details: [{ resolution: 'contact_stripe' }],
  })
  const unasked = await onboard(id)
  expect((await unasked.answered()).status).toBe(303)
  expect(await stateOf(id)).toEqual({ chargesEnabled: true, achEnabled: true })
  const { events } = await api.get<{ events: { id: string; type: string; account: string }[] }>('/api/sandbox/stripe/log')
  const returned = events.findLast(({ type, account }) => type === 'v2.core.account_link.returned' && account === id)
  expect(await stripe.v2.core.events.retrieve(returned?.id ?? '')).toMatchObject({ data: { account_id: id } })

  const expired = await onboard(id)
  await api.post('/api/sandbox/clock', { now: new Date(Date.parse(app.clock.now()) + 301_000).toISOString() })
  expect((await expired.send()).headers.get('location')).toContain('/stripe/reauth')
  expect((await fetch(`${app.base}/sandbox/stripe/onboarding/al_none`)).status).toBe(404)
})

test('unknown fields of a call are ignored', async () => {
  expect((await pay({ card: '4242424242424242', saveMethod: true })).status).toBe('succeeded')
})

test('an account can be restricted and made complete again', async () => {
  const { id } = await openAccount(stripe)
  await control(`accounts/${id}`, { chargesEnabled: true, achEnabled: false })
  expect(await stateOf(id)).toEqual({ chargesEnabled: true, achEnabled: false })
  const debits = { amount: 5000, currency: 'usd', allowed_payment_method_types: ['us_bank_account' as const] }
  await expect(stripe.paymentIntents.create(debits, { stripeContext: id })).rejects.toMatchObject({ param: 'allowed_payment_method_types' })
  await control(`accounts/${id}`, { chargesEnabled: false, achEnabled: false })
  await expect(stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, { stripeContext: id })).rejects.toMatchObject({
    code: 'capability_not_active',
  })
})

test.each<[card: string, result: string, decline?: string | null]>([
  ['4242424242424242', 'succeeded'],
  ['5555555555554444', 'succeeded'],
  ['378282246310005', 'succeeded'],
  ['4000056655665556', 'succeeded'],
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
  ['4242424242424241', 'incorrect_number', null],
  ['4000000000000341', 'card_declined', 'generic_decline'],
  ['4000000000000259', 'succeeded'],
  ['4000000000002685', 'succeeded'],
  ['4000000000001976', 'succeeded'],
  ['4000000000005423', 'succeeded'],
  ['4000000000007726', 'succeeded'],
  ['4000000000005126', 'succeeded'],
  // Not a test card.
  ['4111111111111111', 'card_declined', 'test_mode_live_card'],
])('the card %s: %s %s', async (card, result, decline) => {
  const expected = result === 'succeeded' ? ['succeeded', undefined, undefined] : ['requires_payment_method', result, decline]
  expect(outcomeOf(await pay({ card }))).toEqual(expected)
})

test.each([
  ['4000002500003155', true, 'succeeded', undefined],
  ['4000002760003184', true, 'succeeded', undefined],
  ['4000000000003220', true, 'succeeded', undefined],
  ['4000000000003220', false, 'requires_payment_method', 'payment_intent_authentication_failure'],
  ['4000008400001629', true, 'requires_payment_method', 'card_declined'],
])('the card %s, authenticated: %s, %s %s', async (card, authenticate, status, code) => {
  const { id, ...waiting } = await pay({ card })
  expect(waiting.status).toBe('requires_action')
  const { body } = await control(`intents/${id}/pay`, { authenticate })
  expect([body.status, body.error?.code]).toEqual([status, code])
  expect((await control(`intents/${id}/pay`, { authenticate })).body.error?.code).toBe('payment_intent_unexpected_state')
})

test.each([
  ['000123456789', 'processing', 'succeeded', undefined],
  ['000111111113', 'processing', 'requires_payment_method', 'account_closed'],
  ['000111111116', 'processing', 'requires_payment_method', 'no_account'],
  ['000222222227', 'processing', 'requires_payment_method', 'insufficient_funds'],
  ['000333333335', 'processing', 'requires_payment_method', 'debit_not_authorized'],
  ['000444444440', 'processing', 'requires_payment_method', 'payment_intent_payment_attempt_failed'],
  ['000777777771', 'requires_payment_method', 'requires_payment_method', 'charge_exceeds_source_limit'],
  ['000000004954', 'requires_payment_method', 'requires_payment_method', 'payment_intent_payment_attempt_failed'],
  ['000555555559', 'processing', 'succeeded', undefined],
  ['000000000009', 'processing', 'processing', undefined],
])('the bank account %s: %s, then %s %s', async (accountNumber, at, then, code) => {
  const { id, status } = await pay({ routingNumber: '110000000', accountNumber })
  expect(status).toBe(at)
  const { body } = await control(`intents/${id}/settle`)
  expect([body.status, body.error?.code]).toEqual([then, code])
  const { data } = await stripe.disputes.list({ payment_intent: id }, on)
  expect(data.map(({ reason, status: is }) => [reason, is])).toEqual(accountNumber === '000555555559' ? [['debit_not_authorized', 'lost']] : [])
})

test("a bank account that is none of Stripe's test accounts is refused", async () => {
  expect(outcomeOf(await pay({ routingNumber: '110000000', accountNumber: '123456' }))[1]).toBe('account_number_invalid')
  expect(outcomeOf(await pay({ routingNumber: '021000021', accountNumber: '000123456789' }))[1]).toBe('routing_number_invalid')
})

test('a bank debit clears once the clock has moved four days, before that call answers', async () => {
  const { id } = await pay({ accountNumber: '000123456789' })
  await api.post('/api/sandbox/clock', { now: new Date(Date.parse(app.clock.now()) + 4 * 86_400_000 + 1000).toISOString() })
  expect((await stripe.paymentIntents.retrieve(id, {}, on)).status).toBe('succeeded')
})

test('a dispute is opened once and closed once', async () => {
  const { id } = await pay({ card: '4242424242424242' })
  const opened = (await control(`intents/${id}/dispute`)).body
  expect(opened).toMatchObject({ status: 'needs_response' })
  expect((await control(`intents/${id}/dispute`)).body).toEqual(opened)
  expect((await control(`intents/${id}/dispute`, { outcome: 'won' })).body).toEqual({ ...opened, status: 'won' })
  expect((await control(`intents/${id}/dispute`, { outcome: 'lost' })).status).toBe(404)
  expect((await control(`intents/${await create()}/dispute`)).status).toBe(404)
})

test('chaos settings can be changed one by one; unknown ones are refused', async () => {
  const calm = { duplicate: 0, reorder: 0, drop: 0, failRate: 0, loseAnswers: 0, delayMs: 0 }
  expect((await control('chaos', { duplicate: 0.5, delayMs: 5 })).body).toEqual({ ...calm, duplicate: 0.5, delayMs: 5 })
  expect((await control('chaos', { duplicate: 0 })).body).toEqual({ ...calm, delayMs: 5 })
  expect((await control('chaos', calm)).body).toEqual(calm)
  for (const bad of [{ drop: 2 }, { drop: 'x' }, { foo: 1 }, { delayMs: -1 }]) expect((await control('chaos', bad)).status).toBe(400)
  for (const bad of [{}, { card: 4242 }, { card: 'x' }, { authenticate: 'yes' }])
    expect((await control(`intents/${await create()}/pay`, bad)).status).toBe(400)
  for (const path of ['intents/pi_none/pay', 'intents/pi_none/settle', 'intents/pi_none/dispute', 'accounts/acct_none'])
    expect(
      (
        await control(
          path,
          path.endsWith('pay') ? { card: '4242424242424242' } : path.startsWith('accounts') ? { chargesEnabled: true, achEnabled: true } : {},
        )
      ).status,
    ).toBe(404)
})

test('the log lists calls and events without payment details', async () => {
  const { id } = await pay({ card: '4242424242424242' })
  await stripe.paymentIntents.retrieve('pi_none', {}, on).catch(() => {})
  const { text, body } = await api.send<{ calls: object[]; events: object[] }>('get', '/api/sandbox/stripe/log')
  expect(body.calls).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      path: '/v1/payment_intents/pi_none',
      account: on.stripeContext,
      status: 404,
      code: 'resource_missing',
    }),
  )
  expect(body.events).toContainEqual(expect.objectContaining({ type: 'payment_intent.succeeded', object: id, account: on.stripeContext }))
  expect(text).not.toContain('4242424242424242')
})

test('has no routes outside of the sandbox', async () => {
  const off = await startApp({ SANDBOX: '0', SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(off.stripe).toBeNull()
  for (const path of ['/sandbox/stripe/stripe.js', '/sandbox/stripe/frame', '/api/sandbox/stripe/log', '/sandbox/stripe/onboarding/al_1'])
    expect((await fetch(off.base + path)).status, path).toBe(404)
  await off.stop()
  const needs = { databaseUrl: '', now: app.clock.now, log: undefined as never, own: () => '', origin: () => '' }
  await expect(startStripeSandbox({ ...needs, enabledEvents: '*', allowed: false })).rejects.toThrow('in the sandbox alone')
})
