import type { Locator, Page } from '@playwright/test'
import type { Program } from '../../modules/programs/contract.ts'
import { expectAccessible } from './axe.ts'
import { attach, billed, billsOf, day, grantAccess, newProfile, newProgram } from './network.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

const minute = /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const figure = (dialog: Locator, term: string) => dialog.locator('dl > div', { has: dialog.page().getByText(term, { exact: true }) }).locator('dd')
const csv = (text: string) => ({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const openCampaign = async (page: Page, name = 'Annual dues'): Promise<Locator> => {
  await page.goto('/assessments')
  await button(page, `Campaign, ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Campaign Management' })
  await expect(dialog.getByRole('heading', { name: 'Launch readiness' })).toBeVisible()
  return dialog
}

const item = (dialog: Locator, name: string) => dialog.getByRole('listitem').filter({ hasText: name })

test('prepares, launches, pauses and resumes a campaign in its dialog, and sends each payor one mail', async ({ page, admin }) => {
  const program = await newProgram(admin)
  let dialog = await openCampaign(page)
  await expect(dialog).toContainText('Draft')
  await expect(dialog.getByText('0 of 3 ready')).toBeVisible()
  await expect(item(dialog, 'Payment profile setup').getByRole('link', { name: 'Setup' })).toHaveAttribute('href', '/settings/payments')
  const launch = button(dialog, 'Launch Campaign')
  await expect(launch).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByText('Set up a payment profile, then launch.')).toBeVisible()
  const upload = item(dialog, 'Member upload').getByRole('button', { name: 'Upload' })
  await expect(upload).toHaveAttribute('aria-disabled', 'true')
  await expect(item(dialog, 'Member upload')).toContainText('attach a payment profile first')
  await expect(dialog.getByRole('region', { name: 'Campaign stats' })).toContainText('Pending')
  await expectAccessible(page, 'the campaign before anything is ready')

  await newProfile(admin)
  dialog = await openCampaign(page)
  await expect(dialog.getByText('1 of 3 ready')).toBeVisible()
  await item(dialog, 'Payment profile attach').getByRole('button', { name: 'Attach' }).click()
  await button(page, 'Select, General account').click()
  await button(page, 'Attach Profile').click()
  await expect(dialog.getByText('2 of 3 ready')).toBeVisible()
  await expect(item(dialog, 'Payment profile attach')).toContainText('General account')
  await expect(dialog.getByText('Upload members, then launch.')).toBeVisible()

  await upload.click()
  const uploading = page.getByRole('dialog', { name: 'Upload Members' })
  const people = ['firstName,lastName,email', 'Ruth,Bell,ruth.bell@example.org', 'Boaz,Field,boaz.field@example.org', 'Naomi,Elder,']
  await uploading.locator('input[type=file]').setInputFiles(csv(people.join('\n')))
  await button(uploading, 'Upload').click()
  await button(uploading, 'Done').click()
  await expect(dialog.getByText('3 of 3 ready')).toBeVisible()
  await expect(item(dialog, 'Member upload')).toContainText('3 payors have a bill')

  await expect(launch).not.toHaveAttribute('aria-disabled')
  await launch.click()
  const question = page.getByRole('dialog', { name: 'Launch Campaign' })
  await expect(question).toContainText('2 payors get their bill by mail with a link to pay, and reminders until it is paid.')
  await expect(question).toContainText('1 payor has no working e-mail address: print that bill afterwards.')
  await expect(button(question, 'Cancel')).toBeFocused()
  await expectAccessible(page, 'the question before a launch')
  await button(question, 'Launch Campaign').click()
  await expect(said(page, 'The campaign of Annual dues is launched')).toBeVisible()
  const stats = dialog.getByRole('region', { name: 'Campaign stats' })
  await expect(stats).toContainText('Completed')
  await expect(figure(stats, 'Processed')).toHaveText('3')
  await expect(figure(stats, 'Total')).toHaveText('3')
  await expect(figure(stats, 'Started')).toHaveText(minute)
  await expect(figure(stats, 'Completed')).toHaveText(minute)
  await expect(stats).toContainText('1 payor has no e-mail address and gets a printed bill.')
  const mails = async () =>
    (await admin.api.get<{ data: { text: string }[] }>('/sandbox/mail?to=ruth.bell@example.org')).data.filter(
      ({ text }) => text.includes('/pay/') || text.includes('/mail/'),
    )
  await expect.poll(async () => (await mails()).length).toBe(1)

  await button(dialog, 'Pause Campaign').click()
  await expect(dialog.getByText('The campaign is paused')).toBeVisible()
  await button(dialog, 'Resume Campaign').click()
  await expect(said(page, 'The campaign of Annual dues is resumed')).toBeVisible()
  await expect(button(dialog, 'Pause Campaign')).toBeVisible()
  await expect(stats).toContainText('In all 2 runs, 2 bills were mailed.')
  await button(dialog, 'Close').last().click()
  await expect(page.getByRole('row').filter({ hasText: 'Annual dues' })).toContainText('Active')
  expect(await mails()).toHaveLength(1)

  // The page of the program shows the runs, the mails and the payors without e-mail.
  await page.goto(`/assessments/${program.id}`)
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row')).toHaveCount(3)
  await expect(runs.getByRole('row').nth(2)).toContainText('Launch')
  await expect(runs.getByRole('row').nth(2)).toContainText('3 of 3')
  await expect(runs.getByRole('row').nth(1)).toContainText('Resumed')
  const sent = page.getByRole('table', { name: 'Mails' }).getByRole('row')
  await expect(sent.filter({ hasText: 'Ruth Bell' })).toContainText('Sent')
  await expect(page.getByText('1 open bill belongs to a payor without a working e-mail address.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Print Bills' })).toHaveAttribute('href', `/assessments/${program.id}/print`)
  await expectAccessible(page, "a launched program's page")
})

test('schedules a launch, then changes its time or launches at once', async ({ page, admin }) => {
  await billed(admin, 2)
  const dialog = await openCampaign(page)
  await button(dialog, 'Launch later').click()
  const later = page.getByRole('dialog', { name: 'Launch Later' })
  await later.getByLabel('Launch on').fill('2020-01-31T09:30')
  await button(later, 'Schedule Launch').click()
  await expect(later.getByLabel('Launch on')).toHaveAccessibleDescription(/^Please choose a time in the future/)
  await expectAccessible(page, 'a refused time')
  await later.getByLabel('Launch on').fill('2099-01-31T09:30')
  await button(later, 'Schedule Launch').click()
  await expect(said(page, 'Annual dues launches on Jan 31, 2099, 9:30 AM')).toBeVisible()
  await expect(dialog.getByText('Launches on Jan 31, 2099, 9:30 AM', { exact: true })).toBeVisible()
  await expect(dialog).toContainText('Scheduled')
  await button(dialog, 'Change Time').click()
  await expect(later.getByLabel('Launch on')).toHaveValue('2099-01-31T09:30')
  await page.keyboard.press('Escape')
  await expect(later).toBeHidden()
  await button(dialog, 'Launch Campaign').click()
  await button(page.getByRole('dialog', { name: 'Launch Campaign' }), 'Launch Campaign').click()
  await expect(button(dialog, 'Pause Campaign')).toBeVisible()
})

test('a running campaign shows its progress and remaining time; failed and completed campaigns say so', async ({ page, admin }) => {
  const { program } = await billed(admin, 2)
  const stats = {
    status: 'InProgress',
    totalCount: 300,
    startedAt: '2026-03-12T16:15:00.000Z',
    completedAt: null,
    errorMessage: null,
    withoutEmailCount: 0,
  }
  let processedCount = 100
  let campaignStatus = 'Active'
  let answer: object = {}
  await page.route('**/campaign/stats', (route) => {
    processedCount += 20
    return route.fulfill({ json: { data: { ...stats, processedCount, ...answer } } })
  })
  await page.route(`**/api/assessments/${program.id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as Program), campaignStatus } })
  })
  let dialog = await openCampaign(page)
  await expect(dialog).toContainText('In Progress')
  const bar = dialog.getByRole('progressbar', { name: 'Sending bills' })
  await expect(bar).toHaveAttribute('max', '300')
  await expect(dialog.getByText(/^\d+ of 300 · less than a minute left$/)).toBeVisible()
  await expect(figure(dialog, 'Started')).toHaveText('Mar 12, 2026, 12:15 PM')
  await expectAccessible(page, 'a run under way')
  answer = { status: 'Failed', processedCount: 180, errorMessage: 'The mail server refused.' }
  await expect(dialog.getByText('The last run failed')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('The mail server refused.')
  answer = { status: 'Completed', processedCount: 300, completedAt: '2026-03-12T16:19:00.000Z' }
  for (const [status, text, offered] of [
    ['Completed', 'The campaign is completed', ['Close']],
    ['Failed', 'The scheduled launch failed', ['Close', 'Launch later', 'Launch Campaign']],
  ] as const) {
    campaignStatus = status
    dialog = await openCampaign(page)
    await expect(dialog.getByText(text)).toBeVisible()
    for (const name of ['Pause Campaign', 'Resume Campaign', 'Launch later', 'Launch Campaign'])
      await expect(button(dialog, name)).toHaveCount((offered as readonly string[]).includes(name) ? 1 : 0)
  }
})

