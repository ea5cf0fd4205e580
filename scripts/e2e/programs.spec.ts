import type { Page } from '@playwright/test'
import type { Program } from '../../modules/programs/contract.ts'
import { expectFits } from './fits.ts'
import { hold } from './hold.ts'
import { attach, billed, day, newProfile, newProgram } from './network.ts'
import { type Admin, expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const fails = (page: Page, call: string) => page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
const pagesShown = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem')

test('the list shows loading and failure, with a way to try again', async ({ page, admin }) => {
  await newProgram(admin)
  const letGo = await hold(page, '**/api/assessments?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/assessments')
  await expect(page.getByText('Loading assessment programs...')).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Failed to load assessment programs' })).toBeVisible()
  await page.unroute('**/api/assessments?*')
  await button(page, 'Try Again').click()
  await expect(page.getByRole('table', { name: 'Assessment Programs' }).getByRole('columnheader')).toHaveText([
    'Program Name',
    'Campaign',
    'Amount',
    'Payment',
    'Actions',
  ])
})

test("fetches a program's figures once it is in view, and its actions lead to their pages", async ({ page, admin }) => {
  const { program } = await billed(admin, 2)
  await newProgram(admin, { name: 'Summer camp', amount: 1500 })
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/count') && asked.push(request.url()))
  await page.goto('/assessments')
  const rows = page.getByRole('table', { name: 'Assessment Programs' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Summer camp' })).toContainText('$1,500')
  await expect(rows.filter({ hasText: 'Summer camp' })).not.toContainText('$1,500.00')
  await expect(rows.filter({ hasText: 'Annual dues' })).toContainText('$123.45')
  await expect(rows.filter({ hasText: 'Annual dues' })).toContainText('One-Time')
  await page.getByRole('link', { name: 'Summer camp' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('0 user(s)')
  await expect(page.getByRole('tooltip')).toContainText('No financial activity')
  await page.mouse.move(0, 0, { steps: 5 })
  await expect(page.getByRole('tooltip')).toBeHidden()
  await page.getByRole('link', { name: 'Annual dues' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('2 user(s)')
  await expect(page.getByRole('tooltip')).toContainText('$246.90 owed • $0.00 paid • $0.00 overdue')
  // The tooltip covers only its own row.
  const [card, row] = await Promise.all([
    page.locator('[data-radix-popper-content-wrapper]').boundingBox(),
    page.getByRole('row').filter({ hasText: 'Annual dues' }).boundingBox(),
  ])
  expect(card?.y).toBeGreaterThanOrEqual((row?.y ?? 0) - 6)
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual((row?.y ?? 0) + (row?.height ?? 0) + 6)
  await page.getByRole('link', { name: 'Summer camp' }).hover()
  expect(asked).toHaveLength(2)

  const profile = button(page, 'Payment Profile, Annual dues')
  await expect(profile).toHaveAttribute('aria-disabled', 'true')
  await profile.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button(page, 'View Payors, Annual dues').click()
  await expect(page).toHaveURL(`/payors?assessment=${program.id}`)
  await page.goBack()
  await button(page, 'Edit Program, Annual dues').click()
  await expect(page).toHaveURL(`/assessments/${program.id}/edit`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/assessments')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('cards show the facts, with Total Collected even at 0, and the same actions', async ({ page, admin }) => {
    const { bills } = await billed(admin, 2, { amount: 800 })
    for (const { id } of bills) await admin.api.put(`/assessment-bills/${id}/mark-as-paid`, {})
    await newProgram(admin, { name: 'Summer camp' })
    const letGo = await hold(page, '**/count')
    await page.goto('/assessments')
    const card = page.getByRole('listitem').filter({ hasText: 'Annual dues' })
    const fact = (term: string) => card.locator('dl > div', { hasText: term }).locator('dd')
    await expect(fact('Default Amount')).toHaveText('$800.00')
    await expect(fact('Type')).toHaveText('Uniform')
    await expect(fact('Payment Profile')).toHaveText('General account')
    await expect(fact('Total Collected')).toHaveText('$0.00')
    letGo()
    await expect(fact('Total Collected')).toHaveText('$1,600')
    await expect(card).toContainText('2 user(s)')
    await expect(page.getByRole('listitem').filter({ hasText: 'Summer camp' }).locator('dl > div', { hasText: 'Payment Profile' })).toContainText(
      'Not set',
    )
    await button(page, 'Campaign, Annual dues').click()
    await expect(page.getByRole('dialog', { name: 'Campaign Management' }).getByText('3 of 3 ready')).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'More actions, Annual dues').click()
    await expect(page.getByRole('menuitem')).toHaveText([/^Edit Program/, /^Payment Profile.*attached/, /^Upload Members/])
    await expectFits(page, 390)
    await page.goto(`/assessments/${bills[0]?.program.id}`)
    const top = (name: string) =>
      page
        .getByRole('main')
        .getByRole('link', { name, exact: true })
        .evaluate((link) => link.getBoundingClientRect().top)
    await expect.poll(async () => (await top('View Bills')) - (await top('Members')), 'side by side').toBe(0)
  })
})

const many = async (admin: Admin, count: number) => {
  for (let made = 0; made < count; made += 12)
    await Promise.all(Array.from({ length: Math.min(12, count - made) }, (_, i) => newProgram(admin, { name: `Levy ${made + i + 1}` })))
}

test('search, status and page are in the address; long lists keep first, last and neighboring pages', async ({ page, admin }) => {
  await many(admin, 72)
  const camp = await newProgram(admin, { name: 'Summer camp' })
  await attach(admin, camp, await newProfile(admin))
  await page.goto('/assessments')
  await expect(pagesShown(page)).toHaveText(['1', '2', '…', '8'])
  await expect(button(page, 'Prev')).toBeDisabled()
  await button(page, 'Page 8').click()
  await expect(page).toHaveURL('/assessments?page=8')
  await expect(page.getByRole('table', { name: 'Assessment Programs' }).getByRole('row')).toHaveCount(4)
  await expect(button(page, 'Next')).toBeDisabled()
  await page.goto('/assessments?page=4')
  await expect(pagesShown(page)).toHaveText(['1', '2', '3', '4', '5', '…', '8'])
  await button(page, 'Next').click()
  await expect(pagesShown(page)).toHaveText(['1', '…', '4', '5', '6', '7', '8'])

  const search = page.getByRole('searchbox', { name: 'Search programs' })
  await search.fill('levy 7')
  await expect(page).toHaveURL('/assessments?search=levy+7')
  await expect(page.getByRole('table', { name: 'Assessment Programs' }).getByRole('row')).toHaveCount(5)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await page.getByLabel('Status').selectOption('Active')
  await expect(page).toHaveURL('/assessments?search=levy+7&status=Active')
  await expect(page.getByRole('heading', { name: 'No assessment programs found' })).toBeVisible()
  await button(page, 'Clear Search').click()
  await expect(page).toHaveURL('/assessments')
  await expect(search).toHaveValue('')
  await page.goto('/assessments?search=camp&status=Active')
  await expect(search).toHaveValue('camp')
  await expect(page.getByRole('table', { name: 'Assessment Programs' }).getByRole('row')).toHaveCount(2)
})

test('profiles that fail to load say so; an attachment that fails is only logged', async ({ page, admin }) => {
  await newProgram(admin)
  await page.goto('/assessments')
  await button(page, 'Payment Profile, Annual dues').click()
  await expect(page.getByRole('link', { name: 'Set Up a Payment Profile' })).toHaveAttribute('href', '/settings/payments')
  await newProfile(admin)
  await fails(page, '**/api/payment-profiles')
  await page.reload()
  await button(page, 'Payment Profile, Annual dues').click()
  await expect(page.getByText('Failed to load payment profiles. Please try again.')).toBeVisible()
  await page.unroute('**/api/payment-profiles')
  await button(page, 'Try Again').click()
  await button(page, 'Select, General account').click()
  await fails(page, '**/payment-profile')
  const logged = page.waitForEvent('console', (message) => message.text().includes('Attaching the payment profile failed'))
  await button(page, 'Attach Profile').click()
  await logged
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Confirm Profile Attachment' })).toBeVisible()
})

test('a failed creation says so and keeps the input; the request names no network and sends the day as midnight UTC', async ({ page, admin }) => {
  await fails(page, '**/api/networks')
  await page.goto('/assessments/new')
  await expect(page.getByText('Failed to load networks')).toBeVisible()
  await page.unroute('**/api/networks')
  await button(page, 'Try Again').click()
  await page.getByLabel('Network').selectOption(admin.network.name)
  await page.getByLabel('Name', { exact: true }).fill('Annual dues')
  await page.getByLabel('Default Amount').fill('120.50')
  await page.getByLabel('Due Date').fill('2020-01-31')
  await button(page, 'Create Assessment').click()
  await expect(page.getByText('Due date must be in the future')).toBeVisible()
  await page.getByLabel('Due Date').fill(day(40))
  await fails(page, '**/api/networks/*/assessments')
  await button(page, 'Create Assessment').click()
  await expect(page.getByRole('alert')).toContainText('Failed to create assessment')
  // The server has responded, so the message is not about the connection.
  await expect(page.getByRole('alert')).toContainText(
    'Server error occurred while trying to create the assessment program. Please try again later. Nothing you typed is lost.',
  )
  await page.unroute('**/api/networks/*/assessments')
  await page.route('**/api/networks/*/assessments', (route) => route.abort())
  await button(page, 'Create Assessment').click()
  await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection and try again. Nothing you typed is lost.')
  await page.unroute('**/api/networks/*/assessments')
  const [request] = await Promise.all([page.waitForRequest('**/api/networks/*/assessments'), button(page, 'Create Assessment').click()])
  expect(request.postDataJSON()).toEqual({
    name: 'Annual dues',
    description: '',
    frequency: 'Yearly',
    type: 'Uniform',
    amount: 120.5,
    dueDate: `${day(40)}T00:00:00.000Z`,
  })
  await expect(page.getByText('Assessment Created Successfully!')).toBeVisible()
  await expect(page.getByText('Assessment program created successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View All Assessments' })).toHaveAttribute('href', '/assessments')
})

test('shows all errors of a program at once, on create and on edit, and sends nothing', async ({ page, admin }) => {
  const program = await newProgram(admin)
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const amount = page.getByLabel('Default Amount')
  const due = page.getByLabel('Due Date')
  for (const [address, action] of [
    ['/assessments/new', 'Create Assessment'],
    [`/assessments/${program.id}/edit`, 'Save Changes'],
  ] as const) {
    await page.goto(address)
    await page.getByLabel('Name', { exact: true }).fill(' ')
    await amount.fill('12.345')
    await due.fill('2020-01-31')
    await button(page, action).click()
    if (action === 'Create Assessment') await expect(page.getByLabel('Network')).toHaveAccessibleDescription('Please select a network')
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/^Name is required/)
    await expect(amount).toHaveAccessibleDescription(/^This amount can be read in more than one way/)
    await expect(due).toHaveAccessibleDescription(/^Due date must be in the future/)
    for (const [typed, problem] of [
      ['99999999999', 'Amount must be $9,999,999.99 or less'],
      ['0', 'Amount must be greater than 0'],
    ] as const) {
      await amount.fill(typed)
      await expect(amount).toHaveAccessibleDescription(problem)
    }
  }
  expect(sent).toEqual([])
})

test('an edit loads, rejects invalid values, reports a conflicting change, and leads back', async ({ page, admin }) => {
  const program = await newProgram(admin)
  const call = `**/api/assessments/${program.id}`
  await page.goto('/assessments/edit')
  await expect(page.getByRole('heading', { name: 'Assessment ID is required' })).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Back to Assessments' })).toHaveAttribute('href', '/assessments')
  await fails(page, call)
  await page.goto(`/assessments/${program.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Failed to load assessment' })).toBeVisible()
  await page.unroute(call)
  await page.getByRole('alert').getByRole('link', { name: 'Back to Assessments' }).click()
  await expect(page).toHaveURL('/assessments')

  await page.goto(`/assessments/${program.id}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Annual dues')
  await expect(page.getByLabel('Network')).toHaveCount(0)
  await page.getByLabel('Name', { exact: true }).fill('  ')
  await page.getByLabel('Default Amount').fill('0')
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Amount must be greater than 0')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Dues of 2027')
  await page.getByLabel('Default Amount').fill('130')
  await fails(page, call)
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('alert')).toContainText('Failed to update assessment')
  await page.unroute(call)
  await admin.api.put(`/assessments/${program.id}`, { ...program, description: 'Changed by somebody else' })
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Someone else changed this program while you were editing it')).toBeVisible()
  const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === 'PUT'), button(page, 'Save Changes').click()])
  expect(request.postDataJSON()).not.toHaveProperty('networkId')
  await expect(page.getByText('Assessment Updated Successfully!')).toBeVisible()
  await expect(page.getByText('Assessment program updated successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View All Assessments' })).toHaveAttribute('href', '/assessments')
  await page.getByRole('link', { name: 'Back to Assessment', exact: true }).click()
  await expect(page).toHaveURL(`/assessments/${program.id}`)
  await expect(page.getByRole('heading', { name: 'Dues of 2027', level: 1 })).toBeVisible()
})

