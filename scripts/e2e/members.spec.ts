import type { Locator, Page } from '@playwright/test'
import type { Member, MemberLedger } from '../../modules/payors/contract.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, billsOf, grantAccess, textOf } from './network.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

test.use({ live: false })

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const rows = (page: Page, table = 'Members') => page.getByRole('table', { name: table }).getByRole('row')

const owing = async (admin: Admin): Promise<Member> => {
  const { bills } = await billed(admin, 1, { amount: 100 })
  await admin.api.put(`/assessment-bills/${bills[0]?.id}/mark-as-paid`, { method: 'check' })
  await billed(admin, 1, { name: 'Summer camp', amount: 50 })
  const [member] = await admin.api.all<Member>('/members?kind=individual')
  if (!member) throw new Error('Nobody was uploaded')
  return member
}

const congregations = 'name,email,phone,contactName\nGrace Chapel,office@grace.example,(503) 555-0142,Ruth Bell'

test('finds members from the payors page, by name and kind, with their balance', async ({ page, admin }) => {
  const { program } = await billed(admin, 12, { amount: 100 })
  await admin.api.upload(program.id, congregations, 'congregations')
  const paid = (await billsOf(admin.api, program)).find(({ individualMember }) => individualMember)
  await admin.api.put(`/assessment-bills/${paid?.id}/mark-as-paid`, {})
  await page.goto('/payors')
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page).toHaveURL('/members')
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText('Payors')
  await expect(rows(page)).toHaveCount(11)
  await expect(page.getByText('Showing 1–10 of 13 members')).toBeVisible()
  await expectAccessible(page, 'the members')
  await button(page, 'Next').click()
  await expect(page).toHaveURL('/members?page=2')
  await expect(rows(page)).toHaveCount(4)
  await page.getByLabel('Kind').selectOption('Congregations')
  await expect(page).toHaveURL('/members?kind=congregation')
  await expect(rows(page)).toHaveCount(2)
  for (const part of ['Grace Chapel', 'Congregation', 'office@grace.example', '(503) 555-0142', '$100.00'])
    await expect(rows(page).nth(1)).toContainText(part)
  await page.getByRole('searchbox', { name: 'Search members' }).fill('numberb')
  await expect(page.getByRole('heading', { name: 'No members found' })).toBeVisible()
  await expect(page).toHaveURL('/members?kind=congregation&search=numberb')
  await button(page, 'Clear Search').click()
  await expect(rows(page)).toHaveCount(11)
  await page.goto('/members?search=payor3%40example')
  await expect(page.getByRole('searchbox')).toHaveValue('payor3@example')
  await page.getByRole('link', { name: 'Payor NumberD' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Payor NumberD', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/members?search=payor3%40example')
})

test('a payor page shows every bill, every payment and the balance, and prints without the shell', async ({ page, admin }) => {
  const member = await owing(admin)
  await page.goto(`/members/${member.id}`)
  await expect(page.getByText('$50.00').first()).toBeVisible()
  await expect(rows(page, 'Bills')).toHaveCount(3)
  for (const [program, parts] of [
    ['Annual dues', ['Paid', '$100.00', '$0.00']],
    ['Summer camp', ['Unpaid', '$50.00', 'in 45 days']],
  ] as const)
    for (const part of parts) await expect(rows(page, 'Bills').filter({ hasText: program })).toContainText(part)
  await expect(rows(page, 'Payments')).toHaveCount(2)
  await expect(rows(page, 'Payments').nth(1)).toContainText('Check')
  await expectAccessible(page, "a payor's page")
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [
    page.getByRole('complementary', { name: 'Sidebar' }),
    page.getByRole('contentinfo'),
    button(page, 'Edit'),
    page.getByRole('link', { name: 'Back to Members' }),
  ])
    await expect(hidden).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Payor NumberA' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Summer camp' }).click()
  await expect(page).toHaveURL(/\/assessments\/[\w-]+$/)
})

test('moves a member to another congregation, and out of it', async ({ page, admin }) => {
  const member = await owing(admin)
  for (const name of ['Grace Chapel', 'Harbor Church']) await admin.api.post('/members', { kind: 'congregation', name })
  await page.goto(`/members/${member.id}`)
  for (const [chosen, shown] of [
    ['Harbor Church', 'Harbor Church'],
    ['No congregation', 'Not set'],
  ] as const) {
    await button(page, 'Edit').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Details' })
    await dialog.getByRole('combobox', { name: 'Congregation' }).click()
    await page.getByRole('option', { name: chosen }).click()
    await button(dialog, 'Save Changes').click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('dt', { hasText: 'Congregation' }).locator('xpath=following-sibling::dd')).toHaveText(shown)
  }
})

