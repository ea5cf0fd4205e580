import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import { daysBetween, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'
import { monthsAfter } from '../../modules/kernel/schedule.ts'
import { expectAccessible } from './axe.ts'
import { connect, form, openCard, PAID, pay, payButton, typeCard } from './card-form.ts'
import { expectFits } from './fits.ts'
import { attach, billsOf, day, newProgram, people } from './network.ts'
import { type Admin, expect, newAdmin, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const shown = (offset: number) => formatDay(day(offset))

const offer = ({ api }: Admin, programId: string, counts: number[]) => api.put(`/assessment-programs/${programId}/plans`, { counts })

/** A bill of $240.00, due in 45 days, of a program that offers plans. */
const withPlans = async (admin: Admin, counts = [3, 12]): Promise<Bill> => {
  const program = await newProgram(admin, { amount: 240 })
  await attach(admin, program, await connect(admin))
  await offer(admin, program.id, counts)
  await admin.api.upload(program.id, people(1))
  const [bill] = await billsOf(admin.api, program)
  if (!bill) throw new Error('No bill was made')
  return bill
}
const choose = ({ api }: Admin, { id }: Bill, count: number) => api.post(`/assessment-bills/${id}/plan`, { count })

test('an Admin offers payment plans where the program is edited, and its page lists them', async ({ page, admin }) => {
  const program = await newProgram(admin, { amount: 100 })
  await page.goto(`/assessments/${program.id}/edit`)
  const plans = page.getByRole('group', { name: 'Payment plans' })
  await expect(plans.getByRole('checkbox')).toHaveCount(6)
  await expect(plans.getByLabel('4 parts')).toHaveAccessibleDescription('$25.00 a month')
  await expect(plans.getByLabel('12 parts')).toHaveAccessibleDescription('Too small for the default amount')
  await page.getByLabel('Default Amount').fill('240')
  await expect(plans.getByLabel('12 parts')).toHaveAccessibleDescription('$20.00 a month')
  await plans.getByLabel('12 parts').press('Space')
  await plans.getByLabel('3 parts').check()
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFits(page, 375)
  await expectAccessible(page, 'the plans of a program')
  const call = '**/plans'
  await page.route(call, (route) => route.abort())
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Failed to update assessment')).toBeVisible()
  await page.unroute(call)
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Assessment program updated successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Assessment', exact: true }).click()
  await expect(page.locator('dl > div', { hasText: 'Payment Plans' }).locator('dd')).toHaveText('3 or 12 parts')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Payment plans')
})

test('an Admin chooses a plan for a bill after a preview of its parts, changes it and cancels it', async ({ page, admin }) => {
  const bill = await withPlans(admin, [])
  await page.goto(`/payors/bills/${bill.id}`)
  const open = async () => {
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Payment plan' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Payment Plan' })
  const plan = page.getByRole('region', { name: 'Payment plan' })
  const due = day(45) as LocalDate
  const next = `$60.00 in ${daysBetween(day(0) as LocalDate, monthsAfter(due, 1))} days`
  await open()
  await expect(dialog.getByText('offers no payment plans')).toBeVisible()
  await expectAccessible(page, 'a program without plans')
  await expect(dialog.getByRole('link', { name: 'Edit Program' })).toHaveAttribute('href', `/assessments/${bill.program.id}/edit`)
  await page.keyboard.press('Escape')
  await offer(admin, bill.program.id, [2, 3, 12])
  await page.reload()

  await open()
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  await dialog.getByLabel('2 parts', { exact: true }).press('ArrowDown')
  await expect(dialog.getByRole('region', { name: 'The parts' }).locator('dt')).toHaveText([0, 1, 2].map((n) => formatDay(monthsAfter(due, n))))
  await expect(dialog.getByRole('region', { name: 'The parts' }).locator('dd')).toHaveText(['$80.00', '$80.00', '$80.00'])
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFits(page, 375)
  await expectAccessible(page, 'the plans for a bill')
  const call = '**/api/assessment-bills/*/plan'
  await page.route(call, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await button(page, 'Choose Plan').click()
  await expect(dialog.getByText('The plan was not chosen')).toBeVisible()
  await page.unroute(call)
  await button(page, 'Choose Plan').click()
  await expect(dialog).toBeHidden()
  await expect(plan.getByRole('listitem')).toHaveCount(3)
  await expect(plan.getByText('Chosen by an Admin')).toBeVisible()
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 100, method: 'check' })
  await expect(plan.getByRole('listitem')).toContainText([/Paid[\s\S]*Part 1 of 3/, /Open[\s\S]*Part 2 of 3 · \$20\.00 paid/, /Open/])
  await expect(page.getByText(next)).toBeVisible()
  await expectFits(page, 375)
  await expectAccessible(page, 'a bill with a plan')
  await page.goto('/payors?tab=assessment-bills')
  await expect(page.getByText(next).filter({ visible: true })).toBeVisible()
  await page.goto(`/payors/bills/${bill.id}`)

  await button(page, 'Change plan').click()
  await expect(dialog.getByText('The new plan divides the open balance')).toBeVisible()
  await dialog.getByLabel('2 parts', { exact: true }).check()
  await button(page, 'Choose Plan').click()
  await expect(plan.getByRole('listitem')).toContainText([/\$70\.00/, /\$70\.00/])
  await button(page, 'Cancel plan').click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Payment Plan' })
  await expect(cancel).toContainText(`$140.00 is then due on ${shown(45)}.`)
  await expectAccessible(page, 'cancelling a plan')
  await button(page, 'Cancel Plan').click()
  await expect(plan).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Payment plan cancelled' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('a guest chooses a plan by keyboard, and pays its first part by card', async ({ page, product }) => {
    const admin = await newAdmin(product.url)
    const bill = await withPlans(admin)
    await openCard(page, bill)
    await expect(payButton(page)).toHaveText('Pay $240.00')
    const offer = page.getByRole('region', { name: 'Pay in parts' })
    await offer.locator('summary', { hasText: 'From $20.00 a month' }).press('Enter')
    await expect(offer.getByRole('radio')).toHaveCount(2)
    await offer.getByLabel('3 parts of $80.00').press('ArrowDown')
    await expect(offer.getByText('Part 12')).toBeVisible()
    await offer.getByLabel('12 parts of $20.00').press('ArrowUp')
    await expect(offer.getByText(`Part 1 · ${shown(45)}`)).toBeVisible()
    await expectFits(page, 375)
    await expectAccessible(page, 'the plans on offer')
    const call = '**/api/assessment-bills/*/plan'
    await page.route(call, (route) => route.abort())
    await button(page, 'Choose 3 parts').click()
    await expect(offer.getByRole('alert')).toHaveText('Network error. Please check your connection and try again.')
    await page.unroute(call)
    await button(page, 'Choose 3 parts').press('Enter')
    await expect(page.getByRole('heading', { name: 'Your payment plan' })).toBeFocused()
    await expect(page.getByText('Your plan is saved. You can pay the first part now.')).toBeVisible()
    await expect(page.getByText('Part 1 of 3')).toBeVisible()
    await expect(page.getByText(`Due ${shown(45)} · in 45 days`)).toBeVisible()
    await expect(page.getByText('$240.00 total, $0.00 paid, $240.00 open')).toBeVisible()
    await form(page).getByLabel('Card number').waitFor()
    await expect(payButton(page)).toHaveText('Pay $80.00')
    await expectFits(page, 375)
    await expectAccessible(page, 'a bill with a plan')
    await typeCard(page, '4242424242424242')
    await pay(page)
    await expect(page.getByText(PAID)).toBeFocused()
    await expect(page.getByText('Part 2 of 3')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your payment plan' })).toContainText('$80.00 · paid')
    // The next part is not charged by a second press.
    await expect(payButton(page)).toHaveCount(0)
    await page.reload()
    await form(page).getByLabel('Card number').waitFor()
    await expect(payButton(page)).toHaveText('Pay $80.00')
    expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bill.id}`)).data).toMatchObject({ status: 'Partial', balance: 160 })
  })
})

test('a payor of a plan pays the whole balance, by card or by hand', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const [bill, other] = [await withPlans(admin), await withPlans(admin)]
  for (const each of [bill, other]) await choose(admin, each, 3)
  await openCard(page, bill)
  await expect(payButton(page)).toHaveText('Pay $80.00')
  await page.getByRole('link', { name: 'Pay the whole balance, $240.00' }).press('Enter')
  await expect(page).toHaveURL(/pays=all/)
  await form(page).getByLabel('Card number').waitFor()
  await expect(payButton(page)).toHaveText('Pay $240.00')
  await expect(page.getByText('Part 1 of 3')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pay only the next part, $80.00' }).click()
  await expect(payButton(page)).toHaveText('Pay $80.00')
  await page.getByRole('link', { name: 'Pay the whole balance, $240.00' }).click()
  await expect(payButton(page)).toHaveText('Pay $240.00')
  await typeCard(page, '4242424242424242')
  await pay(page)
  await expect(page.getByText('This assessment has been paid in full.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your payment plan' }).getByText('$80.00 · paid')).toHaveCount(3)

  await page.goto(`/pay/${other.id}?as=guest&method=zelle&lang=es`)
  await expect(page.getByRole('heading', { name: /\$80\.00/ })).toBeVisible()
  await expect(page.getByText('Parte 1 de 3')).toBeVisible()
  await page.goto(`/pay/${other.id}?as=guest&method=zelle&pays=all`)
  await expect(page.getByRole('heading', { name: /\$240\.00/ })).toBeVisible()
  await page.getByLabel('I have sent this payment').check()
  await button(page, 'Mark as sent').click()
  await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
  await admin.api.put(`/assessment-bills/${other.id}/mark-as-paid`, {})
  expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${other.id}`)).data).toMatchObject({ status: 'Paid', nextDue: null })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page of a plan shows its next part, and a claim for all of it is for the whole balance', async ({ page, product }) => {
    const admin = await newAdmin(product.url)
    const bill = await withPlans(admin)
    await choose(admin, bill, 3)
    await page.goto(`/pay/${bill.id}?as=guest&method=zelle`)
    await expect(page.getByRole('heading', { name: /\$80\.00/ })).toBeVisible()
    await page.getByRole('link', { name: 'Pay the whole balance, $240.00' }).click()
    await expect(page.getByRole('heading', { name: /\$240\.00/ })).toBeVisible()
    await page.getByLabel('I have sent this payment').check()
    await button(page, 'Mark as sent').click()
    await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
    await admin.api.put(`/assessment-bills/${bill.id}/mark-as-paid`, {})
    expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bill.id}`)).data.status).toBe('Paid')
  })
})
