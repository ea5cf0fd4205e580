import type { Locator, Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import { expectAccessible } from './axe.ts'
import { inFull } from './figures.ts'
import { expectFits } from './fits.ts'
import { billed, day, letIn, people } from './network.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const moments = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem')
/** Mails come when they come: what happened to the bill stands in its own order. */
const history = (page: Page) => moments(page).filter({ hasNotText: 'Mail: ' })
const fact = (page: Page, term: string) =>
  page
    .getByRole('region', { name: 'The bill', exact: true })
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** A bill of so much, and its page. */
const oneBill = async (page: Page, admin: Admin, amount = 250): Promise<Bill> => {
  const [bill] = (await billed(admin, 1, { amount })).bills
  if (!bill) throw new Error('No bill was made')
  await page.goto(`/payors/bills/${bill.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payor NumberA')
  return bill
}

test('a bill is reached from its row, and its story is told: who, when, why, before and after', async ({ page, admin }) => {
  const [bill] = (await billed(admin, 1, { amount: 250 })).bills
  await page.goto('/payors?tab=assessment-bills')
  await button(page, 'Actions, Payor NumberA').click()
  await page.getByRole('menuitem', { name: 'View history' }).click()
  await expect(page).toHaveURL(`/payors/bills/${bill?.id}`)
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText('Assessment Bills')
  await expect(fact(page, 'Open')).toHaveText('$250.00')
  await expect(history(page)).toHaveCount(1)
  await expect(history(page).first()).toContainText('Bill of $250.00 issued')
  await expect(history(page).first()).toContainText('Ada Ferreira')
  await expect(history(page).first()).toContainText('Unpaid, $250.00')

  await choose(page, 'Adjust amount')
  const dialog = page.getByRole('dialog', { name: 'Adjust Amount' })
  await button(dialog, 'Adjust').click()
  await expect(dialog.getByText('Amount must be a positive number')).toBeVisible()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('By how much').fill('70')
  await expect(dialog.getByText('The amount becomes $180.00 instead of $250.00.')).toBeVisible()
  await dialog.getByLabel('More is owed (debit)').check()
  await expect(dialog.getByText('The amount becomes $320.00 instead of $250.00.')).toBeVisible()
  await dialog.getByLabel('Less is owed (credit)').check()
  await dialog.getByLabel('Reason').fill('Joined in July')
  await button(dialog, 'Adjust').click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Adjusted')).toHaveText('−$70.00')
  await expect(fact(page, 'Open')).toHaveText('$180.00')
  await expect(history(page)).toHaveCount(2)
  await expect(history(page).last()).toContainText('from $250.00')
  await expect(history(page).last()).toContainText('to $180.00')
  await expect(history(page).last()).toContainText('Joined in July')
})

test('an archived bill can be brought back by a payment, until a newer one has its place', async ({ page, admin }) => {
  const bill = await oneBill(page, admin)
  await admin.api.put(`/assessment-bills/${bill.id}/archive`, {})
  await expect(button(page, 'Mark as Paid')).toBeVisible()
  await expect(history(page)).toHaveCount(2)
  await admin.api.upload(bill.program.id, people(1))
  await expect(history(page).last()).toContainText('A new bill took its place')
  await expect(button(page, 'Mark as Paid')).toBeHidden()
  await expect(page.getByText('A newer bill has taken its place')).toBeVisible()
  await expectAccessible(page, 'a bill with a newer one in its place')
})

test('receipts in parts: what stays open and what becomes credit is said before', async ({ page, admin }) => {
  await oneBill(page, admin, 180)
  const dialog = page.getByRole('dialog', { name: 'Record Receipt' })
  await choose(page, 'Record receipt')
  await expect(dialog.getByLabel('Amount')).toHaveValue('180.00')
  await expect(dialog.getByText('This settles the bill.')).toBeVisible()
  await dialog.getByLabel('Amount').fill('80')
  await expect(dialog.getByText('$100.00 of the bill stays open.')).toBeVisible()
  await dialog.getByLabel('Reference (optional)').fill('check 2041')
  await expectAccessible(page, 'the receipt')
  await button(dialog, 'Record Receipt').click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Paid')).toHaveText('$80.00')
  await expect(history(page).last()).toContainText('Partial, $100.00 open')
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  await expect(payments).toHaveCount(1)
  await expect(payments).toContainText('check 2041')

  await choose(page, 'Record receipt')
  await dialog.getByLabel('Amount').fill('130')
  await expect(dialog.getByText('This settles the bill; $30.00 becomes unapplied credit.')).toBeVisible()
  await dialog.getByLabel('Received on').fill(day(3))
  await button(dialog, 'Record Receipt').click()
  await expect(dialog.getByText(/future/)).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('130')
  await dialog.getByLabel('Received on').fill('')
  await button(dialog, 'Record Receipt').click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Open')).toHaveText('$0.00')
  await expect(page.getByRole('region', { name: 'Unapplied credit' })).toContainText('$30.00')
})

test('a payment recorded by mistake is reversed for a reason, and stays in the list', async ({ page, admin }) => {
  const bill = await oneBill(page, admin, 100)
  await page.getByRole('button', { name: 'Mark as Paid' }).click()
  await button(page.getByRole('dialog', { name: 'Mark as Paid' }), 'Mark as Paid').click()
  await expect(history(page).last()).toContainText('Paid')
  await expect(page.getByRole('button', { name: 'Mark as Paid' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Reverse/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reverse Payment' })
  await button(dialog, 'Reverse Payment').click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('It was another Payor')
  await expectAccessible(page, 'the reversal')
  await button(dialog, 'Reverse Payment').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Reversed')
  await expect(fact(page, 'Open')).toHaveText('$100.00')
  await expect(history(page).last()).toContainText('It was another Payor')
  expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bill.id}`)).data.status).toBe('Unpaid')
})

