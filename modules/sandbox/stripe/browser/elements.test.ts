import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Stripe as BrowserStripe } from '@stripe/stripe-js'
import { build } from 'esbuild'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../../../scripts/chromium.mjs'
import { type App, startApp } from '../../../../scripts/testing/app.ts'
import { openAccount } from '../../../../scripts/testing/stripe.ts'
import { connectTo } from '../../../payments/stripe/connection.ts'

let app: App
let browser: Browser
let stripe: Stripe
let account: string
let script: string
/** The headers that the product sends with its pages. */
let headers: Record<string, string>

beforeAll(async () => {
  app = await startApp()
  stripe = connectTo(app.stripe ?? expect.fail('the sandbox is off'))
  account = (await openAccount(stripe)).id
  await fetch(`${app.base}/api/sandbox/stripe/accounts/${account}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chargesEnabled: true, achEnabled: true }),
  })
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../../scripts/testing/stripe-page.tsx')],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  script = outputFiles[0]?.text ?? ''
  const sent = (await fetch(`${app.base}/healthz`)).headers
  headers = Object.fromEntries(['content-security-policy', 'origin-agent-cluster', 'referrer-policy'].map((name) => [name, sent.get(name) ?? '']))
  browser = await chromium.launch(await findChromium())
})
afterAll(async () => {
  await browser.close()
  await app.stop()
})

/** Opens a page with the product's Content-Security-Policy. Errors in the browser fail the test. */
const open = async (intent: Partial<Stripe.PaymentIntentCreateParams> = {}, query: Record<string, string> = {}) => {
  const { id, client_secret: secret } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', ...intent }, { stripeContext: account })
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const html =
    '<!doctype html><html lang="en"><title>Pay</title><body><script src="/sandbox/stripe/stripe.js"></script><script src="/pay-test.js"></script></body></html>'
  await page.route('**/pay-test?*', (route) => route.fulfill({ contentType: 'text/html', headers, body: html }))
  await page.route('**/pay-test.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(`${app.base}/pay-test?${new URLSearchParams({ secret: secret ?? '', account, ...query })}`)
  return { page, id, complaints, frame: page.frameLocator('iframe[title="Secure payment input frame"]') }
}
type Opened = Awaited<ReturnType<typeof open>>

const type = async ({ frame }: Opened, number: string) => {
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill('12 / 40')
  await frame.getByLabel('Security code').fill('123')
  await frame.getByLabel('ZIP code').fill('12345')
}
const violationsIn = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html, any }) => html + any.map(({ message }) => message)).join()}`)
}
/** Pressed by keyboard, since a resizing frame moves the button away from the mouse. */
const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).press('Enter')
const printed = (page: Page) => page.locator('output').textContent()
const statusOf = async (id: string) => (await stripe.paymentIntents.retrieve(id, {}, { stripeContext: account })).status
/** Leaves out refused calls, which browsers log. */
const unexpected = ({ complaints }: Opened) => complaints.filter((text) => !text.includes('402'))

test('pays by card in the Payment Element, and the page never gets the number', async () => {
  const opened = await open({ allowed_payment_method_types: ['card', 'link'] })
  const { page, id, frame } = opened
  await frame.getByText('Sandbox, no money moves').waitFor()
  await type(opened, '4242424242424242')
  await expect.poll(() => page.locator('output').getAttribute('data-complete')).toBe('true')
  expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument)).toBeNull()
  expect(await page.content()).not.toContain('4242')
  expect(await violationsIn(page)).toEqual([])
  await pay(page)
  await expect.poll(() => printed(page)).toBe('succeeded')
  expect(await statusOf(id)).toBe('succeeded')
  expect(opened.complaints).toEqual([])
  await page.context().close()
})

test('shows a decline and missing fields, and lets the payor try again', async () => {
  const opened = await open({ allowed_payment_method_types: ['card'] }, { theme: 'night' })
  const { page, frame } = opened
  await frame.getByLabel('Card number').waitFor()
  await pay(page)
  await expect.poll(() => printed(page)).toBe('incomplete_number: Your card number is incomplete.')
  await frame.getByText("Your card's security code is incomplete.").waitFor()
  await type(opened, '4242424242424241')
  await pay(page)
  await expect.poll(() => printed(page)).toBe('invalid_number: Your card number is invalid.')
  await type(opened, '4000000000009995')
  await pay(page)
  await expect.poll(() => printed(page)).toBe('card_declined: Your card has insufficient funds.')
  await frame.getByText('Your card has insufficient funds.').waitFor()
  expect(await violationsIn(page)).toEqual([])
  await type(opened, '5555555555554444')
  await pay(page)
  await expect.poll(() => printed(page)).toBe('succeeded')
  expect(unexpected(opened)).toEqual([])
  await page.context().close()
})

