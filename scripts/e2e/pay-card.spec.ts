import type { Page, Route } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import { authenticate, connect, form, openCard, PAID, paid, pay, payButton, typeCard } from './card-form.ts'
import { hold } from './hold.ts'
import { attach, billsOf, manual, newProgram, people } from './network.ts'
import { expectReadable } from './reading-order.ts'
import { type Admin, expect, newAdmin, test } from './test.ts'

const connected = async (url: string, count: number, more: object = {}): Promise<{ admin: Admin; bills: Bill[] }> => {
  const admin = await newAdmin(url)
  const profile = await connect(admin)
  const program = await newProgram(admin, more)
  await attach(admin, program, profile)
  await admin.api.upload(program.id, people(count))
  return { admin, bills: await billsOf(admin.api, program) }
}

const openDebit = async (page: Page, bill: Bill | undefined, accountNumber: string) => {
  await page.goto(`/pay/${bill?.id}?as=guest&method=ach`)
  await form(page).getByLabel('Routing number').fill('110000000')
  await form(page).getByLabel('Account number').fill(accountNumber)
}
const statusOf = async ({ api }: Admin, bill: Bill | undefined) => (await api.get<{ data: Bill }>(`/assessment-bills/${bill?.id}`)).data.status

test('pays with each test card of Stripe, with authentication where its bank asks for it', async ({ page, product }) => {
  const cards = [
    ...['4242424242424242', '5555555555554444', '378282246310005', '4000056655665556'],
    ...['4000000000001976', '4000000000005423', '4000000000007726', '4000000000005126'],
  ]
  const asked = ['4000002500003155', '4000002760003184', '4000000000003220']
  const disputed = ['4000000000000259', '4000000000002685']
  const { admin, bills } = await connected(product.url, cards.length + asked.length + disputed.length)
  let next = 0
  for (const number of [...cards, ...asked, ...disputed]) {
    const bill = bills[next++]
    await test.step(number, async () => {
      await openCard(page, bill)
      await typeCard(page, number)
      await pay(page)
      if (asked.includes(number)) await authenticate(page, 'Complete')
      await expect(page.getByText(PAID)).toBeFocused()
      // A dispute withdraws the money at once.
      if (!disputed.includes(number)) expect(await statusOf(admin, bill)).toBe('Paid')
      else await expect.poll(() => statusOf(admin, bill)).toBe('Unpaid')
    })
  }
})

test('each refused card says why, and the same form then takes another', async ({ page, product }) => {
  const { admin, bills } = await connected(product.url, 1)
  await openCard(page, bills[0])
  await expectReadable(page, 'the card form')
  await pay(page)
  await expect(form(page).getByText('Your card number is incomplete.')).toBeVisible()
  const refusals = [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000009987', 'Your card was declined.'],
    ['4000000000009979', 'Your card was declined.'],
    ['4000000000006975', 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
    ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
    ['4000000000000341', 'Your card was declined.'],
  ] as const
  for (const [number, reason] of refusals)
    await test.step(number, async () => {
      await typeCard(page, number)
      await pay(page)
      await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
      await expect(payButton(page)).toBeEnabled()
    })
  await expectReadable(page, 'a decline')
  await typeCard(page, '4242424242424241')
  await pay(page)
  await expect(form(page).getByText('Your card number is invalid.')).toBeVisible()

  await typeCard(page, '4000008400001629')
  await pay(page)
  await authenticate(page, 'Complete')
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toHaveText(
    'Your card was declined. You were not charged. Try another card or another way to pay, or ask your bank.',
  )
  await typeCard(page, '4000002760003184')
  await pay(page)
  await authenticate(page, 'Fail')
  await expect(page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' })).toBeVisible()
  expect(await statusOf(admin, bills[0])).toBe('Unpaid')

  await typeCard(page, '4242424242424242')
  await payButton(page).evaluate((button: HTMLButtonElement) => [button.click(), button.click()])
  await paid(page)
  await expectReadable(page, 'paid')
  const { data } = await admin.api.get<{ data: { amount: number; method: string }[] }>('/payments')
  expect(data).toMatchObject([{ amount: 123.45, method: 'credit' }])
})

test('the button shows a payment in progress, and an incomplete payment is reported as failed', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  await openCard(page, bills[0])
  await typeCard(page, '4242424242424242')
  const letGo = await hold(page, '**/api/payments/confirm', (route) =>
    route.fulfill({ status: 409, json: { message: 'The payment is not complete yet.', code: 'payment-incomplete' } }),
  )
  await pay(page)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  letGo()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment failed' })).toBeVisible()
})

test('each bank account gets its outcome from Stripe days later', async ({ page, product }) => {
  const outcomes = [
    ['000123456789', 'Paid'],
    ['000111111113', 'Failed'],
    ['000111111116', 'Failed'],
    ['000222222227', 'Failed'],
    ['000333333335', 'Failed'],
    ['000444444440', 'Failed'],
    ['000555555559', 'Unpaid'],
    ['000000000009', 'PendingConfirmation'],
  ] as const
  const refusals = [
    ['000777777771', 'This payment exceeds the weekly limit of bank debits of this account.'],
    ['000000004954', 'The payment was blocked.'],
  ] as const
  const { admin, bills } = await connected(product.url, outcomes.length + 1)
  for (const [i, [accountNumber, status]] of outcomes.entries())
    await test.step(accountNumber, async () => {
      const bill = bills[i]
      await openDebit(page, bill, accountNumber)
      if (i === 0) await expectReadable(page, 'the bank form')
      const confirming = page.waitForRequest((request) => request.url().endsWith('/api/payments/confirm'))
      await pay(page)
      const { paymentIntentId } = (await confirming).postDataJSON() as { paymentIntentId: string }
      await expect(
        page.getByText('A bank debit takes about four business days. You do not need to do anything unless your bank returns it'),
      ).toBeFocused()
      await expect(page.getByText('Payment has been submitted and is pending confirmation.')).toBeVisible()
      expect(await statusOf(admin, bill)).toBe('PendingConfirmation')
      await admin.api.post(`/sandbox/stripe/intents/${paymentIntentId}/settle`, {})
      await expect.poll(() => statusOf(admin, bill)).toBe(status)
    })
  // A bank debit is no claim, so it offers nothing to withdraw; its notice survives a reload.
  await page.reload()
  await expect(
    page.getByText('A bank debit takes about four business days. You do not need to do anything unless your bank returns it'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'I made a mistake' })).toHaveCount(0)

  for (const [accountNumber, reason] of refusals) {
    await openDebit(page, bills.at(-1), accountNumber)
    await pay(page)
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
  }
  expect(await statusOf(admin, bills.at(-1))).toBe('Unpaid')
})

