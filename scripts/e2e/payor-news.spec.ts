import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { payable } from './stripe.ts'
import { expect, test } from './test.ts'

const PHONE = { width: 375, height: 667 }

test('a returned bank debit is told on the bill, with a way to pay again; once paid the bill says so first', async ({ browser, admin, product }) => {
  const { bill, pay, now } = await payable(admin)
  const intentId = await pay({ accountNumber: '000222222227' }, 'ach')
  await admin.api.post(`/sandbox/stripe/intents/${intentId}/settle`, {})
  await expect.poll(async () => (await now()).status).toBe('Failed')
  const context = await browser.newContext({ baseURL: product.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(`/pay/${bill.id}`)
  await expect(page.getByText('Bank debit returned')).toBeVisible()
  await expect(page.getByText('There was not enough money in the account.')).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a returned bank debit')
  await page.getByRole('link', { name: 'Pay again' }).click()
  await expect(page.getByRole('tab', { name: 'Credit Card' })).toBeFocused()

  await pay({ card: '4242424242424242' })
  await expect.poll(async () => (await now()).status).toBe('Paid')
  await page.goto(`/pay/${bill.id}?lang=es`)
  await expect(page.getByText('Débito bancario devuelto')).toHaveCount(0)
  await expect(page.getByText('Pagada', { exact: true })).toBeVisible()
  await expect(page.getByText('$250.00 en total, $250.00 pagados, $0.00 pendientes')).toBeVisible()
  await expectFits(page, PHONE.width)
  await expectAccessible(page, 'a paid bill')
  await page.getByRole('link', { name: 'Ver su recibo' }).click()
  await expect(page).toHaveURL(/\/receipts\//)
  await context.close()
})