test.each([
  ['4000002760003184', 'Complete', 'succeeded'],
  [
    '4000002760003184',
    'Fail',
    'payment_intent_authentication_failure: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  ],
  ['4000008400001629', 'Complete', 'card_declined: Your card was declined.'],
])('3D Secure with %s, %s: %s', async (number, button, outcome) => {
  const opened = await open({ allowed_payment_method_types: ['card'] })
  const { page } = opened
  await type(opened, number)
  await pay(page)
  const dialog = page.frameLocator('iframe[title="3D Secure authentication"]').getByRole('dialog', { name: '3D Secure authentication' })
  await dialog.waitFor()
  expect(await violationsIn(page)).toEqual([])
  await dialog.getByRole('button', { name: button }).click()
  await expect.poll(() => printed(page)).toBe(outcome)
  expect(await page.locator('iframe').count()).toBe(1)
  expect(unexpected(opened)).toEqual([])
  await page.context().close()
})

test('pays with a saved payment method by its id, without an Element, and handles 3D Secure', async () => {
  const opened = await open({ allowed_payment_method_types: ['card'] })
  const { page, id } = opened
  const paying = page.evaluate(async () => {
    const query = new URLSearchParams(location.search)
    const { Stripe } = window as unknown as { Stripe: (key: string, options: object) => BrowserStripe }
    const { error, paymentIntent } = await Stripe('pk_test_sandbox', { stripeAccount: query.get('account') }).confirmPayment({
      clientSecret: query.get('secret') ?? '',
      redirect: 'if_required',
      confirmParams: { payment_method: 'pm_card_authenticationRequired', return_url: location.href },
    })
    return error?.message ?? paymentIntent?.status
  })
  await page.frameLocator('iframe[title="3D Secure authentication"]').getByRole('button', { name: 'Complete' }).click()
  expect(await paying).toBe('succeeded')
  expect(await statusOf(id)).toBe('succeeded')
  expect(opened.complaints).toEqual([])
  await page.context().close()
})

test('picks or types a bank account, by keyboard too, and starts its debit', async () => {
  const opened = await open({ allowed_payment_method_types: ['us_bank_account'] })
  const { page, id, frame } = opened
  await frame.getByLabel('Bank without funds').focus()
  await page.keyboard.press('Space')
  expect(await frame.getByLabel('Account number').inputValue()).toBe('000222222227')
  await frame.getByLabel('Routing number').fill('110000000')
  await frame.getByLabel('Account number').fill('000123456789')
  await frame.getByLabel('Account number').press('Tab')
  await page.getByRole('button', { name: 'Pay' }).press('Enter')
  await expect.poll(() => printed(page)).toBe('processing')
  expect(await statusOf(id)).toBe('processing')
  expect(opened.complaints).toEqual([])
  await page.context().close()
})

test('shows the two methods that an intent allows; the Card Element pays; no Element mounts in a shadow root', async () => {
  const both = await open()
  await both.frame.getByLabel('US bank account').check()
  await both.frame.getByLabel('Routing number').waitFor()
  await both.frame.getByLabel('Card', { exact: true }).check()
  await type(both, '4242424242424242')
  const refused = await both.page.evaluate(() => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const place = root.appendChild(document.createElement('div'))
    const { Stripe } = window as unknown as {
      Stripe: (key: string) => { elements: () => { create: (type: string) => { mount: (at: Element) => void } } }
    }
    try {
      Stripe('pk_test_sandbox').elements().create('card').mount(place)
      return 'mounted'
    } catch (error) {
      return String(error)
    }
  })
  expect(refused).toContain('Elements cannot be mounted in a ShadowRoot')
  await both.page.context().close()

  const card = await open({}, { kind: 'card' })
  await type(card, '378282246310005')
  await pay(card.page)
  await expect.poll(() => printed(card.page)).toBe('succeeded')
  await card.page.context().close()
})

test('answers a browser only with the client secret, and only calls meant for browsers', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' }, { stripeContext: account })
  const ask = async (path: string, query: Record<string, string>) => {
    const answer = await fetch(
      `${app.base}/sandbox/stripe/v1/${path}?${new URLSearchParams({ key: 'pk_test_sandbox', _stripe_account: account, ...query })}`,
    )
    return [answer.status, answer.headers.get('access-control-allow-origin')]
  }
  expect(await ask(`payment_intents/${id}`, {})).toEqual([400, '*'])
  expect(await ask(`payment_intents/${id}`, { client_secret: 'pi_x_secret_y' })).toEqual([400, '*'])
  expect(await ask(`payment_intents/${id}`, { key: 'sk_test_sandbox', client_secret: 'x' })).toEqual([401, '*'])
  expect(await ask('balance', {})).toEqual([404, '*'])
  expect((await fetch(`${app.base}/`)).headers.get('access-control-allow-origin')).toBeNull()
  // For the frame, Chromium resolves 'self' to its address; WebKit does not.
  const policy = (await fetch(`${app.base}/sandbox/stripe/frame`)).headers.get('content-security-policy')
  expect(policy).toMatch(/connect-src 'self' http:[^ ]+;/)
})
