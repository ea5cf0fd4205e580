import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import type { Intent, KeptMethod } from '../../modules/payments/contract.ts'
import { expectAccessible } from './axe.ts'
import { connect, paid, pay, payButton, typeCard } from './card-form.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { attach, billsOf, day, newProgram } from './network.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

/** A payor with `count` bills in one network, each in its own program; the first is due first. */
const newPayor = async (url: string, count: number, network: string) => {
  const [host, api, email] = [await newAdmin(url, network), new DemoClient(url), newEmail('grace')]
  const profile = await connect(host)
  const bills: Bill[] = []
  for (let i = 0; i < count; i += 1) {
    const program = await newProgram(host, { name: `Dues ${i + 1}`, dueDate: day(40 + i) })
    await attach(host, program, profile)
    await host.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
    bills.push(...(await billsOf(host.api, program)))
  }
  await api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  return { host, api, email, bills }
}
type Payor = Awaited<ReturnType<typeof newPayor>>

/** Pays a bill with a card that is saved; returns the saved card. */
const payAndSave = async ({ api }: Payor, bill: Bill | undefined, card = '4242424242424242'): Promise<KeptMethod | undefined> => {
  const { paymentIntentId } = await api.post<Intent>('/payments/create-intent', { assessmentId: bill?.id, method: 'credit', saveMethod: true })
  await api.post(`/sandbox/stripe/intents/${paymentIntentId}/pay`, { card })
  await api.post('/payments/confirm', { assessmentId: bill?.id, paymentIntentId })
  return (await api.get<{ data: KeptMethod[] }>('/my/saved-methods')).data[0]
}

/** Looks at the page on a phone and on a wide screen. */
const look = async (page: Page, what: string): Promise<void> => {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFits(page, width, what)
    await expectAccessible(page, `${what}, ${width}`)
  }
}

