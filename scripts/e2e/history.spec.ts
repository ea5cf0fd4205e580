import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { Uint8ArrayReader } from '@zip.js/zip.js'
import { parseVerifierKeys } from '../../modules/audit/signed-note.ts'
import { verifyFiles } from '../../modules/audit/verify/verify-files.ts'
import type { Bill } from '../../modules/bills/contract.ts'
import { formatDay } from '../../modules/kernel/dates.ts'
import type { HistoryRow } from '../../modules/shared/history.ts'
import { expectAccessible } from './axe.ts'
import { everyPage } from './every-page.ts'
import { expectFits } from './fits.ts'
import { billed, day, newProfile, newProgram } from './network.ts'
import { type Admin, expect, test } from './test.ts'

// The networks of these stories are in New York, and their history uses that time zone, not the reader's.
test.use({ timezoneId: 'Pacific/Kiritimati' })

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const lines = (page: Page, list = 'History') => page.getByRole('list', { name: list }).getByRole('listitem')
const inNewYork = (moment: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
    .format(new Date(moment))
    .replaceAll('\u202f', ' ')

const billWithHistory = async (admin: Admin): Promise<{ bill: Bill; rows: HistoryRow[] }> => {
  const [bill] = (await billed(admin, 1, { amount: 250 })).bills
  if (!bill) throw new Error('No bill was made')
  await admin.api.post(`/assessment-bills/${bill.id}/adjustments`, { amount: -70, reason: 'Joined in July' })
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 80, method: 'check', reference: 'check 2041' })
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 100, method: 'wire' })
  return { bill, rows: (await admin.api.get<{ data: HistoryRow[] }>(`/assessment-bills/${bill.id}/history`)).data }
}

