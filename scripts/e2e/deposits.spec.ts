import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Deposit } from '../../modules/deposits/contract.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { attach, billsOf, day, newProfile, newProgram } from './network.ts'
import { type Admin, expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fact = (page: Page, term: string) => page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })

/** Members with a bill of $100 each, by last name, and an open deposit. */
const started = async (admin: Admin, count: number) => {
  const program = await newProgram(admin, { amount: 100 })
  const profile = await newProfile(admin)
  await attach(admin, program, profile)
  const lines = Array.from({ length: count }, (_, i) => `Ann,Giver${'ABCD'.charAt(i)},`)
  await admin.api.upload(program.id, ['firstName,lastName,email', ...lines].join('\n'))
  const bills: Bill[] = await billsOf(admin.api, program)
  const terms = { day: day(0), paymentProfileId: profile.id, expectedCount: count, expectedTotal: 100 * count }
  const { data: deposit } = await admin.api.post<{ data: Deposit }>('/deposits', terms)
  return { deposit, bills: bills.toSorted((a, b) => (a.individualMember?.lastName ?? '').localeCompare(b.individualMember?.lastName ?? '')) }
}

/** Types into one field after the other; only the keyboard is used. */
const typeCheck = async (page: Page, whose: string, number: string, amount?: string) => {
  await expect(page.getByRole('combobox', { name: 'Code or name' })).toBeFocused()
  await page.keyboard.type(whose)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  if (amount !== undefined) await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
}

test('an Admin opens a deposit, enters its checks by keyboard, and closes it', async ({ page, admin }) => {
  const { bills } = await started(admin, 4)
  await page.goto('/payors?tab=remittances')
  await page.getByRole('link', { name: 'Deposits' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deposits')
  await expectAccessible(page, 'the deposits')
  await button(page, 'New Deposit').click()
  await page.getByLabel('Expected count').fill('4')
  await button(page, 'Open Deposit').click()
  await expect(page.getByText('Expected total must be a positive number')).toBeVisible()
  await page.getByLabel('Expected total').fill('390')
  await button(page, 'Open Deposit').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Deposit of /)
  await expect(fact(page, 'Difference')).toContainText('4 payments missing, $390.00 missing')
  await page.getByRole('combobox', { name: 'Code or name' }).focus()
  for (const [i, { code }] of bills.slice(0, 2).entries()) {
    await typeCheck(page, code, String(1001 + i))
    await expect(page.getByText(`$100.00 of Ann Giver${'AB'.charAt(i)} recorded`)).toBeVisible()
  }
  await typeCheck(page, 'GiverC', '1003', '90')
  await expect(fact(page, 'Entered')).toContainText('3 payments, $290.00')
  await page.keyboard.type('ZZ99ZZ99')
  await page.keyboard.press('Enter')
  await expect(page.getByText('ZZ99ZZ99')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Code or name' })).toHaveValue('ZZ99ZZ99')
  await page.getByRole('combobox', { name: 'Code or name' }).fill('')
  await expectAccessible(page, 'an open deposit')
  await button(page, 'Close Deposit').click()
  await expect(page.getByRole('dialog')).toContainText('Close with a Difference')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Code or name' }).focus()
  await typeCheck(page, bills[3]?.code ?? '', '1004')
  await expect(fact(page, 'Difference')).toContainText('None')
  await button(page, 'Close Deposit').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close Deposit' }).click()
  await expect(fact(page, 'Status')).toContainText('Closed')
  await expect(page.getByRole('combobox', { name: 'Code or name' })).toHaveCount(0)
  await expectAccessible(page, 'a closed deposit')
  const slip = await page.request.get((await page.getByRole('link', { name: 'Print Slip' }).getAttribute('href')) ?? '')
  expect(slip.headers()['content-type']).toBe('application/pdf')
  await button(page, 'Reopen').click()
  await page.getByLabel('Reason').fill('A check was forgotten')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen Deposit' }).click()
  await expect(fact(page, 'Status')).toContainText('Open')
  await page.goto('/deposits')
  await expect(page.getByRole('table', { name: 'Deposits' }).locator('tbody tr')).toHaveCount(2)
})

test('one check for several bills, cash, and a reversed payment', async ({ page, admin }) => {
  const { deposit, bills } = await started(admin, 3)
  await page.goto(`/deposits/${deposit.id}`)
  await page.getByRole('combobox', { name: 'Code or name' }).focus()
  await typeCheck(page, `${bills[0]?.code} ${bills[1]?.code}`, '2001')
  await expect(page.getByText('$200.00 of Ann GiverA').first()).toBeVisible()
  await page.getByLabel('Method').selectOption('Cash')
  await page.getByRole('combobox', { name: 'Code or name' }).focus()
  await typeCheck(page, bills[2]?.code ?? '', '')
  await expect(fact(page, 'Entered')).toContainText('2 payments, $300.00')
  await page.getByRole('button', { name: 'Reverse the payment of Ann GiverC' }).click()
  await page.getByLabel('Reason').fill('Counted twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse Payment' }).click()
  await expect(fact(page, 'Entered')).toContainText('1 payment, $200.00')
})

test('a deposit fits a phone', async ({ page, admin }) => {
  const { deposit, bills } = await started(admin, 2)
  await admin.api.post('/remittances', { amount: 100, method: 'check', allocations: [{ billId: bills[0]?.id }], depositId: deposit.id })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/deposits/${deposit.id}`)
  await expect(page.getByRole('link', { name: /Ann GiverA/ })).toBeVisible()
  await expectAccessible(page, 'a deposit on a phone')
  await expectFits(page, 390)
  await page.goto('/deposits')
  await expect(page.getByText('1 payment', { exact: true })).toBeVisible()
  await expectFits(page, 390)
})
