import type { Payment } from '../../modules/payments/contract.ts'
import { expectAccessible } from './axe.ts'
import { mailed } from './mail.ts'
import { billed } from './network.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const paidPartly = async (url: string) => {
  const admin = await newAdmin(url)
  const { program } = await billed(admin, 1)
  const email = newEmail('payor')
  await admin.api.upload(program.id, `firstName,lastName,email\nRuth,Mailed,${email}\n`)
  const { data } = await admin.api.get<{ data: { id: string }[] }>('/assessment-bills?search=Mailed')
  const bill = data[0]?.id ?? ''
  await admin.api.post(`/assessment-bills/${bill}/receipts`, { amount: 50, method: 'check', reference: 'No. 1042' })
  const [payment] = (await admin.api.get<{ data: Payment[] }>('/payments')).data
  if (!payment) throw new Error('There is no payment')
  return { admin, email, bill, payment }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a mailed receipt opens its page, and so does the bill', async ({ page, product }) => {
    const { admin, email, bill, payment } = await paidPartly(product.url)
    await page.goto(new URL(await mailed(admin.api, email, /View your receipt: (\S+)/)).pathname)
    await expect(page).toHaveURL(`${product.url}/pay/${bill}/receipts/${payment.id}`)
    await expect(page.getByRole('region', { name: `Receipt ${payment.receiptNumber}` })).toContainText('No. 1042')
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await page.getByRole('link', { name: 'View and pay the bill' }).click()
    await expect(page.getByRole('heading', { name: 'Payments so far' })).toBeVisible()
    await page.getByRole('link', { name: `Receipt ${payment.receiptNumber}` }).click()
    await page.getByRole('link', { name: 'ES', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Recibo' })).toBeVisible()
  })
})

test('a receipt prints by its button, fits a small phone, and is accessible', async ({ page, product }) => {
  const { bill, payment } = await paidPartly(product.url)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  for (const address of [`/pay/${bill}/receipts/${payment.id}`, `/pay/${bill}`]) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(address)
    await expect(page.getByText(/No\. 1042/)).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320)
    await expectAccessible(page, address)
  }
  await page.goto(`/pay/${bill}/receipts/${payment.id}`)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText(payment.receiptNumber)).toBeVisible()
})

test('an Admin finds a payment by its receipt, and opens the receipt', async ({ page, product }) => {
  const { admin, bill, payment } = await paidPartly(product.url)
  await signIn(page, admin.email, PASSWORD)
  await page.goto(`/payors?search=${payment.receiptNumber}`)
  await expect(page.getByRole('link', { name: `Receipt ${payment.receiptNumber}` })).toHaveAttribute('href', `/pay/${bill}/receipts/${payment.id}`)
  await page.getByRole('button', { name: /^Actions, Ruth Mailed/ }).click()
  await page.getByRole('menuitem', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await page.goto(`/payors/bills/${bill}`)
  await expect(page.getByRole('link', { name: `Receipt ${payment.receiptNumber}` })).toBeVisible()
})

test('the proof of a payment explains itself, verifies itself in the browser, and reports a change', async ({ page, product }) => {
  const { bill, payment } = await paidPartly(product.url)
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto(`/pay/${bill}/receipts/${payment.id}?lang=es`)
  await page.getByRole('link', { name: 'Prueba de que este pago está en los libros' }).click()
  await expect(page.getByRole('status')).toContainText('Este pago está en los libros')
  await page.getByRole('link', { name: 'EN', exact: true }).click()
  const finding = page.getByRole('status')
  await expect(finding).toContainText('This payment is in the books')
  await expect(finding).toContainText('$50.00')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page, 'the proof of a payment')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the proof' }).click()
  expect((await download).suggestedFilename()).toBe(`payment-${payment.id}.json`)

  await page.route('**/api/proofs/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(String.raw`\"amount\":5000`, String.raw`\"amount\":9000`) })
  })
  await page.reload()
  await expect(finding).toContainText('This proof does not match the books')
  await page.route('**/api/proofs/*', (route) => route.abort())
  await page.reload()
  await expect(finding).toContainText('The proof could not be checked')
  await page.goto('/proofs/none')
  await expect(page.getByRole('heading', { name: 'This proof was not found' })).toBeVisible()
})
