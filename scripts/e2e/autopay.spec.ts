import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import type { Intent, KeptMethod } from '../../modules/payments/contract.ts'
import { expectAccessible } from './axe.ts'
import { connect } from './card-form.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { attach, billsOf, day, newProgram } from './network.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

/** A payor with `count` bills in one network, each in its own program; the first is due first. */
const newPayor = async (url: string, count: number) => {
  const [host, api, email] = [await newAdmin(url), new DemoClient(url), newEmail('grace')]
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
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${what.replaceAll(' ', '-')}-${width}.png`, fullPage: true })
  }
  if (process.env.PICTURES) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 800 })
    await page.screenshot({ path: `${process.env.PICTURES}/${what.replaceAll(' ', '-')}-dark.png`, fullPage: true })
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

test('a payor turns autopay on for a saved card, skips the next charge, and stops', async ({ page, product }) => {
  const payor = await newPayor(product.url, 3)
  await payAndSave(payor, payor.bills[0])
  await signIn(page, payor.email)
  await page.goto('/my-payment-methods')
  const autopay = page.getByRole('region', { name: 'Autopay' })
  await expect(page.getByRole('heading', { name: 'Visa ending in 4242' })).toBeVisible()
  await expect(autopay).toHaveCount(0)

  await page.getByRole('button', { name: /^Pay Automatically/ }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Pay automatically?' })
  await expect(question).toContainText('I allow Synod of the Plains to charge my bills to Visa 4242 on their due dates.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await look(page, 'the consent to autopay')
  await page.route('**/api/my/autopay', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'It is down.' } }))
  await question.getByRole('button', { name: 'Turn On Autopay' }).click()
  await expect(question.getByRole('alert')).toContainText('It is down.')
  await page.unroute('**/api/my/autopay')
  await question.getByRole('button', { name: 'Turn On Autopay' }).click()
  await expect(page.getByText('Autopay is on. We have sent you a confirmation.', { exact: true })).toBeVisible()
  await expect(autopay.getByRole('heading', { name: 'Autopay for Synod of the Plains' })).toBeVisible()
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
