import type { Locator, Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import type { Remittance } from '../../modules/remittances/contract.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { attach, billsOf, grantAccess, newProfile, newProgram } from './network.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('table', { name: 'Bills to pay' }).locator('tbody tr')
const sums = (page: Page) => page.getByRole('form', { name: 'Record Payment' }).getByRole('status').last()

/** Bills of $100 for members of the congregation Zion, in the order of the last names. */
const zion = async (admin: Admin, count: number): Promise<Bill[]> => {
  const program = await newProgram(admin, { amount: 100 })
  await attach(admin, program, await newProfile(admin))
  const lines = Array.from({ length: count }, (_, i) => `Ann,Member${String(i + 1).padStart(2, '0')},,Zion`)
  await admin.api.upload(program.id, ['firstName,lastName,email,congregation', ...lines].join('\n'))
  const bills = await billsOf(admin.api, program)
  return bills.toSorted((a, b) => (a.individualMember?.lastName ?? '').localeCompare(b.individualMember?.lastName ?? ''))
}

const recorded = ({ api }: Admin, bills: readonly Bill[], amount = 100 * bills.length) =>
  api
    .post<{ data: Remittance }>('/remittances', {
      ...{ amount, method: 'check', reference: '1042', payerId: bills[0]?.congregation?.id },
      allocations: bills.map(({ id }) => ({ billId: id })),
    })
    .then(({ data }) => data)

test('a check for 40 bills is recorded in at most 12 presses', async ({ page, admin }) => {
  const bills = await zion(admin, 40)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/payors')
  // A stub names a bill in each line; one code is mistyped.
  const stub = [...bills.map(({ code }) => `${code}  Annual dues  100.00`), 'ZZ99ZZ99  Annual dues  100.00'].join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), stub)
  let presses = 0
  const press = async (keys: string) => {
    presses += 1
    await page.keyboard.press(keys)
  }
  const type = async (text: string) => {
    presses += 1
    await page.keyboard.type(text)
  }
  presses += 1
  await page.getByRole('link', { name: 'Record Payment' }).click()
  await expect(page.getByLabel('Paid by')).toBeFocused()
  await type('Zion')
  await press('Enter')
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await type('4000')
  await press('Enter')
  await press('Enter')
  await type('1042')
  await press('ControlOrMeta+V')
  await expect(rows(page)).toHaveCount(40)
  await expect(page.getByText('One code was not added')).toBeVisible()
  await expect(page.getByText('ZZ99ZZ99')).toBeVisible()
  await expect(sums(page)).toContainText('Allocated $4,000.00 of $4,000.00')
  await press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of $4,000.00')
  process.stdout.write(`A check for 40 bills took ${presses} presses\n`)
  expect(presses).toBeLessThanOrEqual(12)
  await expect(page.getByText('$4,000.00 recorded')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Bills' }).locator('tbody tr')).toHaveCount(40)
  const states = await billsOf(admin.api, bills[0]?.program as Bill['program'])
  expect(states.every(({ status }) => status === 'Paid')).toBe(true)
  const { data } = await admin.api.get<{ data: Remittance[] }>('/remittances')
  expect(data).toMatchObject([{ amount: 4000, unapplied: 0, method: 'check', reference: '1042', payer: { name: 'Zion' } }])
  const receipt = await page.getByRole('link', { name: 'Print Receipt' }).getAttribute('href')
  expect((await page.request.get(receipt ?? '')).headers()['content-type']).toBe('application/pdf')
  await expectAccessible(page, 'a remittance')
})

test('amounts are edited, bills are found by name and removed, and mistakes are named', async ({ page, admin }) => {
  const bills = await zion(admin, 3)
  await page.goto('/payments/new')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'an empty payment')
  await button(page, 'Record Payment').click()
  await expect(page.getByText('Choose who paid, or add the bills')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Add bills' })
  for (const { code } of bills) {
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByRole('row', { name: code })).toBeVisible()
  }
  await page.getByLabel('Amount', { exact: true }).fill('150')
  await expect(sums(page)).toContainText('Allocated $150.00 of $150.00')
  await expect(rows(page).nth(1)).toContainText('$50.00 stays open')
  await expect(rows(page).nth(2)).toContainText('Not paid')
  await page.getByLabel(/^Amount for Ann Member02/).fill('170')
  await expect(page.getByRole('alert')).toContainText('The allocations exceed the amount by $20.00')
  await page.getByLabel(/^Amount for Ann Member02/).fill('20')
  await expect(sums(page)).toContainText('Allocated $150.00 of $150.00')
  await page.getByRole('button', { name: /^Remove Ann Member03/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('alert')).toContainText('Allocate the remaining $30.00, or choose the payor who keeps it as credit.')
  await page.getByRole('combobox', { name: 'Paid by' }).fill('Member01')
  await page.getByRole('option', { name: 'Ann Member01' }).click()
  await expect(sums(page)).toContainText('Allocated $120.00 of $150.00, $30.00 becomes credit of Ann Member01')
  await expectAccessible(page, 'a payment for two bills')
  await button(page, 'Record Payment').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment of $150.00')
})

