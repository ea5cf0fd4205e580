import type { BrowserContext, Locator, Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import type { DashboardSummary, Payment, PaymentsReport } from '../../modules/payments/contract.ts'
import type { Program, ProgramStats } from '../../modules/programs/contract.ts'
import { cents, exactly, inFull, inShort, shownCents, sum } from './figures.ts'
import { hold } from './hold.ts'
import { billsOf, day, manual, members300 } from './network.ts'
import { expect, newEmail, PASSWORD, test } from './test.ts'

const AMOUNT = 123.45
const NETWORK = 'Synod of the Plains'
const PROGRAM = 'Annual dues'
const PROFILE = 'General account'

const longDay = (iso: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }).format(new Date(iso))
const nameOf = ({ individualMember }: Pick<Bill, 'individualMember'>) => `${individualMember?.firstName} ${individualMember?.lastName}`

const sidebar = (page: Page, entry: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const figure = (page: Page, term: string): Locator =>
  page
    .locator('dl > div', { has: page.getByText(term, { exact: true }) })
    .locator('dd')
    .first()

test.describe.configure({ mode: 'serial' })

test.describe('from an unknown visitor to a paid bill', () => {
  const email = newEmail('ada')
  let context: BrowserContext
  let page: Page
  let api: DemoClient
  let program: Program
  let link: string
  let payor: string

  test.beforeAll(async ({ browser, product }) => {
    context = await browser.newContext({
      baseURL: product.url,
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 1440, height: 900 },
    })
    page = await context.newPage()
    api = new DemoClient(product.url)
  })
  test.afterAll(async () => context.close())

  test('she registers, confirms by the mailed link and logs in', async () => {
    await page.goto('/register')
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await expect(page.getByText('Last name is required')).toBeVisible()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Ferreira')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByText('Please check your email to continue')).toBeVisible()

    const mailed = async () => (await api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)).data[0]?.text ?? ''
    await expect.poll(mailed).toContain('/confirm-email?token=')
    await page.goto(/https?:\/\/\S+\/confirm-email\?token=[\w-]+/.exec(await mailed())?.[0] ?? '')
    await expect(page.getByText('Your email has been verified successfully! You can now log in.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Login' }).click()

    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Invalid email address, Password is required')).toBeVisible()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Not-the-password-1')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText("Welcome back, Ada. Here's an overview of your network's finances.")).toBeVisible()
    await api.signIn(email, PASSWORD)
  })

  test('she creates her network', async () => {
    await page.getByRole('button', { name: 'Create network' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create network' })
    await dialog.getByRole('button', { name: 'Create Network' }).click()
    await expect(dialog.getByText('Network name is required')).toBeVisible()
    await dialog.getByLabel('Network name').fill(NETWORK)
    await dialog.getByLabel('Description').fill('Sixteen congregations')
    await dialog.getByRole('button', { name: 'Create Network' }).click()
    await expect(dialog).toBeHidden()
    for (const term of ['Total Assessed', 'Total Collected', 'Total Outstanding']) await expect(figure(page, term)).toHaveText('$0.00')
    await expect(figure(page, 'Members Past Due')).toHaveText('0')
    await expect(page.getByText('No payment data available')).toBeVisible()
    await expect(page.getByText('Payment trends will appear here once payments are recorded')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText(NETWORK)).toBeVisible()
  })

  test('she creates a program', async () => {
    await sidebar(page, 'Assessment Programs')
    await expect(page.getByText('No assessment programs found')).toBeVisible()
    await page.getByRole('link', { name: 'Create Your First Program' }).click()
    await expect(page).toHaveURL('/assessments/new')
    await page.getByRole('button', { name: 'Create Assessment' }).click()
    for (const problem of ['Please select a network', 'Name is required', 'Amount must be greater than 0', 'Due date must be in the future'])
      await expect(page.getByText(problem)).toBeVisible()
    await page.getByLabel('Network').selectOption(NETWORK)
    await page.getByLabel('Name', { exact: true }).fill(PROGRAM)
    await page.getByLabel('Description').fill('Share of the common work')
    await expect(page.getByLabel('Frequency').getByRole('option')).toHaveText(['Yearly', 'Bi-Annual', 'Quarterly', 'Monthly', 'One-Time'])
    await page.getByLabel('Frequency').selectOption('One-Time')
    await page.getByLabel('Type').selectOption('Uniform')
    const amount = page.getByLabel('Default Amount')
    await expect(amount).toHaveAttribute('step', '0.01')
    await expect(amount).toHaveAttribute('min', '0.01')
    await amount.fill(String(AMOUNT))
    await page.getByLabel('Due Date').fill(day(45))
    await page.getByRole('button', { name: 'Create Assessment' }).click()
    await expect(page.getByText('Assessment Created Successfully!')).toBeVisible()
    await page.getByRole('link', { name: 'View All Assessments' }).click()
    await expect(row(page, PROGRAM)).toContainText(inShort(AMOUNT))
    await expect(row(page, PROGRAM)).toContainText('Draft')
    const { data } = await api.get<{ data: Program[] }>('/assessments')
    const [created] = data
    if (!created) throw new Error('The API lists no program')
    program = created
    expect([program.name, program.frequency, program.type, program.amount, program.dueDate.slice(0, 10)]).toEqual([
      PROGRAM,
      'OneTime',
      'Uniform',
      AMOUNT,
      day(45),
    ])
  })

  test('she creates a payment profile with every manual method', async () => {
    await sidebar(page, 'Profile')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Payment Profiles' }).click()
    await expect(page.getByText('No payment profiles yet')).toBeVisible()
    await page.getByRole('button', { name: 'Create Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Payment Profile' })
    await dialog.getByRole('button', { name: 'Create Profile' }).click()
    await expect(dialog.getByText('Profile name is required')).toBeVisible()
    await expect(dialog.getByText('Please select at least one payment method')).toBeVisible()
    await dialog.getByLabel('Profile Name').fill(PROFILE)
    for (const [method, fields] of [
      ['Wire', { 'Bank Name': manual.Wire.bankName, 'Account Name': manual.Wire.accountName, 'Routing Number': manual.Wire.routingNumber }],
      ['ACH', { 'Bank Name': manual.ACH.bankName, 'Account Name': manual.ACH.accountName, 'Routing Number': manual.ACH.routingNumber }],
    ] as const) {
      await dialog.getByLabel(method, { exact: true }).check()
      const part = dialog.locator('fieldset > div', { has: page.getByLabel(method, { exact: true }) })
      for (const [label, value] of Object.entries(fields)) await part.getByLabel(label).fill(value)
      await part.getByLabel('Account Number').fill(manual[method].accountNumber)
    }
    await dialog.getByLabel('Zelle', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Create Profile' }).click()
    await expect(dialog.getByText('Please fix the validation errors below')).toBeVisible()
    await expect(dialog.getByText('Zelle email or phone number is required')).toBeVisible()
    await dialog.getByLabel('Zelle Email or Phone Number').fill(manual.Zelle.zelleContact)
    for (const [method, label, value] of [
      ['PayPal', 'PayPal Username', manual.PayPal.paypalUsername],
      ['Venmo', 'Venmo Handle', manual.Venmo.venmoHandle],
      ['CashApp', 'CashApp Handle', manual.CashApp.cashappHandle],
    ] as const) {
      await dialog.getByLabel(method, { exact: true }).check()
      await dialog.getByLabel(label).fill(value)
    }
    await dialog.getByRole('button', { name: 'Create Profile' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: PROFILE })).toBeVisible()
    await expect(page.getByText('ACH, Wire, Zelle, PayPal, Venmo, CashApp')).toBeVisible()
  })

  test('she attaches it permanently', async () => {
    await sidebar(page, 'Assessment Programs')
    await expect(page.getByRole('button', { name: `Upload Members, ${PROGRAM}` })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: `Payment Profile, ${PROGRAM}` }).click()
    const list = page.getByRole('dialog', { name: 'Attach Payment Profile' })
    await list.getByRole('button', { name: `Select, ${PROFILE}` }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm Profile Attachment' })
    await expect(confirmation).toContainText('Once attached, this payment profile cannot be changed.')
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await list.getByRole('button', { name: `Select, ${PROFILE}` }).click()
    await confirmation.getByRole('button', { name: 'Attach Profile' }).click()
    await expect(confirmation).toBeHidden()
    await expect(list).toBeHidden()
    await expect(row(page, PROGRAM)).toContainText(PROFILE)
    await expect(page.getByRole('button', { name: `Upload Members, ${PROGRAM}` })).not.toHaveAttribute('aria-disabled', 'true')
  })

  test('she uploads three hundred members', async () => {
    await page.getByRole('button', { name: `Upload Members, ${PROGRAM}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload Members' })
    const step = dialog.locator('[aria-current=step]')
    await expect(step).toHaveText('Select')
    await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
    await dialog.locator('input[type=file]').setInputFiles(members300)
    await expect(dialog.getByText('members-300.csv')).toBeVisible()
    const letGo = await hold(page, '**/api/uploads')
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(step).toHaveText('Upload')
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    letGo()
    await expect(step).toHaveText('Results')
    await page.unroute('**/api/uploads')
    await expect(dialog.getByText('300 of 300 rows accepted.')).toBeVisible()
    await expect(figure(page, 'Bills generated')).toHaveText('300')
    await expect(figure(page, 'Duplicates')).toHaveText('0')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
  })

  test('the programs show their figures', async () => {
    const stats = await api.get<ProgramStats>(`/assessment-programs/${program.id}/count`)
    expect(stats).toEqual({ count: 300, totalOwed: 37_035, totalPaid: 0, totalOverdue: 0 })
    await page.getByRole('link', { name: PROGRAM }).hover()
    const tip = page.getByRole('tooltip')
    await expect(tip).toContainText('300 user(s)')
    await expect(tip).toContainText('$37,035 owed • $0.00 paid • $0.00 overdue')
    await page.mouse.move(0, 0)
  })

  test('she finds every bill in the list', async () => {
    await sidebar(page, 'Assessment Bills')
    await expect(page.getByRole('heading', { name: 'Assessment Bills', level: 1 })).toBeVisible()
    const table = page.getByRole('table', { name: 'Assessment Bills' })
    const bills = await billsOf(api, program)
    const names: string[] = []
    let shown = 0
    for (let number = 1; ; number += 1) {
      if (number > 1) await expect(page).toHaveURL((url) => url.searchParams.get('page') === String(number))
      await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')).toHaveText(String(number))
      await expect(page.getByText(`Showing ${names.length + 1}–`)).toBeVisible()
      const rows = await table.locator('tbody tr').allInnerTexts()
      shown += sum(rows.map(shownCents))
      names.push(...(await table.locator('tbody td:first-child span:first-child').allInnerTexts()))
      for (const text of rows) expect(text).toContain('Unpaid')
      const next = page.getByRole('button', { name: 'Next' })
      if (await next.isDisabled()) break
      await next.click()
    }
    expect(names.sort()).toEqual(bills.map(nameOf).sort())
    expect(shown).toBe(sum(bills.map(({ amount }) => cents(amount))))

    const filter = page.getByRole('navigation', { name: 'Status' })
    await filter.getByRole('link', { name: 'Paid', exact: false }).filter({ hasText: /^Paid/ }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('status') === 'Paid' && url.searchParams.get('page') === '1')
    await expect(page.getByText('No assessment bills found')).toBeVisible()
    await filter.getByRole('link').filter({ hasText: /^All/ }).click()
    await expect(page).toHaveURL((url) => !url.searchParams.has('status'))
    await expect(table.locator('tbody tr').first()).toBeVisible()
  })

  test('she copies a payment link', async () => {
    const [bill] = await billsOf(api, program)
    if (!bill) throw new Error('The API lists no bill')
    payor = nameOf(bill)
    await page
      .getByRole('button', { name: `Actions, ${payor}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Payment link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Payment Link' })
    await expect(dialog).toContainText('logged in as admin')
    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible()
    link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/^http:\/\/localhost:\d+\/pay\/[\w-]{22}$/)
    await expect(dialog.getByRole('textbox')).toHaveValue(link)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toBeHidden()
  })

  test('a guest claims that the money was sent', async ({ browser }) => {
    const guests = await browser.newContext()
    const guest = await guests.newPage()
    await guest.goto(link)
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(PROGRAM)
    const bill = guest.getByRole('region', { name: 'Your bill' })
    for (const part of [inFull(AMOUNT), payor, 'verified', longDay(program.dueDate), 'in 45 days']) await expect(bill).toContainText(part)
    await expect(guest.getByRole('banner')).toContainText(NETWORK)
    await expect(guest.getByRole('link', { name: 'Sign In & Pay' })).toHaveAttribute('href', /\/login\?redirectTo=/)
    await guest.getByRole('link', { name: 'Pay as Guest' }).click()
    const tabs = guest.getByRole('tablist', { name: 'How to pay' })
    await expect(tabs.getByRole('tab')).toHaveText(['ACH', 'Wire', 'Zelle', 'PayPal', 'Venmo', 'CashApp'])
    const panel = guest.getByRole('tabpanel')
    for (const [tab, parts] of Object.entries({
      Wire: [
        manual.Wire.bankName,
        manual.Wire.routingNumber,
        manual.Wire.accountNumber,
        manual.Wire.accountName,
        'organization name and assessment name',
      ],
      PayPal: [manual.PayPal.paypalUsername, 'Sending to a friend'],
      Venmo: [manual.Venmo.venmoHandle],
      CashApp: [manual.CashApp.cashappHandle],
      Zelle: [manual.Zelle.zelleContact],
    })) {
      await tabs.getByRole('tab', { name: tab }).click()
      for (const part of parts) await expect(panel).toContainText(part)
    }
    const send = panel.getByRole('button', { name: 'Mark as sent' })
    await expect(send).toBeDisabled()
    await panel.getByLabel('I have sent this payment').check()
    await send.click()
    await expect(guest.getByText("Thanks! We've recorded your payment as sent.").first()).toBeVisible()
    await expect(guest.getByText('Payment has been submitted and is pending confirmation.')).toBeVisible()
    await guests.close()
  })

  test('she confirms it', async () => {
    await sidebar(page, 'Dashboard')
    await expect(figure(page, 'Total Collected')).toHaveText('$0.00')
    await page.getByRole('link', { name: '1 payment to confirm' }).click()
    await expect(page).toHaveURL('/payors/claims')
    await expect(row(page, payor)).toContainText('Zelle')
    await sidebar(page, 'Assessment Bills')
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link')
      .filter({ hasText: /^Pending/ })
      .click()
    await expect(page).toHaveURL((url) => url.searchParams.get('status') === 'PendingConfirmation')
    await expect(row(page, payor)).toContainText('Pending Confirmation')
    await page.getByRole('button', { name: `Actions, ${payor}` }).click()
    await page.getByRole('menuitem', { name: 'Mark as Paid' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark as Paid' })
    await expect(dialog).toContainText('This action cannot be undone')
    await expect(dialog).toContainText(inFull(AMOUNT))
    await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link').filter({ hasText: /^Paid/ }).click()
    await expect(row(page, payor)).toContainText('Paid')
  })

  test('all figures agree', async () => {
    const bills = await billsOf(api, program)
    const summary = await api.get<DashboardSummary>('/dashboard/summary')
    const stats = await api.get<ProgramStats>(`/assessment-programs/${program.id}/count`)
    const { data: payments } = await api.get<{ data: Payment[] }>('/dashboard/recent-payments')
    const report = await api.get<PaymentsReport>('/reports/payments')
    const collected = sum(payments.map(({ amount }) => cents(amount)))
    expect(collected).toBe(cents(AMOUNT))
    expect(cents(summary.totalAssessed)).toBe(sum(bills.map(({ amount }) => cents(amount))))
    expect(cents(summary.totalOutstanding)).toBe(sum(bills.map(({ balance }) => cents(balance))))
    expect(cents(summary.totalCollected)).toBe(collected)
    expect(cents(summary.totalAssessed)).toBe(cents(summary.totalCollected) + cents(summary.totalOutstanding))
    expect([cents(stats.totalOwed), cents(stats.totalPaid), cents(stats.totalOverdue)]).toEqual([cents(summary.totalOutstanding), collected, 0])
    expect(cents(report.datasets[0]?.data.at(-1) ?? 0)).toBe(collected)

    await sidebar(page, 'Dashboard')
    await expect(figure(page, 'Total Assessed')).toHaveText(inShort(summary.totalAssessed))
    await expect(figure(page, 'Total Collected')).toHaveText(inShort(summary.totalCollected))
    await expect(figure(page, 'Total Outstanding')).toHaveText(inShort(summary.totalOutstanding))
    await expect(figure(page, 'Members Past Due')).toHaveText(String(summary.membersPastDue))
    const recent = page.getByRole('region', { name: 'Recent Payments' })
    await expect(recent.getByRole('listitem')).toHaveCount(1)
    for (const part of [payor, PROGRAM, `+${inShort(AMOUNT)}`]) await expect(recent).toContainText(part)
    const chart = page.getByRole('slider', { name: 'Payments by month' })
    await chart.focus()
    await page.keyboard.press('End')
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`Payments: \\${exactly(AMOUNT)}`))
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect(page.getByRole('table', { name: 'Payments by month' }).locator('tbody tr').last()).toContainText(inFull(AMOUNT))

    await sidebar(page, 'Assessment Programs')
    await page.getByRole('link', { name: PROGRAM }).hover()
    await expect(page.getByRole('tooltip')).toContainText(
      `${exactly(stats.totalOwed)} owed • ${exactly(stats.totalPaid)} paid • ${exactly(stats.totalOverdue)} overdue`,
    )
    await page.getByRole('link', { name: PROGRAM }).click()
    await expect(page).toHaveURL(`/assessments/${program.id}`)
    await expect(figure(page, 'Payors')).toHaveText(String(stats.count))
    await expect(figure(page, 'Owed')).toHaveText(inShort(stats.totalOwed))
    await expect(figure(page, 'Paid')).toHaveText(inShort(stats.totalPaid))
    await expect(figure(page, 'Overdue')).toHaveText(inShort(stats.totalOverdue))

    await sidebar(page, 'Payors')
    await expect(row(page, payor)).toContainText(inFull(AMOUNT))
  })

  test('she logs out', async () => {
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('You have been logged out successfully')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login?redirectTo=%2Fdashboard')
  })
})
