import type { Page } from '@playwright/test'
import { connect, form, payButton, typeCard } from './card-form.ts'
import { hold } from './hold.ts'
import { attach, billed, billsOf, newProgram, people } from './network.ts'
import { expect, newAdmin, test } from './test.ts'

test.use({ viewport: { width: 380, height: 780 } })

/** Longer than the timeout of any request of the pay page. */
const LONG_MS = 31_000

const billPath = async (url: string) => {
  const admin = await newAdmin(url)
  const { bills } = await billed(admin, 1)
  return { id: bills[0]?.id ?? '', path: `/pay/${bills[0]?.id}` }
}

/** The server-rendered page during a database outage. */
const drawnWithoutBill = (page: Page, path: string) =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch()
      const without = (data: string) => JSON.stringify({ ...JSON.parse(data), bill: null, failed: true })
      const body = (await answer.text()).replace(/(?<=id="pay-data">).*(?=<\/script>)/, without)
      await route.fulfill({ response: answer, status: 503, body })
    },
    { times: 1 },
  )

for (const [lang, words] of [
  ['en', { failed: 'Failed to load', again: 'Try Again', trying: 'Trying again...', still: 'It still could not be loaded.', bill: 'Your bill' }],
  [
    'es',
    {
      failed: 'No se pudo cargar',
      again: 'Reintentar',
      trying: 'Intentando de nuevo...',
      still: 'Tampoco se pudo cargar esta vez.',
      bill: 'Su factura',
    },
  ],
] as const)
  test(`a bill that failed to load shows each try and its outcome (${lang})`, async ({ page, product }) => {
    const { id, path } = await billPath(product.url)
    await drawnWithoutBill(page, path)
    await page.goto(`${path}?lang=${lang}`)
    await expect(page.getByRole('heading', { name: words.failed })).toBeVisible()
    const call = `**/api/assessment-bills/${id}`
    const letGo = await hold(page, call, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down' } }))
    const again = page.getByRole('link', { name: words.again })
    await again.focus()
    await again.press('Enter')
    const trying = page.getByRole('link', { name: words.trying })
    await expect(trying).toHaveAttribute('aria-busy', 'true')
    await expect(trying).toBeFocused()
    letGo()
    await expect(page.getByRole('alert')).toContainText(words.still)
    await expect(again).toBeFocused()
    await page.unroute(call)
    await again.press('Enter')
    await expect(page.getByRole('region', { name: words.bill })).toBeFocused()
    await expect(page.getByText(words.failed)).toHaveCount(0)
  })

test('every request times out, and the next try works with the box still checked', async ({ page, product }) => {
  const { id, path } = await billPath(product.url)
  await page.clock.install()
  await drawnWithoutBill(page, path)
  await page.goto(`${path}?as=guest&method=zelle`)
  const never = () => new Promise<void>(() => {})
  await page.route(`**/api/assessment-bills/${id}`, never)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('link', { name: 'Trying again...' })).toBeVisible()
  await page.clock.fastForward(LONG_MS)
  await expect(page.getByRole('alert')).toContainText('It still could not be loaded.')
  await page.unroute(`**/api/assessment-bills/${id}`)
  await page.getByRole('link', { name: 'Try Again' }).click()
  const box = page.getByLabel('I have sent this payment')
  await box.check()
  await page.route('**/mark-as-paid', never, { times: 1 })
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByRole('button', { name: 'Marking as sent...' })).toBeVisible()
  await page.clock.fastForward(LONG_MS)
  await expect(page.getByRole('alert')).toContainText('Failed to mark payment as sent')
  await expect(box).toBeChecked()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
  await page.route('**/mark-as-paid', never, { times: 1 })
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await page.clock.fastForward(LONG_MS)
  await expect(page.getByRole('alert')).toContainText('This could not be saved')
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(box).toBeVisible()
})

const byCard = async (url: string) => {
  const admin = await newAdmin(url)
  const program = await newProgram(admin)
  await attach(admin, program, await connect(admin))
  await admin.api.upload(program.id, people(1))
  return (await billsOf(admin.api, program))[0]?.id ?? ''
}

test('a card payment without a response from Stripe can be tried again, and is charged once', async ({ page, product }) => {
  const id = await byCard(product.url)
  await page.clock.install()
  await page.goto(`/pay/${id}?as=guest`)
  await typeCard(page, '4242424242424242')
  const confirm = '**/sandbox/stripe/v1/payment_intents/*/confirm'
  await page.route(confirm, () => new Promise<void>(() => {}), { times: 1 })
  const asked = page.waitForRequest(confirm)
  await payButton(page).press('Enter')
  await asked
  await page.clock.fastForward(LONG_MS + 10_000)
  await expect(page.getByRole('alert').first()).toContainText('Could not reach the payment service.')
  await expect(form(page).getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await payButton(page).press('Enter')
  await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
})

test('a typed card stays when a request gets no response', async ({ page, product }) => {
  const id = await byCard(product.url)
  await page.clock.install()
  await page.goto(`/pay/${id}?as=guest`)
  await typeCard(page, '4242424242424242')
  for (const call of [`**/api/assessment-bills/${id}`, '**/sandbox/stripe/v1/payment_intents/*?*']) {
    await page.route(call, () => new Promise<void>(() => {}), { times: 1 })
    const asked = page.waitForRequest(call)
    await payButton(page).press('Enter')
    await asked
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    await page.clock.fastForward(LONG_MS)
    await expect(page.getByRole('alert')).toContainText('Network error.')
    await expect(form(page).getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  }
  await payButton(page).press('Enter')
  await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
})

for (const [what, address] of [
  ['the intent', '**/api/payments/create-intent'],
  ['the part of the page for cards', /\/pay-assets\/pay-card-[^/]*\.js/],
  ['Stripe.js', '**/sandbox/stripe/stripe.js'],
  ["Stripe's frame", '**/sandbox/stripe/frame*'],
] as const)
  test(`a payment form that is blocked says so, and opens at the next try: ${what}`, async ({ page, product }) => {
    const id = await byCard(product.url)
    await page.clock.install()
    const seen = page.waitForRequest(address)
    await page.route(address, () => new Promise<void>(() => {}), { times: 1 })
    await page.goto(`/pay/${id}?as=guest`)
    await seen
    await expect(page.getByText('Loading payment form...')).toBeVisible()
    await page.clock.fastForward(LONG_MS)
    const again = page.getByRole('button', { name: 'Try Again' })
    await expect(again).toBeVisible()
    await again.click()
    await expect(form(page).getByLabel('Card number')).toBeVisible()
  })