test('a phone records a congregation’s payment for its members', async ({ page, admin }) => {
  const bills = await zion(admin, 3)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/members/${bills[0]?.congregation?.id}`)
  await page.getByRole('link', { name: 'Record Payment' }).click()
  await button(page, 'Add 3 open bills of its members, $300.00').click()
  await page.getByLabel('Amount', { exact: true }).fill('300')
  await expect(sums(page)).toContainText('Allocated $300.00 of $300.00')
  await expectAccessible(page, 'a payment on a phone')
  await expectFits(page, 390)
  await button(page, 'Record Payment').click()
  await expect(page.getByText('$300.00 recorded')).toBeVisible()
  await expectAccessible(page, 'a remittance on a phone')
  await expectFits(page, 390)
  await page.goto('/payors?tab=remittances')
  await expect(page.getByRole('link', { name: 'Zion' })).toBeVisible()
  await expectAccessible(page, 'the remittances on a phone')
  await expectFits(page, 390)
})

test('an Admin finds a remittance and reverses one of its bills; an Auditor only reads it', async ({ page, admin, product }) => {
  const bills = await zion(admin, 3)
  const { id } = await recorded(admin, bills)
  await page.goto('/payors')
  await button(page, `Actions, Ann Member01, receipt ${(await admin.api.get<{ data: Remittance }>(`/remittances/${id}`)).data.receiptNumber}`).click()
  await page.getByRole('menuitem', { name: 'View remittance' }).click()
  await expect(page).toHaveURL(`/remittances/${id}`)
  await page.getByRole('link', { name: 'Back to Remittances' }).click()
  await expectAccessible(page, 'the remittances')
  await page.getByLabel('Method').selectOption('zelle')
  await expect(page.getByRole('heading', { name: 'No remittances found' })).toBeVisible()
  await page.getByLabel('Method').selectOption('check')
  await page.getByRole('link', { name: 'Zion' }).click()

  await button(page, 'Reverse').click()
  const dialog = page.getByRole('dialog', { name: 'Reverse Payment' })
  await dialog.getByLabel('All 3').uncheck()
  await dialog.getByLabel(/^Ann Member02/).check()
  await button(dialog, 'Reverse 1 bill').click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Meant for the other Ann')
  await expectAccessible(page, 'the reversal')
  await button(dialog, 'Reverse 1 bill').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: 'Ann Member02' })).toContainText('Reversed')
  await expect(page.getByRole('row', { name: 'Ann Member01' })).toContainText('Completed')
  await expect(page.getByText('Meant for the other Ann').first()).toBeVisible()
  const states = await billsOf(admin.api, bills[0]?.program as Bill['program'])
  expect(states.map(({ status }) => status).sort()).toEqual(['Paid', 'Paid', 'Unpaid'])

  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')
  await signIn(page, auditor.email)
  await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
  await page.goto(`/remittances/${id}`)
  await expect(page.getByRole('row', { name: 'Ann Member02' })).toContainText('Reversed')
  await expect(button(page, 'Reverse')).toHaveCount(0)
  await page.goto('/payors?tab=remittances')
  await expect(page.getByRole('link', { name: 'Zion' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Record Payment' })).toHaveCount(0)
  await page.goto('/payments/new')
  await expect(button(page, 'Record Payment')).toHaveCount(0)
})

test('the find dialog and the claims lead to a payment with the bills chosen', async ({ page, admin }) => {
  const bills = await zion(admin, 2)
  for (const { id } of bills) await admin.api.post(`/assessments/${id}/mark-as-paid`, { paymentMethod: 'check' })
  await page.goto('/payors/claims')
  await page.getByRole('checkbox', { name: 'Tick all on this page' }).check()
  await page.getByRole('link', { name: 'Record as One Payment' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('Member01')
  await page.getByRole('option', { name: 'Record payment for Ann Member01' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record Payment')
})
