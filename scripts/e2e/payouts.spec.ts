import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Intent, Payout, Reconciliation } from '../../modules/payments/contract.ts'
import type { ListOf } from '../../modules/shared/api.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { grantAccess } from './network.ts'
import { payable, withAccount } from './stripe.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

const CARD = { card: '4242424242424242' }
const DAY = 86_400_000

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison with Stripe' })
const rows = (page: Page, caption: string) => page.getByRole('table', { name: caption }).locator('tbody').getByRole('row')
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

const moveClock = ({ api }: Admin, days: number) => api.post('/sandbox/clock', { now: new Date(Date.now() + days * DAY).toISOString() })
const chaos = ({ api }: Admin, dial: object) => api.post('/sandbox/stripe/chaos', dial)

const paidOut = async (admin: Admin, amount = 100) => {
  const made = await payable(admin, amount)
  await made.pay(CARD)
  await moveClock(admin, 4)
  const payouts = async () => (await admin.api.get<ListOf<Payout>>('/payouts')).data
  await expect.poll(async () => (await payouts()).map(({ status }) => status)).toEqual(['paid'])
  const [payout] = await payouts()
  if (!payout) throw new Error('Nothing was paid out')
  return { ...made, payout }
}

// Resets the chaos settings and the clock, which later stories of the same product use, too.
test.afterEach(async ({ product }) => {
  const anybody = await newAdmin(product.url)
  await chaos(anybody, { failRate: 0, drop: 0 })
  await moveClock(anybody, 0)
})