test('an archived bill that is paid after all is paid by what it lacked', async ({ page, admin }) => {
  const bill = await oneBill(page, admin, 100)
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 40, method: 'check' })
  await admin.api.put(`/assessment-bills/${bill.id}/archive`, {})
  // What of it was waived is not guessed while its history is not there.
  const call = '**/api/assessment-bills/*/history'
  await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(fact(page, 'Paid')).toHaveText('–')
  await expect(fact(page, 'Waived')).toHaveCount(0)
  await page.unroute(call)
  await page.reload()
  await expect(fact(page, 'Paid')).toHaveText('$40.00')
  await expect(fact(page, 'Waived')).toHaveText('$60.00')
  await page.getByRole('button', { name: 'Mark as Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as Paid' })
  await expect(dialog).toContainText('$60.00')
  await button(dialog, 'Mark as Paid').click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Paid')).toHaveText('$100.00')
})

test('a claim is confirmed, or said not to have come', async ({ page, admin }) => {
  const bill = await oneBill(page, admin, 100)
  await admin.api.post(`/assessments/${bill.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  await page.reload()
  await expect(page.getByText('The payor says that this is paid')).toBeVisible()
  await expect(button(page, 'It has arrived')).toBeVisible()
  await expect(button(page, 'Mark as Paid')).toHaveCount(0)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Record receipt', 'Adjust amount', 'Archive'])
  await page.keyboard.press('Escape')
  await button(page, 'Not received').click()
  const dialog = page.getByRole('dialog', { name: 'Not Received' })
  await dialog.getByLabel('Reason').fill('Nothing arrived up to Mar 12.')
  await button(dialog, 'Not Received').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The payor says that this is paid')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(history(page).last()).toContainText('from Pending Confirmation')
  await expect(history(page).last()).toContainText('to Unpaid')
  await expect(history(page).last()).toContainText('Nothing arrived up to Mar 12.')
  const mail = moments(page).filter({ hasText: 'Mail: Payment not received' })
  await expect(mail).toContainText('Sent')
  await expect(mail).toContainText('@')
})

test('credit settles another bill of the payor, and what is left is paid back', async ({ page, admin }) => {
  const bill = await oneBill(page, admin, 100)
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 180, method: 'check' })
  await page.reload()
  const credits = page.getByRole('region', { name: 'Unapplied credit' })
  const apply = page.getByRole('dialog', { name: 'Apply Credit' })
  await button(credits, 'Apply to another bill').click()
  await expect(apply.getByText('Payor NumberA has no open bill.')).toBeVisible()
  await expect(button(apply, 'Apply Credit')).toBeDisabled()
  const [camp] = (await billed(admin, 1, { name: 'Summer camp', amount: 50 })).bills
  await page.reload()
  await button(credits, 'Apply to another bill').click()
  await expect(apply.getByLabel('Bill')).toHaveValue(camp?.id ?? '')
  await apply.getByLabel('Amount').fill('50')
  await apply.getByLabel('Reason').fill('Paid too much')
  await expectAccessible(page, 'applying credit')
  await button(apply, 'Apply Credit').click()
  await expect(apply).toBeHidden()
  await expect(credits).toContainText('$30.00')
  await button(credits, 'Record as paid back').click()
  const back = page.getByRole('dialog', { name: 'Record as Paid Back' })
  await expect(back.getByLabel('Amount')).toHaveValue('30.00')
  await back.getByLabel('Amount').fill('31')
  await back.getByLabel('Reason').fill('By check 7')
  await button(back, 'Record as Paid Back').click()
  await expect(back.getByText('This payment has not as much unapplied credit.')).toBeVisible()
  await expect(back.getByLabel('Reason')).toHaveValue('By check 7')
  await back.getByLabel('Amount').fill('30')
  await button(back, 'Record as Paid Back').click()
  await expect(credits).toHaveCount(0)
  expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${camp?.id}`)).data.status).toBe('Paid')

  await page.goto(`/payors/bills/${camp?.id}`)
  const money = page.getByRole('region', { name: 'Payments' })
  await expect(money.getByRole('link', { name: 'From another bill' })).toHaveAttribute('href', `/payors/bills/${bill.id}`)
  await button(money, 'Take back, credit, $50.00').click()
  const taking = page.getByRole('dialog', { name: 'Take Back Credit' })
  await button(taking, 'Take Back Credit').click()
  await expect(taking.getByText('Reason is required')).toBeVisible()
  await taking.getByLabel('Reason').fill('Meant for next year')
  await expectAccessible(page, 'taking credit back')
  await button(taking, 'Take Back Credit').click()
  await expect(taking).toBeHidden()
  await expect(money).toHaveCount(0)
  await expect(fact(page, 'Open')).toHaveText('$50.00')
  await expect(credits).toContainText('$50.00')
  await expect(history(page).last()).toContainText('$50.00 of credit taken back')
  await expect(history(page).last()).toContainText('Meant for next year')
})