test('a payor turns autopay on for a saved card, skips the next charge, and stops', async ({ page, product }) => {
  const payor = await newPayor(product.url, 3, 'Presbytery of the Lakes')
  await payAndSave(payor, payor.bills[0])
  await signIn(page, payor.email)
  await page.goto('/my-payment-methods')
  const autopay = page.getByRole('region', { name: 'Autopay' })
  await expect(page.getByRole('heading', { name: 'Visa ending in 4242' })).toBeVisible()
  await expect(autopay).toHaveCount(0)

  await page.getByRole('button', { name: /^Pay Automatically/ }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Pay automatically?' })
  await expect(question).toContainText('I allow Presbytery of the Lakes to charge my bills to Visa 4242 on their due dates.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await look(page, 'the consent to autopay')
  await page.route('**/api/my/autopay', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'It is down.' } }))
  await question.getByRole('button', { name: 'Turn On Autopay' }).click()
  await expect(question.getByRole('alert')).toContainText('It is down.')
  await page.unroute('**/api/my/autopay')
  await question.getByRole('button', { name: 'Turn On Autopay' }).click()
  await expect(page.getByText('Autopay is on. We have sent you a confirmation.', { exact: true })).toBeVisible()
  await expect(autopay.getByRole('heading', { name: 'Autopay for Presbytery of the Lakes' })).toBeVisible()
  await expect(autopay).toContainText('All bills · Visa 4242')
  await expect(autopay.getByRole('link', { name: `$123.45 on ${formatDay(day(41))}` })).toHaveAttribute('href', `/pay/${payor.bills[1]?.id}`)
  await expect(page.getByRole('button', { name: /^Pay Automatically/ })).toHaveCount(0)
  await mailed(payor.api, payor.email, /(https?:\/\/\S+\/my-payment-methods)\s/)
  await look(page, 'autopay that is on')

  await autopay.getByRole('button', { name: /^Skip This Payment/ }).press('Enter')
  const skip = page.getByRole('dialog', { name: 'Skip this payment?' })
  await expect(skip).toContainText(`$123.45 is not charged to Visa 4242 on ${formatDay(day(41))}.`)
  await look(page, 'the question before a charge is skipped')
  await skip.getByRole('button', { name: 'Skip Payment' }).click()
  await expect(page.getByText('This payment is skipped', { exact: true })).toBeVisible()
  await expect(autopay.getByRole('link', { name: `$123.45 on ${formatDay(day(42))}` })).toHaveAttribute('href', `/pay/${payor.bills[2]?.id}`)

  await autopay.getByRole('button', { name: /^Stop/ }).press('Enter')
  const stop = page.getByRole('dialog', { name: 'Stop autopay?' })
  await expect(stop.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await stop.getByRole('button', { name: 'Stop Autopay' }).click()
  await expect(page.getByText('Autopay has stopped', { exact: true })).toBeVisible()
  await expect(autopay).toContainText('You stopped it.')
  await expect(autopay.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Pay Automatically/ })).toBeVisible()
  await look(page, 'autopay that has ended')

  await page.route('**/api/my/autopay', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'It is down.' } }))
  await page.reload()
  await expect(autopay.getByRole('heading', { name: 'Your autopay could not be loaded' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Visa ending in 4242' })).toBeVisible()
  await page.unroute('**/api/my/autopay')
  await autopay.getByRole('button', { name: 'Try Again' }).click()
  await expect(autopay).toContainText('You stopped it.')
})

test('a payor who pays with a saved card turns autopay on in two presses', async ({ page, product }) => {
  const payor = await newPayor(product.url, 3, 'Diocese of the Coast')
  await signIn(page, payor.email)
  await page.goto(`/pay/${payor.bills[0]?.id}?method=credit`)
  await typeCard(page, '4242424242424242')
  await page.getByLabel('Save this card for next time').press('Space')
  await pay(page)
  await paid(page)
  const offer = page.getByRole('region', { name: 'Pay automatically from now on' })
  const turnOn = offer.getByRole('button', { name: 'Turn on autopay' })
  await look(page, 'the offer of autopay')
  await offer.getByRole('button', { name: 'Pay automatically from now on' }).press('Enter')
  await expect(offer.getByRole('heading', { name: 'Pay automatically from now on' })).toBeFocused()
  await expect(offer).toContainText('I allow Diocese of the Coast to charge my bills to Visa 4242 on their due dates.')
  await offer.getByLabel('Only Dues 1').check()
  await expect(offer).toContainText('I allow Diocese of the Coast to charge my Dues 1 bills to Visa 4242 on their due dates.')
  await offer.getByLabel('All my bills from Diocese of the Coast').check()
  await look(page, 'the consent to autopay after a payment')
  await page.route('**/api/my/autopay', (route) => route.abort())
  await turnOn.press('Enter')
  await expect(offer.getByRole('alert')).toHaveText('Network error. Please check your connection and try again.')
  await page.unroute('**/api/my/autopay')
  await turnOn.press('Enter')
  await expect(offer.getByRole('status')).toBeFocused()
  await expect(offer.getByRole('status')).toContainText('Autopay is on. We have sent you a confirmation.')
  await look(page, 'autopay that has just been turned on')
  await mailed(payor.api, payor.email, /(I allow Diocese of the Coast to charge my bills)/)
  await offer.getByRole('link', { name: 'See autopay' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Autopay for Diocese of the Coast' })).toBeVisible()

  await test.step('the next bill says when it will be charged, in both languages, and no longer offers autopay', async () => {
    const note = `$123.45 will be charged to Visa 4242 on ${formatDay(day(41))}`
    await page.goto(`/pay/${payor.bills[1]?.id}`)
    await expect(page.getByText(`${note}. You do not need to do anything.`)).toBeVisible()
    await look(page, 'a bill that will be charged')
    await page.getByRole('link', { name: 'ES', exact: true }).click()
    await expect(page.getByText('Se cobrarán $123.45 en Visa 4242 el')).toBeVisible()
    await page.getByRole('tab', { name: 'Ver mis cuotas' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Dues 2' })).toContainText('Se cobrarán $123.45 en Visa 4242 el')
    await page.goto('/my-assessments')
    await expect(page.getByRole('row').filter({ hasText: 'Dues 2' })).toContainText(note)
    await page.goto(`/pay/${payor.bills[1]?.id}?method=credit`)
    await payButton(page).waitFor()
    await pay(page)
    await paid(page)
    await page.waitForLoadState('networkidle')
    await expect(offer).toHaveCount(0)
    await expect(page.getByText('will be charged')).toHaveCount(0)
  })

  await test.step('the treasurer sees the charge on the bill', async () => {
    await signIn(page, payor.host.email)
    await page.goto(`/payors/bills/${payor.bills[2]?.id}`)
    await expect(page.getByText(`$123.45 will be charged to Visa 4242 on ${formatDay(day(42))}`)).toBeVisible()
    await look(page, 'the bill of a treasurer that will be charged')
  })
})

test('payors without a saved method, and payors who decline, are not asked again', async ({ page, product }) => {
  const payor = await newPayor(product.url, 2, 'Synod of the Hills')
  await signIn(page, payor.email)
  const offer = page.getByRole('region', { name: 'Pay automatically from now on' })
  await page.goto(`/pay/${payor.bills[0]?.id}?method=credit`)
  await typeCard(page, '4242424242424242')
  const asked = page.waitForResponse('**/api/my/autopay')
  await pay(page)
  await paid(page)
  await asked
  await expect(offer).toHaveCount(0)
  await page.goto(`/pay/${payor.bills[1]?.id}?method=credit`)
  await typeCard(page, '4242424242424242')
  await page.getByLabel('Save this card for next time').press('Space')
  await pay(page)
  await offer.getByRole('button').press('Enter')
  await offer.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(offer).toHaveCount(0)
})