test("follows a payment from its bill to the payout, whose rows add up to the bank's amount", async ({ page, admin }) => {
  await page.goto('/payors')
  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  await expect(heading(page, 'No payouts yet')).toBeVisible()
  await expect(comparison(page)).toHaveCount(0)
  await expectAccessible(page, 'no payouts')

  const { bill, payout } = await paidOut(admin)
  const day = new Date(payout.arrivalDate).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  await page.goto(`/payors/bills/${bill.id}`)
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Fee $3.20 · Net $96.80')
  await page.getByRole('link', { name: 'See payout' }).click()
  await expect(heading(page, `Payout of ${day}`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$96.80 · 1 payment')
  await expect(rows(page, 'In this payout')).toHaveText(['Payor NumberAAnnual duesPayment$100.00$3.20$96.80'])
  await expect(page.locator('tfoot').getByRole('row')).toHaveText(['Sum$100.00$3.20$96.80'])
  await said(page, 'Adds up to the amount that arrived at your bank.')
  await expectAccessible(page, 'a payout')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Payment · Gross $100.00 · Fee $3.20')).toBeVisible()
  await page.getByRole('link', { name: 'Payor NumberA' }).click()
  await expect(page).toHaveURL(`/payors/bills/${bill.id}`)
  await page.setViewportSize({ width: 1440, height: 900 })

  for (const path of ['/payors', '/payouts', `/payouts/${payout.id}`, '/payouts/events?show=all']) {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expectFits(page, 320, path)
    if (path !== '/payors') continue
    const { height } = (await heading(page, 'All Transactions').boundingBox()) ?? {}
    expect(height, 'the title has a line of its own').toBeLessThan(40)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/payouts')
  await said(page, 'Sandbox: no money moves')
  await expect(rows(page, 'Payouts')).toHaveText([`${day}Arrived1$96.80`])
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText('Payors')
  await expectAccessible(page, 'the payouts')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file).toContain(payout.id)
  expect(file).toContain('Annual dues,100.00,3.20,96.80')
  await page.getByRole('link', { name: day }).click()
  await expect(page).toHaveURL(`/payouts/${payout.id}`)
  await page.getByRole('link', { name: 'Back to Payouts' }).click()
  await expect(heading(page, 'All payouts')).toBeVisible()

  await page.goto('/payouts/po_unknown')
  await expect(heading(page, 'Failed to load the payout')).toBeVisible()
})

test('Compare Now finds a payment whose webhook was lost, and shows both figures of each difference', async ({ page, admin }) => {
  const { bill, now } = await payable(admin, 100)
  // An account that was just compared is not due, so only Compare Now can find the payment.
  await admin.api.post('/reconciliations', {})
  await chaos(admin, { drop: 1 })
  const { paymentIntentId } = await admin.api.post<Intent>('/payments/create-intent', { assessmentId: bill.id })
  await admin.api.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, CARD)
  await page.goto('/payouts')
  await expect(comparison(page)).toContainText('General account')
  await button(page, 'Compare Now').click()
  await said(page, 'Everything agrees with Stripe. 1 missing payment was recorded.')
  await expect(comparison(page)).toContainText('Everything agrees')
  await expect(comparison(page)).toContainText(/Last compared .* · 1 movement in seven days/)
  expect((await now()).status).toBe('Paid')

  await page.route('**/api/reconciliations', async (route) => {
    if (route.request().method() === 'POST') return route.fulfill({ status: 503, json: { message: 'Stripe is not responding right now.' } })
    const { data } = (await (await route.fetch()).json()) as { data: Reconciliation[] }
    const differences = [
      { intentId: 'pi_missing', what: 'missing', stripe: 40, recorded: null },
      { intentId: 'pi_fee', what: 'fee', stripe: 3.2, recorded: 3 },
    ]
    return route.fulfill({ json: { data: data.map((one) => ({ ...one, differences })) } })
  })
  await page.reload()
  await expect(comparison(page)).toContainText('2 differences')
  await expect(page.getByRole('list', { name: 'Differences, General account' }).getByRole('listitem')).toHaveText([
    'Missing: Stripe took $40.00 that could not be recorded here.Payment pi_missing',
    'Fee: Stripe kept $3.20, but $3.00 is recorded here.Payment pi_fee',
  ])
  await expectAccessible(page, 'differences')
  await button(page, 'Compare Now').click()
  await said(page, 'Stripe is not responding right now.')
})

test('lists a failed event with its reason and retries it', async ({ page, admin }) => {
  const { bill, now } = await payable(admin, 100)
  await page.goto('/payouts')
  await page.getByRole('link', { name: 'Stripe Events' }).click()
  await expect(heading(page, 'Nothing has failed')).toBeVisible()

  const { paymentIntentId } = await admin.api.post<Intent>('/payments/create-intent', { assessmentId: bill.id })
  await chaos(admin, { failRate: 1 })
  await admin.api.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, CARD)
  const failed = rows(page, 'Events').filter({ hasText: 'payment_intent.succeeded' })
  await expect(failed).toContainText(`Payment${paymentIntentId}`)
  await expect(failed).toContainText('FailedStripe is not responding right now.')
  expect((await now()).status).toBe('Unpaid')
  await expectAccessible(page, 'events that failed')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment succeeded' })).toContainText('Stripe is not responding right now.')
  await page.setViewportSize({ width: 1440, height: 900 })

  const again = button(page, `Try again, Payment succeeded, ${paymentIntentId}`)
  await again.click()
  await said(page, 'The event is being processed again.')
  await expect(failed, 'it fails again').toContainText('Stripe is not responding right now.')

  await page.getByLabel('Show').selectOption('All events')
  await expect(page).toHaveURL('/payouts/events?show=all')
  await chaos(admin, { failRate: 0 })
  const replayed = page.waitForResponse((response) => response.url().endsWith('/replay'))
  await again.click()
  expect((await replayed).status()).toBe(202)
  await expect(failed).toContainText('Done')
  await expect.poll(async () => (await now()).status).toBe('Paid')
  await page.route('**/replay', (route) => route.fulfill({ status: 500, body: '' }))
  await again.click()
  await said(page, 'The event could not be tried again. Please try again.')
})

test('an Auditor can read everything but has no buttons; a Member is refused', async ({ page, product }) => {
  const host = await newAdmin(product.url)
  await withAccount(host, { chargesEnabled: true, achEnabled: true })
  const [auditor, member] = [await newAdmin(product.url), await newAdmin(product.url)]
  for (const [guest, role] of [
    [auditor, 'Auditor'],
    [member, 'Member'],
  ] as const) {
    await grantAccess(host, guest, role)
    await guest.api.post('/auth/network', { networkId: host.network.id })
  }
  await signIn(page, auditor.email)
  await page.goto('/payouts')
  await expect(comparison(page)).toContainText('General account')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.goto('/payouts/events?show=all')
  await expect(rows(page, 'Events').first()).toContainText('Account changed')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

  await signIn(page, member.email)
  for (const path of ['/payouts', '/payouts/events', '/payouts/po_1']) {
    await page.goto(path)
    await expect(heading(page, 'You do not have permission to view this payment.')).toBeVisible()
  }
  await page.goto('/payors')
  await expect(page.getByRole('link', { name: 'Payouts' })).toHaveCount(0)
})