test('shows an error when campaign data fails to load or save', async ({ page, admin }) => {
  await billed(admin, 1)
  await page.route('**/campaign/readiness', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/assessments')
  await button(page, 'Campaign, Annual dues').click()
  const dialog = page.getByRole('dialog', { name: 'Campaign Management' })
  await expect(dialog.getByRole('heading', { name: 'Failed to load campaign data' })).toBeVisible()
  await expectAccessible(page, 'campaign data that did not come')
  await page.unroute('**/campaign/readiness')
  await button(dialog, 'Try Again').click()
  await expect(dialog.getByText('3 of 3 ready')).toBeVisible()

  await page.route('**/campaign/status', (route) => route.fulfill({ status: 500, body: '' }))
  await button(dialog, 'Launch Campaign').click()
  const question = page.getByRole('dialog', { name: 'Launch Campaign' })
  await button(question, 'Launch Campaign').click()
  await expect(question.getByRole('alert')).toHaveText('Failed to update campaign status')
  await page.unroute('**/campaign/status')
  await button(question, 'Launch Campaign').click()
  await expect(button(dialog, 'Pause Campaign')).toBeVisible()
  await page.route('**/campaign/status', (route) => route.fulfill({ status: 500, body: '' }))
  await button(dialog, 'Pause Campaign').click()
  await expect(said(page, 'Failed to update campaign status')).toBeVisible()
})

test('previews the bill mail, and sends a test to the Admin, before any payor gets it', async ({ page, admin }) => {
  await billed(admin, 1)
  const dialog = await openCampaign(page)
  await button(dialog, 'Preview Mail').click()
  const preview = page.getByRole('dialog', { name: 'Mail Preview' })
  await expect(preview.frameLocator('iframe').getByText('$123.45', { exact: true })).toBeVisible()
  await expect(preview).toContainText('Annual dues')
  await button(preview, 'Close').last().click()
  await button(dialog, 'Send Test Mail').click()
  await expect(said(page, `A test mail is on its way to ${admin.email}.`)).toBeVisible()
})

test('applies new prices to open bills only on request, with a preview of the changes', async ({ page, admin }) => {
  const { program } = await billed(admin, 12, { amount: 100 })
  await page.goto(`/assessments/${program.id}/edit`)
  await page.getByLabel('Default Amount').fill('120')
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Assessment Updated Successfully!')).toBeVisible()
  await expect(page.getByText('12 Unpaid bills change from $1,200.00 to $1,440.00.')).toBeVisible()
  expect((await billsOf(admin.api, program))[0]?.amount).toBe(100)
  await button(page, 'Re-price Unpaid Bills').click()
  const question = page.getByRole('dialog', { name: 'Re-price Unpaid Bills' })
  await expect(question).toContainText('12 Unpaid bills change from $1,200.00 to $1,440.00.')
  await expectAccessible(page, 'the question before a re-price')
  await button(question, 'Re-price Bills').click()
  await expect(said(page, '12 bills are re-priced')).toBeVisible()
  expect((await billsOf(admin.api, program)).every(({ amount }) => amount === 120)).toBe(true)
  await expect(page.getByText('Issued bills keep their amount')).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to Assessment', exact: true }).click()
  await page.getByRole('button', { name: 'More actions, Annual dues' }).click()
  await page.getByRole('menuitem', { name: 'Re-price Unpaid Bills' }).click()
  await expect(question).toContainText('Every Unpaid bill is $120.00 already. Nothing changes.')
})

test('an Auditor sees a campaign and its program read-only; a Member sees neither', async ({ page, admin, product }) => {
  const program = await newProgram(admin, { dueDate: day(30) })
  await attach(admin, program, await newProfile(admin))
  const auditor = await newAdmin(product.url)
  for (const [role, arrives] of [
    ['Auditor', true],
    ['Member', false],
  ] as const) {
    await grantAccess(admin, auditor, role)
    await auditor.api.post('/auth/network', { networkId: admin.network.id })
    await signIn(page, auditor.email)
    await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
    if (!arrives) {
      for (const [address, thing] of [
        [`/assessments/${program.id}`, 'assessment program'],
        ['/members', 'member'],
      ] as const) {
        await page.goto(address)
        await expect(page.getByRole('main').getByText(new RegExp(`^You do not have permission to \\w+ this ${thing}`)), address).toBeVisible()
      }
      continue
    }
    const dialog = await openCampaign(page)
    await expect(dialog.getByText('2 of 3 ready')).toBeVisible()
    await expect(dialog.getByRole('button')).toHaveText(['', 'Close'])
    await button(dialog, 'Close').last().click()
    await expect(page.getByRole('link', { name: 'New Program' })).toHaveCount(0)
    await expect(button(page, 'Campaign, Annual dues')).toBeVisible()
    for (const action of ['Edit Program', 'Payment Profile', 'Upload Members']) await expect(button(page, `${action}, Annual dues`)).toHaveCount(0)
    await page.goto(`/assessments/${program.id}`)
    await expect(button(page, 'View Campaign')).toBeVisible()
    await expect(page.getByRole('button', { name: /^More actions|^Upload|^Edit/ })).toHaveCount(0)
  }
})
