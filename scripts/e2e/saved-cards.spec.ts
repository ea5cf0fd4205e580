import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import { expectAccessible } from './axe.ts'
import { authenticate, connect, form, paid, pay, payButton, typeCard } from './card-form.ts'
import { attach, billsOf, newProgram } from './network.ts'
import { type Admin, expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const VISA = 'Visa ending in 4242, expires 12/40'
const ASKED = 'Visa ending in 3184, expires 12/40'
const SAVE = 'Save this card for next time'
const RENEWED = 'The payment form was reopened. You were not charged. Please enter your details again.'

/** A signed-in payor with bills in one network, each in its own program. */
const payor = async (page: Page, url: string, count: number): Promise<{ admin: Admin; bills: Bill[] }> => {
  const admin = await newAdmin(url)
  const profile = await connect(admin)
  const email = newEmail('grace')
  const bills: Bill[] = []
  for (let i = 0; i < count; i += 1) {
    const program = await newProgram(admin, { name: `Dues ${i + 1}` })
    await attach(admin, program, profile)
    await admin.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
    bills.push(...(await billsOf(admin.api, program)))
  }
  await new DemoClient(url).join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  await signIn(page, email)
  return { admin, bills }
}

const open = async (page: Page, bill: Bill | undefined, method = 'credit') => {
  await page.goto(`/pay/${bill?.id}?method=${method}`)
  await expect(page.getByText('You are signed in as Grace Hall.')).toBeVisible()
}
const saved = (page: Page) => page.getByRole('group', { name: 'Your saved payment methods' })
const calls = (page: Page) => {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/create-intent|payment-methods/.test(pathname)) made.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`)
  })
  return made
}

test('a payor saves a card, pays the next bills with it, and removes it', async ({ page, product }) => {
  const { bills } = await payor(page, product.url, 5)
  const made = calls(page)
  const intents = () => made.filter((call) => call.includes('create-intent'))

  await open(page, bills[0])
  await form(page).getByLabel('Card number').waitFor()
  await expect(saved(page)).toHaveCount(0)
  await expect(page.getByLabel(SAVE)).not.toBeChecked()
  await typeCard(page, '4242424242424242')
  await page.getByLabel(SAVE).press('Space')
  await pay(page)
  await paid(page)
  expect(intents().map((call) => call.includes('"saveMethod":true'))).toEqual([false, true])

  await test.step('offers the saved card first, without fields to fill in', async () => {
    made.length = 0
    await open(page, bills[1])
    await expect(saved(page).getByRole('radio')).toHaveCount(2)
    await expect(saved(page).getByLabel(VISA, { exact: true })).toBeChecked()
    await expect(saved(page).getByLabel('A new card')).not.toBeChecked()
    await payButton(page).waitFor()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expectAccessible(page, 'saved cards')
    expect(intents()).toEqual([])
    await pay(page)
    await paid(page)
    expect(intents()).toEqual([expect.stringContaining('savedMethodId')])
  })

  await test.step('selects a new card by keyboard, which needs authentication each time', async () => {
    await open(page, bills[2])
    await saved(page).getByLabel(VISA, { exact: true }).press('ArrowDown')
    await expect(saved(page).getByLabel('A new card')).toBeChecked()
    await form(page).getByLabel('Card number').waitFor()
    await typeCard(page, '4000002760003184')
    await page.getByLabel(SAVE).press('Space')
    await pay(page)
    await authenticate(page, 'Complete')
    await paid(page)
    await open(page, bills[3])
    await saved(page).getByLabel(ASKED, { exact: true }).check()
    await pay(page)
    await authenticate(page, 'Fail')
    await expect(page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' })).toBeVisible()
    await pay(page)
    await authenticate(page, 'Complete')
    await paid(page)
  })

  await test.step('asks before it removes the card, shows a failure, and continues without the card', async () => {
    await open(page, bills[4])
    const question = page.getByRole('group', { name: `Remove ${VISA}` })
    const remove = page.getByRole('button', { name: `Remove ${VISA}` })
    await saved(page).getByLabel(VISA, { exact: true }).check()
    await remove.press('Enter')
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
    await expectAccessible(page, 'the question')
    await page.keyboard.press('Enter')
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    let down = true
    await page.route('**/api/my/payment-methods/*', (route) => (down ? route.abort() : route.continue()))
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question.getByRole('alert')).toHaveText('It could not be removed. Please try again.')
    down = false
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(`${VISA} has been removed.`)).toBeFocused()
    await expect(saved(page).getByRole('radio')).toHaveCount(2)
    await expect(saved(page).getByLabel(ASKED, { exact: true })).toBeChecked()
    await page.reload()
    await expect(saved(page).getByLabel(ASKED, { exact: true })).toBeChecked()
    await expect(page.getByText(VISA)).toHaveCount(0)
  })
})

test('saves a bank account in its own tab; a failed list does not prevent paying', async ({ page, product }) => {
  const { admin, bills } = await payor(page, product.url, 2)
  await open(page, bills[0], 'ach')
  await form(page).getByLabel('Routing number').fill('110000000')
  await form(page).getByLabel('Account number').fill('000123456789')
  // Pressed by keyboard, since the frame above may still be growing.
  await page.getByLabel('Save this bank account for next time').press('Space')
  await expect(page.getByLabel('Save this bank account for next time')).toBeChecked()
  const confirming = page.waitForRequest((request) => request.url().endsWith('/api/payments/confirm'))
  await pay(page)
  const { paymentIntentId } = (await confirming).postDataJSON() as { paymentIntentId: string }
  await expect(
    page.getByText('A bank debit takes about four business days. You do not need to do anything unless your bank returns it'),
  ).toBeFocused()
  await admin.api.post(`/sandbox/stripe/intents/${paymentIntentId}/settle`, {})

  let down = true
  await page.route('**/api/my/payment-methods?*', (route) => (down ? route.abort() : route.continue()))
  await open(page, bills[1], 'ach')
  await expect(page.getByText('Your saved payment methods could not be loaded.')).toBeVisible()
  await form(page).getByLabel('Account number').waitFor()
  down = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(saved(page).getByLabel('STRIPE TEST BANK ending in 6789', { exact: true })).toBeChecked()
  await page.getByRole('tab', { name: 'Credit Card' }).click()
  await form(page).getByLabel('Card number').waitFor()
  await expect(saved(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'ACH' }).click()
  await saved(page).waitFor()
  await pay(page)
  await expect(
    page.getByText('A bank debit takes about four business days. You do not need to do anything unless your bank returns it'),
  ).toBeFocused()
})

test('a payor who returns from their bank without paying sees a message beside the form', async ({ page, product }) => {
  const { bills } = await payor(page, product.url, 1)
  await page.goto(`/pay/${bills[0]?.id}?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=failed`)
  await payButton(page).waitFor()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment failed' })).toBeVisible()
  await expect(page).toHaveURL(`/pay/${bills[0]?.id}`)
})

test('a guest sees no saved methods, and the page requests none', async ({ page, product, browser }) => {
  const { bills } = await payor(page, product.url, 1)
  const guest = await (await browser.newContext({ baseURL: product.url })).newPage()
  const made = calls(guest)
  await guest.goto(`/pay/${bills[0]?.id}?as=guest`)
  await form(guest).getByLabel('Card number').waitFor()
  await payButton(guest).waitFor()
  await expect(guest.getByLabel(SAVE)).toHaveCount(0)
  await expect(saved(guest)).toHaveCount(0)
  expect(made).toEqual([expect.stringContaining('create-intent')])
  expect(made[0]).not.toContain('saveMethod')
  await guest.context().close()
})

test("takes a guest's card but never saves it, whatever intent the owner has created for the same bill", async ({ page, product, browser }) => {
  const { bills } = await payor(page, product.url, 2)
  const guest = await (await browser.newContext({ baseURL: product.url })).newPage()
  for (const [bill, begun] of [
    [bills[0], { method: 'credit', saveMethod: true }],
    [bills[1], { method: 'ach' }],
  ] as const) {
    await guest.goto(`/pay/${bill?.id}?as=guest`)
    await form(guest).getByLabel('Card number').waitFor()
    const answer = await page.request.post('/api/payments/create-intent', {
      data: { assessmentId: bill?.id, ...begun },
    })
    expect(answer.status()).toBe(200)
    await typeCard(guest, '4242424242424242')
    await pay(guest)
    // The bill's intent is the owner's by now, so the guest gets a new intent and a new form (R85).
    await expect(guest.getByText(RENEWED)).toBeVisible()
    await form(guest).getByLabel('Card number').waitFor()
    await typeCard(guest, '4242424242424242')
    await pay(guest)
    await paid(guest)
  }
  const kept = await page.request.get(`/api/my/payment-methods?assessmentId=${bills[0]?.id}`)
  expect(await kept.json()).toEqual({ data: [] })
  await guest.context().close()
})

test('of two signed-in payors at one bill, saves the card for the one who paid with it (R85)', async ({ page, product, browser }) => {
  const { bills } = await payor(page, product.url, 1)
  await open(page, bills[0])
  await form(page).getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  const other = newEmail('noa')
  await new DemoClient(product.url).join({ email: other, firstName: 'Noa', lastName: 'Lev' }, PASSWORD)
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage()
  await signIn(theirs, other)
  const answer = await theirs.request.post('/api/payments/create-intent', {
    data: { assessmentId: bills[0]?.id, saveMethod: true },
  })
  expect(answer.status()).toBe(200)
  await page.getByLabel(SAVE).press('Space')
  await pay(page)
  await expect(page.getByText(RENEWED)).toBeVisible()
  await form(page).getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await page.getByLabel(SAVE).check()
  await pay(page)
  await paid(page)
  const kept = async (who: Page) =>
    (await (await who.request.get(`/api/my/payment-methods?assessmentId=${bills[0]?.id}`)).json()) as { data: unknown[] }
  expect([(await kept(page)).data.length, (await kept(theirs)).data.length]).toEqual([1, 0])
  await theirs.context().close()
})
