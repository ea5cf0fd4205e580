import type { Page } from '@playwright/test'
import { everyPage } from './every-page.ts'
import { billed } from './network.ts'
import { expect, newAdmin, newEmail, signIn, test } from './test.ts'

const watch = (page: Page) => {
  const thrown: string[] = []
  page.on('pageerror', ({ message }) => thrown.push(message))
  return async (root: string) => {
    await expect(page.locator(root)).not.toBeEmpty()
    await expect(page.getByText('could not be shown')).toHaveCount(0)
    // The browser renders again the server's markup that a translator has changed.
    expect(thrown.filter((message) => !/Minified React error #(418|423|425)/.test(message))).toEqual([])
  }
}

for (const translated of ['each', 'joined'] as const)
  test.describe(`translated, ${translated === 'each' ? 'text by text' : 'by sentences'}`, () => {
    test.use({ translated })

    test('each method of a bill opens, and a claim is made and withdrawn', async ({ page, product }) => {
      const admin = await newAdmin(product.url)
      const { bills } = await billed(admin, 1)
      const stands = watch(page)
      await page.goto(`/pay/${bills[0]?.id}`)
      await expect(page.locator('font').first()).toBeAttached()
      await page.getByRole('link', { name: 'Pay as Guest' }).click()
      for (const name of ['Wire', 'Zelle', 'PayPal', 'Venmo', 'CashApp', 'Check']) {
        await page.getByRole('tab', { name }).click()
        await expect(page.getByRole('tabpanel')).toContainText(new RegExp(name, 'i'))
        await page.getByLabel('I have sent this payment').check()
        await page.getByLabel('I have sent this payment').uncheck()
        await stands('#pay-root')
      }
      for (const lang of ['ES', 'EN']) await page.getByRole('link', { name: lang, exact: true }).click()
      await page.getByLabel('I have sent this payment').check()
      await page.getByRole('button', { name: 'Mark as sent' }).click()
      await page.getByRole('button', { name: 'I made a mistake' }).click()
      await expect(page.getByText('Payment Pending')).toHaveCount(0)
      // A changed amount shows although the translator replaced the old text.
      await admin.api.post(`/assessment-bills/${bills[0]?.id}/receipts`, { amount: 23.45, method: 'check' })
      await page.reload()
      await expect(page.getByText('$100.00').first()).toBeVisible()
      await stands('#pay-root')
    })

    test('every page of the admin and the sign-in renders', async ({ page, admin }) => {
      test.slow()
      const { program, bills } = await billed(admin, 2)
      const member = bills[0]?.individualMember?.id ?? ''
      const stands = watch(page)
      for (const address of Object.values(everyPage({ program: program.id, bill: bills[0]?.id ?? '', member }))) {
        await page.goto(address)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await stands('#root')
      }
      for (const address of ['/login', '/register', '/forgot-password']) {
        await page.context().clearCookies()
        await page.goto(address)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await stands('#root')
      }
      await page.goto('/login')
      await page
        .getByLabel(/E-?mail/)
        .first()
        .fill(newEmail('nobody'))
      await page.getByLabel('Password').first().fill('wrong')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').first()).toBeVisible()
      await stands('#root')
    })
  })

test('reads amounts as people type them, and the mouse wheel changes none', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program } = await billed(admin, 1)
  await signIn(page, admin.email)
  await page.goto(`/assessments/${program.id}/edit`)
  const amount = page.getByLabel('Default Amount')
  await amount.fill('12,50')
  await expect(page.getByText('Read as $12.50')).toBeVisible()
  await page.mouse.move(0, 0)
  await amount.hover()
  await page.mouse.wheel(0, 200)
  await expect(amount).toHaveValue('12,50')
  for (const [typed, problem] of [
    ['1.200', 'This amount can be read in more than one way.'],
    ['0x10', 'This is not an amount.'],
    ['€5', 'Amounts are in US dollars.'],
  ] as const) {
    await amount.fill(typed)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(problem)).toBeVisible()
  }
  await amount.fill('$1,200.00')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(async () => (await admin.api.get<{ amount: number }>(`/assessments/${program.id}`)).amount).toBe(1200)
})

test.describe('in Spanish', () => {
  test.use({ javaScriptEnabled: false })
  test('a refusal is in Spanish, and a claim that was sent twice can be withdrawn', async ({ page, product }) => {
    const admin = await newAdmin(product.url)
    const { bills } = await billed(admin, 1)
    const path = `/pay/${bills[0]?.id}?as=guest&method=zelle&lang=es`
    await page.goto(path)
    await expect(page.getByText('Protegido por Vestry')).toBeVisible()
    const attempt = await page.locator('input[name=attempt]').inputValue()
    const form = { paymentMethod: 'zelle', sent: 'on', attempt }
    const post = async (fields: Record<string, string>) => (await page.request.post(path, { form: fields })).text()
    expect(await post({ paymentMethod: 'zelle', attempt })).toContain('Marque la casilla')
    const tokens = [await post(form), await post(form)].map((html) => /"withdrawToken":"([^"]+)"/.exec(html)?.[1])
    expect(tokens[0]).toBeTruthy()
    expect(tokens[1]).toBe(tokens[0])
    const stranger = await post({ ...form, attempt: 'A'.repeat(22) })
    expect(stranger).toContain('"withdrawToken":null')
    expect(stranger).toContain('Esta factura no se puede pagar en este momento.')
  })
})
