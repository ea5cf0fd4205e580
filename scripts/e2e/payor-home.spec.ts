import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Intent } from '../../modules/payments/contract.ts'
import { readPdf } from '../testing/pdf-text.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { hold } from './hold.ts'
import { grantAccess } from './network.ts'
import { newPayor, type Payor } from './new-payor.ts'
import { expect, signIn, test } from './test.ts'

// The stories wait until the network is idle, which it never is with live updates.
test.use({ live: false, viewport: { width: 375, height: 667 } })

const payAndSave = async ({ api }: Payor, bill: Bill | undefined, method: 'credit' | 'ach', by: object): Promise<void> => {
  const { paymentIntentId } = await api.post<Intent>('/payments/create-intent', { assessmentId: bill?.id, method, saveMethod: true })
  await api.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, by)
  await api.post(`/sandbox/stripe/intents/${paymentIntentId}/settle`, {})
}

const look = async (page: Page, what: string): Promise<void> => {
  await expectFits(page, 375, what)
  await expectAccessible(page, what)
}

test('a payor sees the saved cards and bank accounts of each network, and removes them', async ({ page, product }) => {
  const payor = await newPayor(product.url, 2)
  await signIn(page, payor.email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payment Methods' }).click()
  await expect(page).toHaveTitle('Payment Methods · Vestry')
  await expect(page.getByRole('heading', { name: 'No saved payment methods' })).toBeVisible()
  await look(page, 'no saved payment methods')

  await payAndSave(payor, payor.bills[0], 'credit', { card: '4242424242424242' })
  await payAndSave(payor, payor.bills[1], 'ach', { accountNumber: '000123456789' })
  const list = '**/api/my/saved-methods'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'It is down.' } }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your saved payment methods could not be loaded' })).toBeVisible()
  await look(page, 'saved payment methods that could not be loaded')
  await page.unroute(list)
  const saved = page.getByRole('region', { name: 'Saved payment methods' })
  const rows = saved.getByRole('listitem')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(rows).toHaveCount(2)
  const letGo = await hold(page, list)
  await page.reload()
  await expect(page.getByText('Loading your saved payment methods...')).toBeVisible()
  letGo()
  await expect(rows).toHaveCount(2)
  const [card, bank] = [rows.filter({ hasText: 'Visa ending in 4242' }), rows.filter({ hasText: 'STRIPE TEST BANK ending in 6789' })]
  await expect(card).toContainText(/Expires \d\d\/\d\d/)
  await expect(bank).toContainText('Bank account')
  for (const row of [card, bank]) await expect(row).toContainText(/Saved with Synod of the Plains.*, account 'Cards'/)
  await look(page, 'saved payment methods')

  const one = '**/api/my/payment-methods/*'
  await page.route(one, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'It is down.' } }))
  await card.getByRole('button', { name: /^Remove/ }).click()
  const question = page.getByRole('dialog', { name: 'Remove this card?' })
  await expect(question).toContainText('Visa ending in 4242')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await look(page, 'the question before a card is removed')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question.getByRole('alert')).toContainText('It is down.')
  await page.unroute(one)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Visa ending in 4242 is removed', { exact: true })).toBeVisible()
  await expect(saved).toBeFocused()
  await expect(rows).toHaveCount(1)

  // If another window has removed the method already, removing it succeeds as well.
  const { data } = (await (await page.request.get('/api/my/saved-methods')).json()) as { data: { id: string }[] }
  await bank.getByRole('button', { name: /^Remove/ }).click()
  await page.request.delete(`/api/my/payment-methods/${data[0]?.id}`)
  await page.getByRole('dialog', { name: 'Remove this bank account?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No saved payment methods' })).toBeVisible()
})

test('each payment of a payor has a receipt as a page and as a PDF, even on a partly paid bill', async ({ page, product }) => {
  const payor = await newPayor(product.url, 1)
  const at = `/assessment-bills/${payor.bills[0]?.id}`
  for (const amount of [20, 30]) await payor.host.api.post(`${at}/receipts`, { amount, method: 'check', reference: 'No. 7' })
  await signIn(page, payor.email)
  await page.goto('/my-payments')
  await expect(page).toHaveTitle('My Payments · Vestry')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  for (const amount of ['$20.00', '$30.00']) {
    const row = rows.filter({ hasText: amount })
    const receipt = row.getByRole('link', { name: /^Receipt \d/ })
    const number = ((await receipt.textContent()) ?? '').replace('Receipt ', '')
    const file = await page.request.get((await row.getByRole('link', { name: `Receipt as PDF, ${number}` }).getAttribute('href')) ?? '')
    expect(file.headers()['content-type']).toBe('application/pdf')
    const [paper] = readPdf(await file.body())
    for (const words of ['Receipt', number, amount]) expect(paper?.text, number).toContain(words)
    const opened = page.waitForEvent('popup')
    await receipt.click()
    await expect((await opened).getByText(number)).toBeVisible()
    await (await opened).close()
  }
  await look(page, 'my payments')
})

/**
 * Follows every link from the front page once, except on pay pages. Returns the visited addresses and the refused
 * requests.
 */
const walk = async (page: Page) => {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${new URL(answer.url()).pathname}`)
  })
  const [visited, ahead] = [new Set<string>(), ['/']]
  for (let address = ahead.shift(); address !== undefined; address = ahead.shift()) {
    if (visited.has(address)) continue
    visited.add(address)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible()
    await page.waitForLoadState('networkidle')
    await look(page, address)
    if (address.startsWith('/pay/')) continue
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    ahead.push(...links.filter((href) => !href.startsWith('/logout') && !href.endsWith('.pdf')))
  }
  return { refused, visited }
}

for (const inNetwork of [true, false])
  test(`nothing that a payor ${inNetwork ? 'who is a Member' : 'without a network'} can reach is refused, and their bills are My Bills`, async ({
    page,
    product,
  }) => {
    test.setTimeout(300_000)
    const payor = await newPayor(product.url, 2)
    if (inNetwork) await grantAccess(payor.host, payor, 'Member')
    await payor.host.api.put(`/assessment-bills/${payor.bills[0]?.id}/mark-as-paid`, {})
    await signIn(page, payor.email)
    const { refused, visited } = await walk(page)
    expect(refused).toEqual([])
    expect([...visited]).toEqual(
      expect.arrayContaining([
        ...['/my-assessments', '/my-payments', '/my-payment-methods', `/pay/${payor.bills[1]?.id}`],
        ...['/settings/profile', '/settings/password', '/settings/connected-accounts', '/settings/security'],
      ]),
    )
    expect([...visited].filter((address) => /payments$|network|people|api-keys|webhooks|embed/.test(address))).toEqual(['/my-payments'])
    for (const address of ['/dashboard', '/my-assessments']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Bills')
      await expect(page).toHaveTitle('My Bills · Vestry')
      await expect(page.getByText('My Assessments')).toHaveCount(0)
    }
  })
