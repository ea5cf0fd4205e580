import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Payment } from '../../modules/payments/contract.ts'
import { expectAccessible } from './axe.ts'
import { inFull } from './figures.ts'
import { expectFits } from './fits.ts'
import { attach, billed, billsOf, day, grantAccess, newProfile, newProgram } from './network.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const bodyRows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')
const names = (page: Page, table: string) => bodyRows(page, table).locator('td:first-child a').allInnerTexts()
const shortDay = (day: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

const BILLS = '/payors?tab=assessment-bills'

/** A program with three payors, whose amounts come from the file. */
const pledges = async (admin: Admin) => {
  const program = await newProgram(admin, { name: 'Pledges', type: 'Custom', amount: 50 })
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(
    program.id,
    'firstName,lastName,email,amount\nRuth,Bell,ruth@example.org,300\nAmos,Clay,amos@example.org,20.5\nEsther,Adams,esther@example.org,100',
  )
  return program
}

test.describe('the lists', () => {
  test('two tabs have their own titles and links back; switching replaces the address and clears page and status', async ({ page, admin }) => {
    const { program } = await billed(admin, 12)
    await page.goto('/dashboard')
    await page.goto('/payors')
    const tabs = page.getByRole('tablist', { name: 'Payors' })
    await expect(tabs.getByRole('tab')).toHaveText(['Payments', 'Assessment Bills'])
    await expect(page.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Transactions')
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
    await expect(said(page, 'No payments found')).toBeVisible()

    await page.goto(`/payors?assessment=${program.id}`)
    await expect(said(page, 'No payments found for this assessment program')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Assessments' })).toHaveAttribute('href', '/assessments')

    await page.goto(`${BILLS}&assessment=${program.id}&page=2&status=Unpaid`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assessment Bills')
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(2)
    const before = await page.evaluate(() => window.history.length)
    await page.getByRole('tab', { name: 'Payments' }).click()
    await expect(page).toHaveURL(`/payors?assessment=${program.id}`)
    expect(await page.evaluate(() => window.history.length)).toBe(before)

    await page.goto(`${BILLS}&page=2`)
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(2)
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link')
      .filter({ hasText: /^Unpaid/ })
      .click()
    await expect(page).toHaveURL(`${BILLS}&page=1&status=Unpaid`)
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(10)
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link').filter({ hasText: /^All/ }).click()
    await expect(page).toHaveURL(`${BILLS}&page=1`)
    await page.goto(`${BILLS}&status=Failed`)
    await expect(said(page, 'No assessment bills found')).toBeVisible()
  })

  test('searches bills, sorts them by column, sets the page size, and exports them as listed', async ({ page, admin }) => {
    const program = await pledges(admin)
    await billed(admin, 12, { dueDate: day(60) })
    await page.goto(BILLS)
    await page.getByRole('searchbox', { name: 'Search bills' }).fill('pledges')
    await expect(page).toHaveURL(`${BILLS}&search=pledges`)
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(3)
    const head = (name: string) => page.getByRole('columnheader', { name })
    await button(page, 'Amount').click()
    await expect(head('Amount')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => names(page, 'Assessment Bills')).toEqual(['Amos Clay', 'Esther Adams', 'Ruth Bell'])
    await button(page, 'Amount').focus()
    await page.keyboard.press('Enter')
    await expect(head('Amount')).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/orderBy=amount&order=desc/)
    await expect.poll(() => names(page, 'Assessment Bills')).toEqual(['Ruth Bell', 'Esther Adams', 'Amos Clay'])
    await button(page, 'Payor').click()
    await expect(head('Amount')).not.toHaveAttribute('aria-sort', /./)
    await expect.poll(() => names(page, 'Assessment Bills'), 'by last name').toEqual(['Esther Adams', 'Ruth Bell', 'Amos Clay'])

    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^bills-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[3]).toContain('Amos Clay')
    expect(lines[3]).toContain('20.50')

    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Search bills' })).toHaveValue('pledges')
    await expect.poll(() => names(page, 'Assessment Bills'), 'by last name').toEqual(['Esther Adams', 'Ruth Bell', 'Amos Clay'])
    await page.getByRole('searchbox', { name: 'Search bills' }).fill('nobody like this')
    await expect(said(page, 'No assessment bills found')).toBeVisible()
    await button(page, 'Clear Search').click()
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(10)
    await page.getByLabel('Rows per page').selectOption('25')
    await expect(page).toHaveURL(/pageSize=25/)
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(15)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    expect(program.id).toBeTruthy()
  })

  test('payments show dollars, days, methods and their outcome', async ({ page, admin }) => {
    const { bills } = await billed(admin, 4, { amount: 1234.5 })
    const [first, second, third, fourth] = bills
    await admin.api.put(`/assessment-bills/${first?.id}/mark-as-paid`, {})
    await admin.api.put(`/assessment-bills/${second?.id}/mark-as-paid`, { method: 'check', reference: 'check 2041' })
    await admin.api.post(`/assessment-bills/${third?.id}/receipts`, { amount: 10, method: 'zelle' })
    await admin.api.post(`/assessment-bills/${fourth?.id}/receipts`, { amount: 20, method: 'cash' })
    const { data } = await admin.api.get<{ data: Payment[] }>(`/payments?search=${fourth?.id}`)
    await admin.api.post(`/assessment-bills/${fourth?.id}/reversals`, { paymentId: data[0]?.id, reason: 'Typed twice' })
    await admin.api.upload(bills[0]?.program.id ?? '', 'name,email\nGrace Chapel,grace@example.org', 'congregations')
    const church = (await billsOf(admin.api, { id: bills[0]?.program.id as never })).find(({ congregation }) => congregation?.name === 'Grace Chapel')
    await admin.api.post(`/assessment-bills/${church?.id}/receipts`, { amount: 30, method: 'wire' })
    await page.goto('/payors')
    const rows = bodyRows(page, 'Payments')
    await expect(rows).toHaveCount(5)
    const row = (text: string) => rows.filter({ hasText: text })
    const today = shortDay(day(0))
    await expect(row('Credit Card')).toContainText(inFull(1234.5))
    await expect(row('Credit Card')).toContainText(today)
    await expect(row('check 2041')).toContainText('Check')
    await expect(row('Zelle')).toContainText('$10.00')
    await expect(row('Cash').filter({ hasText: '$20.00' })).toContainText('Reversed')
    await expect(row('Grace Chapel')).toContainText('Wire')
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
    await button(page, 'Amount').click()
    await expect(rows.first()).toContainText('$10.00')
    await page.getByRole('searchbox', { name: 'Search payments' }).fill('2041')
    await expect(rows).toHaveCount(1)
    await rows
      .first()
      .getByRole('link', { name: /^Payor/ })
      .click()
    await expect(page).toHaveURL(`/payors/bills/${second?.id}`)
  })

  test('lists that fail to load say so, and Try Again loads them', async ({ page, admin }) => {
    await billed(admin, 1)
    for (const [address, call, title, table] of [
      ['/payors', '**/api/payments?*', 'Failed to load payments', null],
      [BILLS, '**/api/assessment-bills?*', 'Error loading assessment bills', 'Assessment Bills'],
    ] as const) {
      await page.route(call, (route) => route.fulfill({ status: 500, json: { message: 'The books are closed.', code: 'unexpected' } }))
      await page.goto(address)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(said(page, 'The books are closed.')).toBeVisible()
      await page.unroute(call)
      if (table !== null) {
        await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
        await button(page, 'Try Again').click()
        await expect(said(page, 'Failed to load assessment bills')).toBeVisible()
        await page.unroute(call)
      }
      await button(page, 'Try Again').click()
      await expect(table === null ? said(page, 'No payments found') : bodyRows(page, table).first()).toBeVisible()
    }
  })

  test('a list that fails to reload stays, with the dialog above it', async ({ page, admin }) => {
    await billed(admin, 1)
    await page.goto(BILLS)
    await button(page, 'Actions, Payor NumberA').click()
    await page.getByRole('menuitem', { name: 'Payment link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Payment Link' })
    await expect(dialog).toBeVisible()
    const refused = page.waitForResponse('**/api/assessment-bills?*')
    await page.route('**/api/assessment-bills?*', (route) => route.fulfill({ status: 500, body: '' }))
    await billed(admin, 1, { name: 'Summer camp' })
    await refused
    await page.waitForTimeout(200)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(1)
  })

  test('Back leads to the same place of the same list', async ({ page, admin }) => {
    await billed(admin, 40)
    await page.goto(`${BILLS}&pageSize=50&orderBy=payor`)
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(40)
    const link = bodyRows(page, 'Assessment Bills').nth(30).getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const at = await page.evaluate(() => window.scrollY)
    expect(at).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(40)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at)
    await link.click()
    await page.getByRole('link', { name: 'Back to Assessment Bills' }).click()
    await expect(page).toHaveURL(`${BILLS}&pageSize=50&orderBy=payor`)
  })
})

test.describe('the actions of a row', () => {
  test('edits amounts in place in Custom programs while Unpaid; Enter saves, Escape cancels, a failure shows an error', async ({ page, admin }) => {
    await pledges(admin)
    await billed(admin, 1)
    await page.goto(BILLS)
    await expect(page.getByRole('button', { name: /^Edit amount/ })).toHaveCount(3)
    const edit = page.getByRole('button', { name: /^Edit amount .*, Ruth Bell$/ })
    const field = page.getByLabel('Amount, Ruth Bell')
    await edit.click()
    await field.fill('0')
    await field.press('Enter')
    await expect(said(page, 'Amount must be a positive number')).toBeVisible()
    await field.press('Escape')
    await expect(edit).toHaveText('$300.00')
    await page.route('**/api/assessment-bills/*/amount', (route) => route.fulfill({ status: 500, body: '' }))
    await edit.click()
    await field.fill('310.25')
    await field.press('Enter')
    await expect(said(page, 'Failed to update amount')).toBeVisible()
    await page.unroute('**/api/assessment-bills/*/amount')
    await field.press('Enter')
    await expect(edit).toHaveText('$310.25')
  })

  test('editing an amount shifts nothing, in the table and on a phone', async ({ page, admin }) => {
    await pledges(admin)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(BILLS)
      const edit = page.getByRole('button', { name: /^Edit amount .*, Amos Clay$/ })
      await expect(edit).toBeVisible()
      const boxes = () =>
        page
          .getByRole('tabpanel')
          .locator('tr, li, td, a')
          .evaluateAll((all) =>
            all.map((one) => {
              const { x, y, width: wide, height } = one.getBoundingClientRect()
              return [x, y, wide, height].map(Math.round).join(' ')
            }),
          )
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      const before = await boxes()
      await edit.click()
      await expect(page.getByLabel('Amount, Amos Clay')).toBeFocused()
      expect(await boxes()).toEqual(before)
    }
  })

  test('makes a receipt and an adjustment from the row, and typing letters selects in its menu', async ({ page, admin }) => {
    await billed(admin, 1, { amount: 100 })
    await page.goto(BILLS)
    const menu = button(page, 'Actions, Payor NumberA')
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Payment link',
      'View history',
      'Mark as Paid',
      'Record receipt',
      'Adjust amount',
      'Archive',
    ])
    await expectAccessible(page, 'the menu of a row', { layer: true })
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Payment Link' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('p')
    await expect(page.getByRole('dialog', { name: 'Mark as Paid' })).toBeVisible()
    await page.keyboard.press('Escape')

    await menu.click()
    await page.getByRole('menuitem', { name: 'Record receipt' }).click()
    const receipt = page.getByRole('dialog', { name: 'Record Receipt' })
    await receipt.getByLabel('Amount').fill('30')
    await expect(receipt).toContainText('$70.00 of the bill stays open.')
    await button(receipt, 'Record Receipt').click()
    await expect(receipt).toBeHidden()
    const row = bodyRows(page, 'Assessment Bills')
    await expect(row).toContainText('Partial')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Adjust amount' }).click()
    const adjust = page.getByRole('dialog', { name: 'Adjust Amount' })
    await expect(adjust).toContainText('$70.00 open')
    await adjust.getByLabel('Amount of the change').fill('70')
    await adjust.getByLabel('Reason').fill('Moved away')
    await button(adjust, 'Adjust').click()
    await expect(adjust).toBeHidden()
    await expect(row).toContainText('Paid')
  })

  test('marks a bill as paid or archives it after a confirmation, updates its row, and shows a failure', async ({ page, admin }) => {
    await billed(admin, 2)
    await page.goto(`${BILLS}&status=Unpaid`)
    const rows = bodyRows(page, 'Assessment Bills')
    await expect(rows).toHaveCount(2)
    const [paid, archived] = await names(page, 'Assessment Bills')
    for (const [payor, item, title, call, failure, sentences, status] of [
      [paid, 'Mark as Paid', 'Mark as Paid', 'mark-as-paid', 'Failed to mark as paid', ['This action cannot be undone'], 'Paid'],
      [
        archived,
        'Archive',
        'Archive Bill',
        'archive',
        'Failed to archive assessment',
        ['stops all reminders', 'marks the bill archived', 'can potentially be reassigned'],
        'Archived',
      ],
    ] as const) {
      const row = rows.filter({ hasText: payor ?? '' })
      await button(row, `Actions, ${payor}`).click()
      await page.getByRole('menuitem', { name: item }).click()
      const dialog = page.getByRole('dialog', { name: title })
      for (const sentence of sentences) await expect(dialog).toContainText(sentence)
      await page.route(`**/${call}`, (route) => route.fulfill({ status: 500, body: '' }))
      await button(dialog, item).click()
      await expect(dialog.getByText(failure)).toBeVisible()
      await page.unroute(`**/${call}`)
      await button(dialog, item).click()
      await expect(dialog).toBeHidden()
      await expect(row).toContainText(status)
      await button(row, `Actions, ${payor}`).click()
      await expect(page.getByRole('menuitem')).toHaveText(
        status === 'Paid' ? ['Payment link', 'View history'] : ['Payment link', 'View history', 'Mark as Paid'],
      )
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    }
  })

  test.describe('without live updates', () => {
    test.use({ live: false })

    test('a dialog that says $100 never records $500', async ({ page, admin }) => {
      const { bills } = await billed(admin, 1, { amount: 100 })
      await page.goto(BILLS)
      await button(page, 'Actions, Payor NumberA').click()
      await page.getByRole('menuitem', { name: 'Mark as Paid' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark as Paid' })
      await expect(dialog).toContainText('$100.00')
      await expect(button(dialog, 'Mark as Paid')).toBeEnabled()
      // The dialog cannot read the bill again either.
      await page.route('**/api/assessment-bills/*', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
      await admin.api.post(`/assessment-bills/${bills[0]?.id}/adjustments`, { amount: 400, reason: 'A late fee' })
      await button(dialog, 'Mark as Paid').click()
      await expect(dialog.getByText('This bill has just been changed by someone else. Look at it again before you confirm.')).toBeVisible()
      const payments = () => admin.api.all<Payment>('/payments?order=desc')
      expect(await payments()).toEqual([])
      await page.unroute('**/api/assessment-bills/*')
      await expect(async () => {
        if (await dialog.isVisible()) await button(dialog, 'Mark as Paid').click()
        await expect(dialog).toBeHidden({ timeout: 2_000 })
      }).toPass()
      expect(await payments()).toMatchObject([{ amount: 500 }])
    })
  })

  test('an Auditor finds links and history, but nothing to change', async ({ page, admin, product }) => {
    await pledges(admin)
    const auditor = await newAdmin(product.url)
    await grantAccess(admin, auditor, 'Auditor')
    await signIn(page, auditor.email)
    await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
    await page.goto(BILLS)
    await expect(bodyRows(page, 'Assessment Bills')).toHaveCount(3)
    await expect(page.getByRole('button', { name: /^Edit amount/ })).toHaveCount(0)
    await button(page, 'Actions, Ruth Bell').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Payment link', 'View history'])
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the lists sort by a select and fit', async ({ page, admin }) => {
    await pledges(admin)
    await page.goto(BILLS)
    const first = page.getByRole('tabpanel').getByRole('listitem').first()
    await expect(first).toBeVisible()
    // In the upper half of the screen.
    expect((await first.boundingBox())?.y).toBeLessThan(844 / 2)
    const filters = page.getByRole('button', { name: /^Filters/ })
    await expect(page.getByLabel('Sort by')).toHaveCount(0)
    await filters.click()
    await expect(filters).toHaveAttribute('aria-expanded', 'true')
    await page.getByLabel('Sort by').selectOption('Highest first')
    await expect(page).toHaveURL(/orderBy=amount&order=desc/)
    await expect(first).toContainText('Ruth Bell')
    await page.getByLabel('Status').selectOption('Unpaid')
    await expect(page).toHaveURL(/status=Unpaid/)
    await expect(filters).toHaveText('Filters (2)')
    await expectFits(page, 390)
    await expectAccessible(page, 'the bills on a phone')
    await filters.click()
    await expect(page.getByLabel('Status')).toHaveCount(0)
    await page.goto('/payors')
    await expect(filters).toHaveText('Filters')
    await page.setViewportSize({ width: 768, height: 900 })
    const [rows, file] = await Promise.all([
      page.getByLabel('Rows per page').boundingBox(),
      page.getByRole('link', { name: 'Export CSV' }).boundingBox(),
    ])
    expect((rows?.x ?? 0) + (rows?.width ?? 0)).toBeLessThanOrEqual(file?.x ?? 0)
  })
})
