import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import { expectAccessible } from './axe.ts'
import { connect, form, PAID, pay, payButton, typeCard } from './card-form.ts'
import { inFull } from './figures.ts'
import { expectFits } from './fits.ts'
import { mailed } from './mail.ts'
import { attach, billsOf, newProgram } from './network.ts'
import { newPayor, type Payor } from './new-payor.ts'
import { expect, signIn, test } from './test.ts'

test.use({ live: false, viewport: { width: 375, height: 667 } })

const statuses = async ({ host, bills }: Payor): Promise<string[]> =>
  Promise.all(bills.map(async ({ id }) => (await host.api.get<{ data: Bill }>(`/assessment-bills/${id}`)).data.status))

const look = async (page: Page, what: string): Promise<void> => {
  await expectFits(page, 375, what)
  await expectAccessible(page, what)
}

const others = (page: Page, count: number) =>
  page.getByRole('region', { name: count === 1 ? 'You have 1 more open bill' : `You have ${count} more open bills` })
const ONE = 123.45

test('a payor pays three bills by one card payment, and turns on autopay', async ({ page, product }) => {
  const payor = await newPayor(product.url, 3)
  await signIn(page, payor.email)
  await page.goto('/my-assessments')
  const together = page.getByRole('link', { name: 'Pay all together' })
  await expect(together).toBeVisible()
  await look(page, 'the list of three bills')
  await together.click()
  const panel = others(page, 2)
  await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(panel).toContainText(`3 bills together: ${inFull(3 * ONE)}`)
  await expect(payButton(page)).toHaveText(`Pay ${inFull(3 * ONE)}`)
  await look(page, 'three bills to pay')
  await panel.getByRole('checkbox').first().uncheck()
  await expect(payButton(page)).toHaveText(`Pay ${inFull(2 * ONE)}`)
  await panel.getByRole('button', { name: 'Select all' }).click()
  await expect(payButton(page)).toHaveText(`Pay ${inFull(3 * ONE)}`)

  await form(page).getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await page.getByLabel('Save this card for next time').check()
  await pay(page)
  await expect(page.getByText(PAID)).toBeFocused()
  await expect(page.getByRole('region', { name: 'In the same payment' }).getByRole('link')).toHaveCount(2)
  await look(page, 'three bills paid together')
  expect(await statuses(payor)).toEqual(['Paid', 'Paid', 'Paid'])
  const { data: remittances } = await payor.host.api.get<{ data: { amount: number }[] }>('/remittances')
  expect(remittances.map(({ amount }) => amount)).toEqual([3 * ONE])

  await page.getByRole('button', { name: 'Pay automatically from now on' }).click()
  await page.getByRole('button', { name: 'Turn on autopay' }).click()
  await expect(page.getByText('Autopay is on.')).toBeVisible()
})

test("a bill's page offers the payor's other bills, and notices if one of them is archived meanwhile", async ({ page, product }) => {
  const payor = await newPayor(product.url, 3)
  await page.goto(`/pay/${payor.bills[0]?.id}?as=guest`)
  await form(page).getByLabel('Card number').waitFor()
  await expect(page.getByText('more open bill'), 'a guest learns of no other bill').toHaveCount(0)

  await signIn(page, payor.email)
  await page.goto(`/pay/${payor.bills[0]?.id}`)
  const panel = others(page, 2)
  await expect(panel.getByRole('checkbox', { checked: false })).toHaveCount(2)
  await expect(payButton(page)).toHaveText(`Pay ${inFull(ONE)}`)
  await look(page, 'a bill with two more')
  await panel.getByRole('checkbox', { name: 'Dues 2' }).check()
  await expect(payButton(page)).toHaveText(`Pay ${inFull(2 * ONE)}`)
  await form(page).getByLabel('Card number').waitFor()
  await typeCard(page, '4242424242424242')
  await payor.host.api.post(`/assessment-bills/${payor.bills[1]?.id}/receipts`, { amount: ONE, method: 'check' })
  await pay(page)
  await expect(
    page.getByText(`The amount changed from ${inFull(2 * ONE)} to ${inFull(ONE)} while this page was open. Nothing was paid.`),
  ).toBeVisible()
  await expect(others(page, 1).getByRole('checkbox', { checked: false })).toHaveCount(1)
  await expect(payButton(page)).toHaveText(`Pay ${inFull(ONE)}`)
})

test('a guest with a mailed list claims all of its bills, and takes the claim back', async ({ page, product }) => {
  const payor = await newPayor(product.url, 2)
  const { slug } = await payor.host.api.get<{ slug: string }>(`/networks/${payor.host.network.id}`)
  await page.goto(`/find/${slug}`)
  await page.getByLabel('E-mail address').fill(payor.email)
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await page.goto(await mailed(payor.host.api, payor.email, /(https?:\/\/\S+\/find\/\S+)/))
  await page.getByRole('button', { name: 'Show my bills' }).click()
  await look(page, 'a list of two bills')
  await page.getByRole('link', { name: 'Pay all together' }).click()
  await page.getByRole('link', { name: /Pay as Guest/ }).click()
  await page.getByRole('tab', { name: 'Zelle' }).click()
  await expect(page.getByRole('heading', { name: inFull(2 * ONE) })).toBeVisible()
  await look(page, 'two bills by Zelle')
  await page.getByLabel('I have sent this payment').check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
  expect(await statuses(payor)).toEqual(['PendingConfirmation', 'PendingConfirmation'])
  await look(page, 'two bills that are marked as sent')
  await page.getByRole('button', { name: 'I made a mistake' }).click()
  await expect(page.getByRole('tab', { name: 'Zelle' })).toBeVisible()
  await expect.poll(() => statuses(payor)).toEqual(['Unpaid', 'Unpaid'])
})

test('a mailed list leads on to its open bills if the first one is paid', async ({ page, product }) => {
  const payor = await newPayor(product.url, 3)
  const [first, second] = payor.bills
  await signIn(page, payor.email)
  await payor.host.api.post(`/assessment-bills/${first?.id}/receipts`, { amount: ONE, method: 'check' })
  await page.goto(`/pay/${first?.id}?list=all`)
  await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
  await look(page, 'a paid bill with two open ones')
  await others(page, 2).getByRole('link', { name: 'Dues 2' }).click()
  await expect(page).toHaveURL(`/pay/${second?.id}?list=all`)
  await expect(payButton(page)).toHaveText(`Pay ${inFull(2 * ONE)}`)
})

test('shows bills of another account apart', async ({ page, product }) => {
  const payor = await newPayor(product.url, 2)
  const program = await newProgram(payor.host, { name: 'Camp' })
  await attach(payor.host, program, await connect(payor.host))
  await payor.host.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${payor.email}`)
  const [camp] = await billsOf(payor.host.api, program)
  await signIn(page, payor.email)
  await page.goto(`/pay/${payor.bills[0]?.id}?list=all`)
  const panel = others(page, 2)
  await expect(panel.getByRole('checkbox')).toHaveCount(1)
  await expect(panel.getByRole('link', { name: 'Camp' })).toHaveAttribute('href', `/pay/${camp?.id}?list=all`)
  await expect(payButton(page)).toHaveText(`Pay ${inFull(2 * ONE)}`)
  await look(page, 'bills of two accounts')
})