test('what somebody else did meanwhile is said, and what was typed stays', async ({ page, admin }) => {
  const bill = await oneBill(page, admin, 100)
  await choose(page, 'Record receipt')
  const dialog = page.getByRole('dialog', { name: 'Record Receipt' })
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Reference (optional)').fill('check 9')
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 25, method: 'cash' })
  await button(dialog, 'Record Receipt').click()
  await expect(dialog.getByText('This has been changed by someone else.', { exact: false })).toBeVisible()
  await expect(dialog.getByText('$35.00 of the bill stays open.')).toBeVisible()
  await expect(dialog.getByLabel('Reference (optional)')).toHaveValue('check 9')
  await button(dialog, 'Record Receipt').click()
  await expect(dialog).toBeHidden()
  await expect(fact(page, 'Open')).toHaveText(inFull(35))
})

test('what is typed about a bill of a list stays when reading the bill again fails', async ({ page, admin }) => {
  const [bill] = (await billed(admin, 1, { amount: 100 })).bills
  await page.goto('/payors?tab=assessment-bills')
  await button(page, 'Actions, Payor NumberA').click()
  await page.getByRole('menuitem', { name: 'Record receipt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Receipt' })
  await dialog.getByLabel('Reference (optional)').fill('check 9')
  const call = `**/api/assessment-bills/${bill?.id}`
  let failed = 0
  await page.route(call, (route) => {
    failed += 1
    return route.fulfill({ status: 500, json: { code: 'unexpected', message: 'The bell tower is on fire' } })
  })
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 25, method: 'cash' })
  // The list and the dialog both read it.
  await expect.poll(() => failed).toBeGreaterThan(1)
  await page.unroute(call)
  await expect(dialog.getByRole('heading', { name: 'Failed to load the bill' })).toHaveCount(0)
  await expect(dialog.getByLabel('Reference (optional)')).toHaveValue('check 9')
})

test('a bill that does not come says so; an Auditor reads, and changes nothing', async ({ page, admin, product }) => {
  const bill = await oneBill(page, admin, 100)
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 130, method: 'check' })
  await page.goto('/payors/bills/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'Failed to load the bill' })).toBeVisible()
  await expect(page.getByText('Assessment bill not found or you do not have access to it.')).toBeVisible()

  const auditor = await newAdmin(product.url)
  await letIn(admin, auditor, 'Auditor')
  await signIn(page, auditor.email)
  await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
  await page.goto(`/payors/bills/${bill.id}`)
  await expect(history(page)).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Unapplied credit' })).toContainText('$30.00')
  await expect(button(page, 'Payment link')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('button', { name: /Mark as Paid|More actions|Reverse|Refund|Apply|paid back|Take back/ }),
  ).toHaveCount(0)
  await expectAccessible(page, "a bill's page")
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test("a bill's page fits", async ({ page, admin }) => {
    const bill = await oneBill(page, admin, 1234.5)
    const [name, link] = await Promise.all([page.getByRole('heading', { level: 1 }).boundingBox(), button(page, 'Payment link').boundingBox()])
    expect(link?.y ?? 0).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
    await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 2000, method: 'check', reference: 'check 2041' })
    await page.reload()
    await expect(history(page)).toHaveCount(2)
    await expectFits(page, 390)
    await expectAccessible(page, "a bill's page on a phone")
  })
})
