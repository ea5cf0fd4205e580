import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { hold } from './hold.ts'
import { billed, day, grantAccess } from './network.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const figure = (page: Page, term: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd[1]')
const recent = (page: Page) => page.getByRole('region', { name: 'Recent Payments' })
const rows = (page: Page) => page.getByRole('table', { name: 'Assessment Bills' }).locator('tbody tr')

test.describe('the dashboard', () => {
  test('greets by the first name, says that it is loading or has failed, and reloads', async ({ page, admin }) => {
    expect(admin.email).toBeTruthy()
    const release = await hold(page, '**/api/dashboard/summary')
    await page.goto('/dashboard')
    await expect(page.getByText("Welcome back, Ada. Here's an overview of your network's finances.")).toBeVisible()
    await expect(said(page, 'Loading dashboard data...')).toBeVisible()
    release()
    await expect(said(page, 'No payment data available')).toBeVisible()
    await expect(said(page, 'Payment trends will appear here once payments are recorded')).toBeVisible()
    await expect(page.getByRole('slider')).toHaveCount(0)
    for (const term of ['Total Assessed', 'Total Collected', 'Total Outstanding', 'Members Past Due']) await expect(figure(page, term)).toBeVisible()

    await page.unroute('**/api/dashboard/summary')
    await page.route('**/api/dashboard/summary', (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Failed to load dashboard' })).toBeVisible()
    await expect(said(page, 'Server error occurred while trying to initialize the dashboard data. Please try again later.')).toBeVisible()
    // Holds responses until the button is pressed, since live updates may reload after any of them and remove the
    // button.
    const answer = await hold(page, '**/api/dashboard/summary')
    await button(page, 'Try Again').click()
    answer()
    await expect(figure(page, 'Total Assessed')).toHaveText('$0.00')
  })

  test('greets a user without a first name', async ({ page, admin }) => {
    await page.route('**/api/auth/verify', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      await route.fulfill({ response: answer, json: { ...json, user: { ...json.user, firstName: '' } } })
    })
    await page.goto('/dashboard')
    await expect(page.getByText("Welcome back, there. Here's an overview of your network's finances.")).toBeVisible()
    expect(admin.email).toBeTruthy()
  })

  test('charts payments by month in one blue, by pointer, keys and as a table', async ({ page, admin }) => {
    const { bills } = await billed(admin, 2, { amount: 1250 })
    await admin.api.put(`/assessment-bills/${bills[0]?.id}/mark-as-paid`, {})
    await page.goto('/dashboard')
    const chart = page.getByRole('region', { name: 'Payments Overview' })
    const slider = chart.getByRole('slider', { name: 'Payments by month' })
    await expect(chart.locator('svg text').first()).toHaveText('$0')
    await slider.focus()
    await page.keyboard.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', /Payments: \$1,250$/)
    await expect(chart.getByText('Payments: $1,250', { exact: true })).toBeVisible()
    await page.keyboard.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', /Payments: \$0\.00$/)
    const fills = await chart.locator('svg path').evaluateAll((bars) => [...new Set(bars.map((bar) => getComputedStyle(bar).fill))])
    expect(fills).toHaveLength(1)
    await expect(recent(page).getByRole('listitem')).toHaveText([/Payor Number[AB].*Annual dues.*\+\$1,250/])
    await expect(recent(page).getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/payors')
    await button(chart, 'Show as table').click()
    await expect(chart.getByRole('table', { name: 'Payments by month' }).locator('tbody tr')).toHaveCount(12)
    await expectAccessible(page, 'the payments as a table')
  })

  test('says what needs attention today, and leads there', async ({ page, admin, product }) => {
    const { bills } = await billed(admin, 3, { amount: 100 })
    await admin.api.post(`/assessments/${bills[0]?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
    await admin.api.post(`/assessment-bills/${bills[1]?.id}/receipts`, { amount: 130, method: 'check' })
    await page.goto('/dashboard')
    const today = page.getByRole('region', { name: 'Needs attention today' })
    await expect(today.getByRole('listitem')).toHaveText(['1 payment to confirm', '$30.00 not applied to a bill'])
    await today.getByRole('button', { name: '$30.00 not applied to a bill' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unapplied Credit' })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog).toContainText('$30.00')
    await expectAccessible(page, 'unapplied credit')
    await dialog.getByRole('link').click()
    await expect(page).toHaveURL(`/payors/bills/${bills[1]?.id}`)
    await page.goBack()
    await today.getByRole('link', { name: '1 payment to confirm' }).click()
    await expect(page).toHaveURL('/payors/claims')
    await expect(page.getByRole('table', { name: 'Payments to confirm' }).locator('tbody tr')).toHaveCount(1)

    // A due date cannot be in the past, so the clock is moved to make the bills overdue.
    const late = day(0)
    await billed(admin, 1, { name: 'Camp', amount: 40, dueDate: late })
    // Leaves the page first: it would use the session that the next sign-in ends, and redirect to the login.
    await page.goto('about:blank')
    await page.request.post(`${product.url}/api/sandbox/clock`, { data: { now: new Date(Date.now() + 40 * 86_400_000).toISOString() } })
    await signIn(page, admin.email)
    await page.goto('/dashboard')
    const overdue = page.getByRole('region', { name: 'Overdue' })
    await expect(overdue).toContainText('$40.00')
    await expectAccessible(page, 'the dashboard with overdue money')
    await overdue.getByRole('link', { name: 'View overdue bills' }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.request.post(`${product.url}/api/sandbox/clock`, { data: { now: new Date().toISOString() } })
  })

  test('lists mails that did not arrive', async ({ page, admin }) => {
    await page.route('**/api/messages?*', (route) => {
      const lost = route.request().url().includes('status=Bounced')
      const mail = {
        id: '0197c7a0-0000-7000-8000-000000000001',
        purpose: 'bill',
        status: 'Bounced',
        payor: { id: '0197c7a0-0000-7000-8000-000000000002', name: 'Ruth Bell', email: 'ruth@example.org' },
        bills: [],
        error: 'No such mailbox',
        createdAt: '2026-03-01T00:00:00.000Z',
        sentAt: null,
      }
      return route.fulfill({ json: { data: lost ? [mail] : [], pagination: { page: 1, pageSize: 100, totalPages: 1, totalItems: lost ? 1 : 0 } } })
    })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: '1 e-mail did not arrive' }).click()
    const dialog = page.getByRole('dialog', { name: 'E-mails That Did Not Arrive' })
    await expect(dialog.getByRole('link', { name: 'Ruth Bell' })).toHaveAttribute('href', '/members/0197c7a0-0000-7000-8000-000000000002')
    await expect(dialog).toContainText('No such mailbox')
    await expect(dialog).toContainText('Bounced')
    expect(admin.email).toBeTruthy()
  })

  test('the placeholder page of transactions links to the dashboard', async ({ page, admin }) => {
    expect(admin.email).toBeTruthy()
    await page.goto('/transactions')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Transactions')
    await expect(page.getByText(/coming soon/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('find anything', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
  const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')

  test('opens, chooses and closes commands by keyboard alone, and returns the focus', async ({ page, admin }) => {
    expect(admin.email).toBeTruthy()
    await page.goto('/dashboard')
    await button(page, 'Find anything').click()
    await expect(field(page)).toBeFocused()
    await expect(page.getByRole('group', { name: 'Commands' }).getByRole('option')).toHaveText([
      'New program',
      'Upload members',
      'Record payment',
      'Invite people',
      ...['Dashboard', 'Assessment Bills', 'Assessment Programs', 'Payors'].map((name) => `Go to ${name}`),
      ...['Remittances', 'Deposits', 'Autopay', 'Payouts', 'Members'].map((name) => `Go to ${name}`),
      'Confirm payments',
      'Go to Journal',
      'Blocked events',
      'What has changed',
      'Go to Profile',
      'Sign out',
    ])
    await expectAccessible(page, 'find anything')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Find anything')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Upload members')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Sign out')
    await field(page).fill('new pro')
    await expect(options(page)).toHaveText(['New program'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/assessments/new')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('main'), 'the new page has the focus').toBeFocused()
    await page.keyboard.press('ControlOrMeta+k')
    await field(page).fill('zzz nothing')
    await expect(page.getByText('Nothing matches.').first()).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('finds bills, payors, programs and payments in groups; a failed search says so', async ({ page, admin }) => {
    const [bill] = (await billed(admin, 2)).bills
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /^Find anything/ })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.route('**/api/find?*', (route) => route.fulfill({ status: 500, json: { message: 'The index is asleep.', code: 'unexpected' } }))
    await field(page).fill('annual')
    await expect(page.getByText('The search failed')).toBeVisible()
    await expect(page.getByText('The index is asleep.')).toBeVisible()
    await page.unroute('**/api/find?*')
    await button(page, 'Try Again').click()
    await expect(page.getByRole('group', { name: 'Programs' }).getByRole('option')).toContainText(['Annual dues'])
    await field(page).fill('numberA dues')
    await expect(page.getByRole('group', { name: 'Bills' }).getByRole('option')).toHaveCount(1)
    await field(page).fill('numberA')
    await expect(page.getByRole('group', { name: 'Payors' }).getByRole('option').first()).toContainText('Payor NumberA')
    await expectAccessible(page, 'what was found')
    await field(page).fill(bill?.id ?? '')
    await expect(page.getByRole('group', { name: 'Bills' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/payors/bills/${bill?.id}`)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('the top bar has the search, and it fits', async ({ page, admin }) => {
      expect(admin.email).toBeTruthy()
      await page.goto('/dashboard')
      await page.getByRole('banner').getByRole('button', { name: 'Find anything' }).click()
      await expect(field(page)).toBeFocused()
      await expectFits(page, 390)
      await options(page).filter({ hasText: 'Go to Members' }).click()
      await expect(page).toHaveURL('/members')
    })
  })
})

test.describe('live', () => {
  test('a payment updates figures, rows and payments without a reload', async ({ page, admin }) => {
    const { bills } = await billed(admin, 3, { amount: 100 })
    const [first, second, third] = bills
    await page.goto('/dashboard')
    await expect(figure(page, 'Total Collected')).toHaveText('$0.00')
    await expect(said(page, 'No payments found')).toBeVisible()
    await admin.api.put(`/assessment-bills/${first?.id}/mark-as-paid`, {})
    await expect(figure(page, 'Total Collected')).toHaveText('$100.00')
    await expect(recent(page).getByRole('listitem')).toHaveCount(1)

    await page.goto('/payors?tab=assessment-bills&status=Unpaid')
    await expect(rows(page)).toHaveCount(2)
    const order = await rows(page).locator('td:first-child').allInnerTexts()
    const name = `${second?.individualMember?.firstName} ${second?.individualMember?.lastName}`
    await admin.api.put(`/assessment-bills/${second?.id}/mark-as-paid`, {})
    // The row changes but keeps its place, although it no longer matches the filter.
    await expect(rows(page).filter({ hasText: name })).toContainText('Paid')
    expect(await rows(page).locator('td:first-child').allInnerTexts()).toEqual(order)
    await expect(page.getByRole('navigation', { name: 'Status' }).getByRole('link').filter({ hasText: /^Paid/ })).toContainText('2')

    await page.goto(`/payors/bills/${third?.id}`)
    const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(history).toHaveCount(1)
    await admin.api.post(`/assessments/${third?.id}/mark-as-paid`, { paymentMethod: 'wire' })
    await expect(history).toHaveCount(3)
    await expect(history.filter({ hasText: 'Payor says that they sent the payment' })).toHaveCount(1)
    await expect(history.filter({ hasText: 'Mail: Payment noted' })).toHaveCount(1)
    await expect(page.getByText('The payor reported a payment')).toBeVisible()
  })

  test('changes made while the first connection is being opened show once it is open', async ({ page, admin }) => {
    const { bills } = await billed(admin, 1, { amount: 100 })
    const connect = await hold(page, '**/api/events')
    await page.goto('/dashboard')
    await expect(figure(page, 'Total Collected')).toHaveText('$0.00')
    await admin.api.put(`/assessment-bills/${bills[0]?.id}/mark-as-paid`, {})
    // The mail of the receipt is the last effect of the payment.
    await expect.poll(async () => (await admin.api.all<{ status: string }>('/messages?order=desc')).map(({ status }) => status)).toEqual(['Sent'])
    connect()
    await expect(figure(page, 'Total Collected')).toHaveText('$100.00')
  })

  test('uses one connection for an Admin, none for a Member, and catches up after a lost connection', async ({ page, admin, product, context }) => {
    const { bills } = await billed(admin, 2, { amount: 100 })
    let listening = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/events')) listening += 1
    })
    await page.goto('/dashboard')
    await expect.poll(() => listening).toBe(1)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payors' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Transactions')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(figure(page, 'Total Collected')).toHaveText('$0.00')
    expect(listening).toBe(1)

    await context.setOffline(true)
    await admin.api.put(`/assessment-bills/${bills[0]?.id}/mark-as-paid`, {})
    await context.setOffline(false)
    await expect(figure(page, 'Total Collected')).toHaveText('$100.00', { timeout: 20_000 })

    const member = await newAdmin(product.url)
    await grantAccess(admin, member, 'Member')
    await signIn(page, member.email)
    await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
    listening = 0
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'My Bills' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(listening).toBe(0)
  })
})