test('tells the payor that the bill has changed, and pays nothing', async ({ page, product }) => {
  const { admin, bills } = await connected(product.url, 2, { type: 'Custom' })
  const [bill, archived] = bills
  await openCard(page, bill)
  await admin.api.put(`/assessment-bills/${bill?.id}/amount`, { amount: 200 })
  await typeCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByText('The amount changed from $123.45 to $200.00 while this page was open. Nothing was paid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $200.00' })).toBeVisible()
  expect(await statusOf(admin, bill)).toBe('Unpaid')
  await typeCard(page, '4242424242424242')
  await pay(page)
  await paid(page)

  await openCard(page, archived)
  await admin.api.put(`/assessment-bills/${archived?.id}/archive`, {})
  await typeCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByText('This bill changed while this page was open. You were not charged.')).toBeVisible()
  await expect(page.getByText('This assessment has been archived. Nothing is due.')).toBeVisible()
})

test('a bill that was paid in another tab says so', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  await openCard(page, bills[0])
  const other = await page.context().newPage()
  await openCard(other, bills[0])
  await typeCard(other, '4242424242424242')
  await pay(other)
  await paid(other)
  await typeCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByText('This bill was paid elsewhere while this page was open.')).toBeVisible()
})

test('opens a new form after its intent was cancelled', async ({ page, product }) => {
  const { admin, bills } = await connected(product.url, 1)
  const [bill] = bills
  await openCard(page, bill)
  const { withdrawToken } = (
    await admin.api.post<{ data: { withdrawToken: string } }>(`/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  ).data
  await page.request.delete(`/api/assessments/${bill?.id}/mark-as-paid`, { data: { withdrawToken } })
  await typeCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByText('The payment form was reopened.')).toBeVisible()
  await typeCard(page, '4242424242424242')
  await pay(page)
  await paid(page)
})

test('never asks again for money that Stripe took, even if the server misses it or its lists lag', async ({ page, product }) => {
  const { bills } = await connected(product.url, 3)
  for (const [i, bill] of bills.entries()) {
    const open: object = await (await fetch(`${product.url}/api/assessment-bills/${bill.id}`)).json()
    await openCard(page, bill)
    let down = true
    const unreceived = (route: Route) =>
      i === 2 ? route.fulfill({ json: { data: { status: 'Unpaid' } }, headers: { 'vestry-lag': 'true' } }) : route.abort()
    await page.route('**/api/payments/confirm', (route) => (down ? unreceived(route) : route.continue()))
    // Keeps the bill's new state, which the webhook records, from reaching this page.
    await page.route('**/api/assessment-bills/*', (route) => (down ? route.fulfill({ json: open }) : route.continue()))
    await typeCard(page, '4242424242424242')
    await pay(page)
    await expect(page.getByText('Your payment has arrived. This page will show it soon; please do not pay again.')).toBeFocused()
    await expect(payButton(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pay as Guest' })).toHaveCount(0)
    down = false
    if (i !== 1) await paid(page)
    else {
      await page.reload()
      await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
    }
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('confirms the payment of a payor who returns from their bank, and removes it from the address', async ({ page, product }) => {
  const { admin, bills } = await connected(product.url, 1)
  const [bill] = bills
  const intent = await admin.api.post<{ paymentIntentId: string; clientSecret: string }>('/payments/create-intent', { assessmentId: bill?.id })
  await admin.api.post(`/sandbox/stripe/intents/${intent.paymentIntentId}/pay`, { card: '4242424242424242' })
  const back = new URLSearchParams({ payment_intent: intent.paymentIntentId, payment_intent_client_secret: intent.clientSecret })
  await page.goto(`/pay/${bill?.id}?as=guest&${back}&redirect_status=succeeded`)
  await paid(page)
  await expect(page).toHaveURL(`/pay/${bill?.id}?as=guest`)
})

test('a form that cannot be opened says why and can be tried again', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  let answer: { status: number; json: object } | null = {
    status: 429,
    json: { code: 'slow-down', message: 'Too many attempts. Please wait a minute.' },
  }
  await page.route('**/api/payments/create-intent', (route) => (answer ? route.fulfill(answer) : route.continue()))
  await page.goto(`/pay/${bills[0]?.id}?as=guest`)
  await expect(page.getByText('Too many attempts. Please wait a minute.')).toBeVisible()
  answer = { status: 503, json: { code: 'unavailable', message: 'Stripe is not responding right now. Please try again in a moment.' } }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Stripe is not responding right now. Please try again in a moment.')).toBeVisible()
  answer = null
  await page.route('**/sandbox/stripe/stripe.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to initialize payment form')).toBeVisible()
  await page.unroute('**/sandbox/stripe/stripe.js')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await form(page).getByLabel('Card number').waitFor()
})

test('a form whose code failed to load appears after another try', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  let isLost = true
  await page.route('**/pay-card-*.js', (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(`/pay/${bills[0]?.id}?as=guest`)
  await expect(page.getByText('Failed to initialize payment form')).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await form(page).getByLabel('Card number').waitFor()
})

test('an invalid payment in the address does not prevent paying', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  await page.goto(`/pay/${bills[0]?.id}?as=guest&payment_intent=${'x'.repeat(201)}`)
  await form(page).getByLabel('Card number').waitFor()
  await expect(page).toHaveURL(`/pay/${bills[0]?.id}?as=guest`)
})

test('manual methods load nothing from Stripe, and each tab has its own form', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const ofStripe = () => loaded.filter((path) => /stripe|pay-card-|create-intent/.test(path))
  await page.goto(`/pay/${bills[0]?.id}`)
  await expect(page.getByText('Sandbox: no money moves')).toBeVisible()
  await page.goto(`/pay/${bills[0]?.id}?as=guest&method=zelle`)
  await expect(page.getByText(manual.Zelle.zelleContact)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(ofStripe()).toEqual([])
  await page.getByRole('tab', { name: 'ACH' }).click()
  await form(page).getByLabel('Routing number').waitFor()
  for (const part of [/pay-card-.*js$/, /stripe\.js$/, /create-intent$/]) expect(ofStripe().filter((path) => part.test(path))).toHaveLength(1)
  await page.getByRole('tab', { name: 'ACH' }).press('ArrowLeft')
  await typeCard(page, '4242424242424242')
  await pay(page)
  await paid(page)
})

test('the card page loads only its entry and card code, and Spanish on demand', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  const scripts: string[] = []
  page.on('response', (response) => {
    const [, name] = /\/pay-assets\/(.+)-[\w-]{8}\.js$/.exec(response.url()) ?? []
    if (name) scripts.push(name)
  })
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  await openCard(page, bills[0])
  // The chunks in the build's budget, and that of the receipt field, which loads after them.
  await expect.poll(() => scripts.toSorted()).toEqual(['pay', 'pay-card', 'pay-react', 'pay-receipt-field', 'start'])

  await page.getByRole('link', { name: 'ES', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Tarjeta de crédito' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(scripts.toSorted()).toEqual(['pay', 'pay-card', 'pay-messages-es', 'pay-react', 'pay-receipt-field', 'start'])
  await page.goBack()
  await openCard(page, bills[0])
  // Its texts are loaded before hydration.
  await page.goto(`/pay/${bills[0]?.id}?as=guest&method=zelle&lang=es`)
  await page.getByRole('tab', { name: 'Zelle' }).waitFor()
  await page.getByLabel('Ya envié este pago').check()
  await expect(page.getByRole('button', { name: 'Marcar como enviado' })).toBeEnabled()
  await page.getByRole('link', { name: 'EN', exact: true }).click()
  await expect(page.getByLabel('I have sent this payment')).toBeChecked()
  expect(broken).toEqual([])
})

test('a bill printed with the card tab open lists the manual methods', async ({ page, product }) => {
  const { bills } = await connected(product.url, 1)
  await openCard(page, bills[0])
  const zelle = page.getByRole('heading', { name: 'Send $123.45 with Zelle' })
  await expect(zelle).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(zelle).toBeVisible()
  await expect(page.getByText(manual.Zelle.zelleContact)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay with Credit Card' })).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the card panel says what it needs, and the other methods work', async ({ page, product }) => {
    const { bills } = await connected(product.url, 1)
    await page.goto(`/pay/${bills[0]?.id}?as=guest`)
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('noscript p')).toContainText('Paying by card needs JavaScript.')
    await expect(page.getByText('Loading payment form...')).toHaveCount(0)
    await page.getByRole('link', { name: 'Zelle' }).click()
    await expect(page.getByText(manual.Zelle.zelleContact)).toBeVisible()
  })
})