test('moves through the events of a bill by keys and buttons, shows the bill as of each, and links to it', async ({ page, admin }) => {
  const { bill, rows } = await billWithHistory(admin)
  await page.goto(`/payors/bills/${bill.id}`)
  const replay = page.getByRole('region', { name: 'Replay' })
  const slider = replay.getByRole('slider', { name: 'Moment' })
  const then = page.getByRole('complementary', { name: 'The bill then' })
  await expect(slider).toHaveAttribute('aria-valuetext', /, event 4 of 4, Payment of \$100\.00 recorded/)
  await expect(page.getByRole('complementary', { name: 'The bill now' })).toContainText('Paid')
  await expect(button(replay, 'Later')).toBeDisabled()

  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/payors/bills/${bill.id}?at=2`)
  await expect(slider).toHaveAttribute('aria-valuetext', `${inNewYork(rows[2]?.at ?? '')}, event 3 of 4, Payment of $80.00 recorded (Check)`)
  await expect(then.getByRole('region', { name: 'The bill then' })).toContainText('Partial')
  await expect(then).toContainText('$100.00')
  await expect(then.getByRole('region', { name: 'Payments' }).getByRole('listitem')).toHaveText([/check 2041.*\$80\.00/])
  await expect(lines(page).last()).toHaveAttribute('aria-current', 'step')
  await expect(lines(page, 'After the moment shown').filter({ hasText: 'recorded' })).toHaveCount(1)
  // Actions belong only to the current bill.
  await expect(page.getByRole('button', { name: /More actions|^Reverse/ })).toHaveCount(0)

  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/\?at=0$/)
  await expect(then).toContainText('$250.00')
  await expect(then).toContainText('Unpaid')
  await expect(then.getByRole('region', { name: 'Payments' })).toHaveCount(0)
  await expect(button(replay, 'Earlier')).toBeDisabled()
  await button(replay, 'Later').click()
  await expect(then).toContainText('Adjusted')
  await expect(page).toHaveURL(/\?at=1$/)

  await page.reload()
  await expect(then).toContainText('−$70.00')
  await expect(then).toContainText('$180.00')
  await expectAccessible(page, 'a bill at an earlier moment')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 390)
  await slider.focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(`/payors/bills/${bill.id}`)
  await expect(page.getByRole('complementary', { name: 'The bill now' })).toContainText('$0.00')
})

test('program, payor, payment profile and network list what changed, by whom and when, with filters', async ({ page, admin }) => {
  const program = await newProgram(admin, { type: 'Custom' })
  const change = (more: object) => admin.api.put(`/assessments/${program.id}`, { ...program, dueDate: program.dueDate.slice(0, 10), ...more })
  for (const amount of [120, 130, 140, 150, 160]) await change({ amount })
  await change({ amount: 160, name: 'Dues of the year' })
  await page.goto(`/assessments/${program.id}`)
  await expect(lines(page)).toHaveCount(7)
  await expect(lines(page).nth(1)).toContainText('Program changed')
  await expect(lines(page).nth(1)).toContainText('Ada Ferreira')
  await expect(lines(page).nth(1)).toContainText('Amountfrom $123.45to $120.00')
  await expect(lines(page).last()).toContainText('Namefrom Annual duesto Dues of the year')
  const [created] = (await admin.api.get<{ data: HistoryRow[] }>(`/assessments/${program.id}/history`)).data
  await expect(lines(page).first().getByRole('time')).toHaveText(inNewYork(created?.at ?? ''))
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('Program created')
  await expect(lines(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'History of the campaign' })).toHaveCount(0)

  const { bills, program: camp } = await billed(admin, 1, { name: 'Camp' })
  for (const status of ['Active', 'Paused']) await admin.api.put(`/assessment-programs/${camp.id}/campaign/status`, { status })
  await page.goto(`/assessments/${camp.id}`)
  await expect(lines(page, 'History of the campaign')).toHaveCount(2)
  await expect(lines(page, 'History of the campaign').last()).toContainText('Campaign paused')
  await expect(lines(page, 'History of the campaign').last()).toContainText('Statusfrom Activeto Paused')
  await expectAccessible(page, 'the history of a campaign')
  const payor = bills[0]?.individualMember?.id ?? ''
  await admin.api.put(`/members/${payor}`, { phone: '(320) 555-0199' })
  await page.goto(`/members/${payor}`)
  await expect(lines(page).first()).toContainText('Ada Ferreira, from row 2 of an upload of members')
  await expect(lines(page).last()).toContainText('Phone(320) 555-0199')

  const profile = await newProfile(admin, 'Camp account')
  await admin.api.put(`/payment-profiles/${profile.id}`, { name: 'Camp', methods: { Zelle: { isEnabled: true, zelleContact: 'camp@example.org' } } })
  await page.goto('/settings/payments')
  await button(page, 'History, Camp').click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await expect(dialog.getByRole('listitem').last()).toContainText('Venmofrom offeredto not offered')
  await expect(dialog).not.toContainText('987654321')
  await expectAccessible(page, 'the history of a payment profile')

  await admin.api.put(`/networks/${admin.network.id}`, { name: 'Synod of the Hills' })
  await page.goto('/settings/network')
  await expect(lines(page, 'History of the network').nth(1)).toContainText('Ada Ferreira became Admin')
  await expect(lines(page, 'History of the network').last()).toContainText('Namefrom Synod of the Plainsto Synod of the Hills')
  await page.route('**/api/networks/*/history', (route) => route.fulfill({ status: 500, json: { message: 'Not now.', code: 'unexpected' } }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Failed to load the history' })).toBeVisible()
})

const asOf = (address: string, moment: string): string => `${address}${address.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(moment)}`
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'You are viewing' })

test('the whole admin shows an earlier moment across links and a reload, changes nothing, and returns to now', async ({ page, admin }) => {
  const { bill, rows } = await billWithHistory(admin)
  const moment = rows[2]?.at ?? ''
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(`${request.method()} ${request.url()}`))
  await page.goto('/dashboard')
  const collected = page.getByRole('main').locator('dl > div').filter({ hasText: 'Total Collected' })
  await expect(collected).toContainText('$180.00')
  await button(page, 'Look back').click()
  await page.getByRole('menuitem', { name: 'See an earlier day' }).click()
  const dialog = page.getByRole('dialog', { name: 'See an earlier day' })
  await button(dialog, 'Show This Day').click()
  await expect(dialog.getByText('Choose a day')).toBeVisible()
  await dialog.getByLabel('Day').fill(day(0))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/has not ended yet/)).toBeVisible()
  await expectAccessible(page, 'choosing an earlier day')
  await dialog.getByLabel('Day').fill(day(-1))
  await page.keyboard.press('Enter')
  await expect(banner(page)).toContainText(`You are viewing Synod of the Plains as of ${formatDay(day(-1))}`)
  await expect(collected).toContainText('$0.00')

  // Exact to the cent, and kept across navigation.
  await page.goto(asOf('/dashboard', moment))
  await expect(collected).toContainText('$80.00')
  await expectAccessible(page, 'the dashboard as of an earlier moment')
  calls.length = 0
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assessment Bills' }).click()
  await expect(page).toHaveURL(/asOf=/)
  const row = page.getByRole('row').filter({ hasText: 'Payor NumberA' })
  await expect(row).toContainText('Partial')
  await expect(row).toContainText('$100.00 open')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', /asOf=/)
  // The printed page has the moment and its figures, dark on white and without buttons.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(banner(page)).toBeVisible()
  await expect(row).toContainText('$100.00 open')
  await expect(page.locator('button:not(th button), input, select').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Export CSV|Back to|Payments/ }).filter({ visible: true })).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 26, 23)')
  await page.emulateMedia({ media: null, colorScheme: null })
  await row.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('listitem')).toHaveCount(1)
  await expect(lines(page).filter({ hasNotText: 'Mail: ' })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /Mark as Paid|More actions|Reverse|Apply/ })).toHaveCount(0)
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'The bill', exact: true })).toContainText('Partial')
  await page.goto(asOf(`/assessments/${bill.program.id}`, moment))
  await expect(page.getByRole('row').filter({ hasText: 'Payor NumberA' })).toContainText('Partial')
  await page.goto(asOf(`/members/${bill.individualMember?.id}`, moment))
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(2)
  const [blind, changing] = [
    calls.filter((call) => !/asOf=|\/api\/(?:auth|audit|networks)|history|messages/.test(call)),
    calls.filter((call) => !call.startsWith('GET')),
  ]
  expect(blind, 'calls about today, live updates among them').toEqual([])
  expect(changing).toEqual([])

  // Pages without history say so.
  for (const address of ['/payouts', '/settings/people', '/assessments/new']) {
    await page.goto(asOf(address, moment))
    await expect(page.getByRole('heading', { name: 'This page shows today only' })).toBeVisible()
  }
  await expectAccessible(page, 'a page that shows today only')
  await page.goto(asOf(`/payors/bills/${bill.id}`, `${day(-1)}T12:00:00.000Z`))
  await expect(page.getByRole('heading', { name: 'Not there yet' })).toBeVisible()
  for (const nothing of ['tomorrow', '2100-01-01T00:00:00.000Z']) {
    await page.goto(asOf('/dashboard', nothing))
    await expect(page.getByRole('heading', { name: 'Invalid date' })).toBeVisible()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(asOf('/payors?tab=assessment-bills', moment))
  await expect(page.getByRole('list').getByText('Partial')).toBeVisible()
  await expectFits(page, 390)
  await button(page, 'Back to Today').click()
  await expect(page).toHaveURL('/payors?tab=assessment-bills')
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('list').getByText('Paid', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('list').getByText('Partial')).toBeVisible()
})

test('every page of the admin shows an earlier moment or says that it cannot, and changes nothing', async ({ page, admin }) => {
  test.setTimeout(240_000)
  const { bill, rows } = await billWithHistory(admin)
  const pages = everyPage({ program: bill.program.id, bill: bill.id, member: bill.individualMember?.id ?? '' })
  const changing: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET') changing.push(`${request.method()} ${request.url()}`)
  })
  const today: string[] = []
  for (const [name, address] of Object.entries({ ...pages, bills: '/payors?tab=assessment-bills' })) {
    await page.goto(asOf(address, rows[2]?.at ?? ''))
    const only = page.getByRole('heading', { name: 'This page shows today only' })
    await expect(banner(page).or(only), name).toBeVisible()
    await page.waitForLoadState('networkidle')
    if (await only.isVisible()) today.push(name)
    else {
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
      await expect(page.getByRole('heading', { name: /^(?:Failed|Not found)/ }), name).toHaveCount(0)
      await expectAccessible(page, `${name} as of an earlier moment`)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectFits(page, 390, name)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
  }
  expect(
    Object.keys(pages)
      .filter((name) => !today.includes(name))
      .sort(),
  ).toEqual(['bill', 'changes', 'dashboard', 'journal', 'member', 'members', 'payors', 'program', 'programs', 'transactions'])
  expect(changing).toEqual([])
})

test('the journal lists what happened in the network, with filters, links to each record as of then, and a CSV file', async ({ page, admin }) => {
  await billWithHistory(admin)
  await page.goto('/dashboard')
  await button(page, 'Look back').click()
  await page.getByRole('menuitem', { name: 'Journal' }).click()
  await expect(page).toHaveURL('/journal')
  await expect(lines(page, 'Journal').filter({ hasText: 'Payment of $100.00 recorded (Wire)' })).toBeVisible()
  await expectAccessible(page, 'the journal')
  await page.getByLabel('What').selectOption('Bill adjusted')
  await expect(page).toHaveURL('/journal?type=BillAdjusted')
  const adjusted = lines(page, 'Journal')
  await expect(adjusted).toHaveCount(1)
  await expect(adjusted).toContainText('Payor NumberA, Annual dues')
  await expect(adjusted).toContainText('Ada Ferreira · Only this bill')
  await expect(adjusted).toContainText('from $250.00to $180.00')
  await expect(adjusted).toContainText('Joined in July')
  await expect(page.getByLabel('By whom').getByRole('option')).toHaveText(['Anybody', 'Ada Ferreira', 'Guests', 'Vestry'])

  const file = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain('Joined in July')
  expect(text).toContain('"Payor NumberA, Annual dues"')

  await button(page, 'Only this bill, $70.00 less is owed').click()
  await page.getByLabel('What').selectOption('Everything')
  await expect(page.getByText('Only one bill is shown: Payor NumberA, Annual dues.')).toBeVisible()
  await expect(lines(page, 'Journal').last()).toContainText('issued')
  await expect(lines(page, 'Journal').last()).toContainText('Ada Ferreira, from row 2 of an upload of members · Bill')
  await page.getByLabel('About').selectOption('Programs')
  await expect(lines(page, 'Journal').last()).toContainText('Program created')
  await page.getByLabel('From').fill(day(-3))
  await page.getByLabel('To').fill(day(-2))
  await expect(page.getByRole('heading', { name: 'No events' })).toBeVisible()
  await page.reload()
  await button(page, 'Clear Filters').click()
  await expect(page).toHaveURL('/journal')

  await lines(page, 'Journal').getByRole('link', { name: '$70.00 less is owed' }).click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'The bill', exact: true })).toContainText('$180.00')
  await expect(page.getByRole('region', { name: 'The bill', exact: true })).toContainText('Unpaid')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/journal')
  await expect(lines(page, 'Journal').first()).toBeVisible()
  await expectFits(page, 390)
})

test('compares two days: figures with their difference, changed bills and the payments between them', async ({ page, admin }) => {
  const { bill } = await billWithHistory(admin)
  await page.goto(`/changes?from=${day(-1)}`)
  const figure = (name: string) => page.getByRole('table', { name: 'Figures' }).getByRole('row').filter({ hasText: name })
  await expect(figure('Total Collected')).toContainText('$0.00$180.00+$180.00')
  await expect(figure('Members Past Due')).toContainText('none')
  const changed = page.getByRole('table', { name: 'Bills' }).getByRole('row').filter({ hasText: 'Payor NumberA' })
  await expect(changed).toContainText('Not issued yet')
  await expect(changed).toContainText('Paid$0.00')
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page, 'what has changed')
  await expect(page.getByRole('link', { name: 'See the journal of these days' })).toHaveAttribute('href', `/journal?from=${day(0)}&to=${day(0)}`)
  await changed.getByRole('link').click()
  await expect(page).toHaveURL(`/payors/bills/${bill.id}`)
  await page.goto(`/changes?from=${day(-1)}`)
  await page.getByLabel('To').fill(day(-2))
  await expect(page.getByText('Choose a day after the first one')).toBeVisible()
  await page.getByLabel('From').fill(day(-3))
  await expect(page.getByRole('heading', { name: 'No bill has changed' })).toBeVisible()
  await expect(page.getByText('There were no payments between these days.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/changes?from=${day(-1)}`)
  await expect(page.getByText('Not issued yet')).toBeVisible()
  await expectFits(page, 390)
})