test("validates and saves contact details without overwriting a colleague's change", async ({ page, admin }) => {
  const member = await owing(admin)
  await page.goto(`/members/${member.id}`)
  await button(page, 'Edit').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Details' })
  await expect(dialog.getByLabel('First name')).toBeFocused()
  for (const [label, value] of [
    ['First name', ''],
    ['Last name', ' '],
    ['Email', 'nobody'],
    ['Phone', '12'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await button(dialog, 'Save Changes').click()
  for (const [label, problem] of [
    ['First name', 'First name is required'],
    ['Last name', 'Last name is required'],
    ['Email', 'Invalid email address'],
    ['Phone', 'Please enter a valid phone number'],
  ] as const)
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${problem}`))
  await expectAccessible(page, 'refused details')
  for (const [label, value] of [
    ['First name', 'Ruth'],
    ['Last name', 'Bell'],
    ['Email', 'Ruth.Bell@example.org'],
    ['Phone', '(503) 555-0142'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await admin.api.put(`/members/${member.id}`, { gender: 'Female' })
  await button(dialog, 'Save Changes').click()
  await expect(dialog.getByText('Someone else changed these details while you were editing them')).toBeVisible()
  await button(dialog, 'take their version').click()
  await expect(dialog.getByLabel('Gender')).toHaveValue('Female')
  await expect(dialog.getByLabel('First name')).toHaveValue('Payor')
  await dialog.getByLabel('First name').fill('Ruth')
  await dialog.getByLabel('Email').fill('Ruth.Bell@example.org')
  await button(dialog, 'Save Changes').click()
  await expect(said(page, 'The details are saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ruth NumberA', level: 1 })).toBeVisible()
  expect(await admin.api.get<MemberLedger>(`/members/${member.id}`)).toMatchObject({
    firstName: 'Ruth',
    lastName: 'NumberA',
    email: 'ruth.bell@example.org',
    gender: 'Female',
  })
})

test('a congregation has one name and a contact', async ({ page, admin }) => {
  const { program } = await billed(admin, 1)
  await admin.api.upload(program.id, congregations, 'congregations')
  const [grace] = await admin.api.all<Member>('/members?kind=congregation')
  await page.goto(`/members/${grace?.id}`)
  await expect(page.getByRole('definition').getByText('Ruth Bell')).toBeVisible()
  await button(page, 'Edit').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Details' })
  await dialog.getByLabel('Name', { exact: true }).fill('')
  await button(dialog, 'Save Changes').click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Grace Fellowship')
  await button(dialog, 'Save Changes').click()
  await expect(page.getByRole('heading', { name: 'Grace Fellowship', level: 1 })).toBeVisible()
})

test('forgets a person only after their name is typed; money and bills stay', async ({ page, admin }) => {
  const member = await owing(admin)
  await page.goto(`/members/${member.id}`)
  await button(page, 'More actions, Payor NumberA').click()
  await page.getByRole('menuitem', { name: 'Forget this person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget this person' })
  await expect(dialog).toContainText('This action cannot be undone.')
  const typed = dialog.getByLabel('Type Payor NumberA to confirm')
  await expect(typed).toBeFocused()
  await typed.fill('payor')
  await button(dialog, 'Forget this person').click()
  await expect(typed).toHaveAccessibleDescription('Type the name as shown above')
  await expectAccessible(page, 'the question before somebody is forgotten')
  // HTML shows two spaces as one.
  await typed.fill('Payor  NumberA')
  await page.keyboard.press('Enter')
  await expect(said(page, 'The person is forgotten')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forgotten member', level: 1 })).toBeVisible()
  await expect(rows(page, 'Bills')).toHaveCount(3)
  await expect(rows(page, 'Payments')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Edit|^More actions/ })).toHaveCount(0)
  expect((await admin.api.get<MemberLedger>(`/members/${member.id}`)).email).toBeNull()
})

test('an Admin downloads the data held about a payor, to give it to them', async ({ page, admin }) => {
  const member = await owing(admin)
  await page.goto(`/members/${member.id}`)
  await button(page, 'More actions, Payor NumberA').click()
  await page.getByRole('menuitem', { name: 'Download their data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download their data' })
  await expectAccessible(page, 'the download of what is held about a payor')
  const call = '**/api/members/*/data*'
  let answer: () => void = () => undefined
  await page.route(call, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.fulfill({ status: 500, body: '' })
  })
  await button(dialog, 'Download CSV').click()
  await expect(dialog.getByRole('button', { name: 'Downloading...' })).toBeVisible()
  await expect(button(dialog, 'Download JSON')).toBeDisabled()
  answer()
  await expect(dialog.getByRole('alert')).toHaveText('Server error occurred while trying to download the data. Please try again later.')
  await page.unroute(call)
  const saved = async (format: string): Promise<[name: string, text: string]> => {
    const file = page.waitForEvent('download')
    await button(dialog, `Download ${format}`).click()
    return [(await file).suggestedFilename(), textOf(await (await file).path())]
  }
  const [name, table] = await saved('CSV')
  expect(name).toBe('held-data.csv')
  expect(table).toContain('\ufeffNetwork,Part,Date,What,Value')
  expect(table).toContain('payor0@example.org')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const [, json] = await saved('JSON')
  expect(JSON.parse(json).data.payors).toMatchObject([{ details: { id: member.id, email: 'payor0@example.org' } }])
})

test('shows an error when loading fails; an Auditor can read but not change anything', async ({ page, admin, product }) => {
  const member = await owing(admin)
  await page.route('**/api/members*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/members')
  await expect(page.getByRole('heading', { name: 'Failed to load members' })).toBeVisible()
  await page.unroute('**/api/members*')
  await button(page, 'Try Again').click()
  await expect(rows(page)).toHaveCount(2)
  await page.goto('/members/00000000-0000-7000-8000-000000000000')
  await expect(page.getByText('Member not found or you do not have access to it.')).toBeVisible()

  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')
  await signIn(page, auditor.email)
  await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
  await page.goto(`/members/${member.id}`)
  await expect(rows(page, 'Bills')).toHaveCount(3)
  await expect(button(page, 'Print')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit|^More actions/ })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('members and their pages fit', async ({ page, admin }) => {
    const member = await owing(admin)
    for (const [address, heading] of [
      ['/members', 'Members'],
      [`/members/${member.id}`, 'Payor NumberA'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page, `${address} on a phone`)
      await expectFits(page, 390)
    }
  })
})