test('a dialog belongs to the program that it was opened for', async ({ page, admin }) => {
  const { program } = await billed(admin, 1)
  const camp = (await billed(admin, 1, { name: 'Summer camp' })).program
  await page.goto(`/assessments/${camp.id}`)
  await page.getByRole('link', { name: 'Back to Assessments' }).click()
  await page.getByRole('link', { name: 'Annual dues' }).click()
  await expect(page).toHaveURL(`/assessments/${program.id}`)
  await button(page, 'Upload Members').click()
  await expect(page.getByRole('dialog', { name: 'Upload Members' })).toBeVisible()
  // Two pages back at once, to the program viewed before, from the cache.
  await page.evaluate(() => window.history.go(-2))
  await expect(page.getByRole('heading', { name: 'Summer camp', level: 1, includeHidden: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('completes, reactivates and permanently archives a program, each after a confirmation', async ({ page, admin }) => {
  const { program } = await billed(admin, 2)
  await page.goto(`/assessments/${program.id}`)
  await expect(page.getByRole('link', { name: 'View Bills' })).toHaveAttribute('href', `/payors?tab=assessment-bills&assessment=${program.id}`)
  const status = page
    .locator('dl > div', { has: page.getByText('Status', { exact: true }) })
    .locator('dd')
    .first()
  for (const [entry, action, words, becomes] of [
    ['Complete', 'Complete', 'Annual dues is completed', 'Completed'],
    ['Reactivate', 'Reactivate', 'Annual dues is active again', 'Active'],
    ['Archive', 'Archive', 'Annual dues is archived', 'Archived'],
  ] as const) {
    await button(page, 'More actions, Annual dues').click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
    await expect(button(page, 'Cancel')).toBeFocused()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
    await expect(said(page, words)).toBeVisible()
    await expect(status).toHaveText(becomes)
  }
  expect((await admin.api.get<Program>(`/assessments/${program.id}`)).status).toBe('Archived')
  await button(page, 'Manage Campaign').click()
  await expect(page.getByText('This program is archived.')).toBeVisible()
  await expect(button(page, 'Launch Campaign')).toHaveAttribute('aria-disabled', 'true')
})