test('exports an audit pack from the journal, verifies it with the key beside it, and says why one cannot be made', async ({ page, admin }) => {
  await billWithHistory(admin)
  await page.goto('/journal')
  await button(page, 'Audit Pack').click()
  const dialog = page.getByRole('dialog', { name: 'Audit pack' })
  await expect(dialog).toContainText('None yet: the first follows when today ends.')
  const key = (await dialog.getByRole('region', { name: 'Public key' }).locator('code').textContent()) ?? ''
  await expect(button(dialog, 'Copy the public key')).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Download Audit Pack').click()])
  expect(download.suggestedFilename()).toMatch(/^audit-pack-\d{4}-01-01-\d{4}-\d\d-\d\d\.zip$/)
  const [report] = await verifyFiles([new Uint8ArrayReader(await readFile(await download.path()))], parseVerifierKeys(key) ?? [])
  expect([report?.problems, report?.proved.length]).toEqual([[], 5])
  await expectAccessible(page, 'the dialog of audit packs')
  await dialog.screenshot({ path: test.info().outputPath('audit-pack.png') })

  await dialog.getByLabel('From').fill(await dialog.getByLabel('To').inputValue())
  await page.route('**/api/audit/pack*', (route) => route.fulfill({ status: 503, json: { message: 'Not now', code: 'unavailable' } }))
  await button(dialog, 'Download Audit Pack').click()
  await expect(dialog.getByRole('alert')).toContainText('Not now')
})
