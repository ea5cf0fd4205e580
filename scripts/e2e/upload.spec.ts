import type { Locator, Page } from '@playwright/test'
import type { ProgramStats } from '../../modules/programs/contract.ts'
import { attach, billsOf, members300, membersMessy, newProfile, newProgram, textOf } from './network.ts'
import { type Admin, expect, test } from './test.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const readyProgram = async (admin: Admin) => {
  const program = await newProgram(admin)
  await attach(admin, program, await newProfile(admin))
  return program
}

const openUpload = async (page: Page): Promise<Locator> => {
  await page.goto('/assessments')
  await page.getByRole('button', { name: 'Upload Members, Annual dues' }).click()
  return page.getByRole('dialog', { name: 'Upload Members' })
}

const send = async (dialog: Locator, file: string | ReturnType<typeof csv>) => {
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Results')
}

const figure = (dialog: Locator, term: string) => dialog.locator('dl > div', { hasText: term }).locator('dd')

test('a messy file: what is wrong is said row by row, the rest is done', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  await send(dialog, membersMessy)
  const errors = dialog.getByRole('region', { name: /error/ })
  await expect(errors.getByRole('listitem')).toHaveCount(2)
  await expect(errors.getByText('row 11')).toBeVisible()
  await expect(errors.getByRole('listitem').filter({ hasText: 'Zoë' })).toContainText('row 6')
  const warnings = dialog.getByRole('region', { name: /warning/ })
  // The impossible date, the same person again, the e-mail that is none, the other spelling.
  for (const row of ['Row 2', 'Row 3', 'Row 5', 'Row 10']) await expect(warnings.getByText(row, { exact: false }).first()).toBeVisible()
  await expect(dialog.getByText(/of \d+ rows accepted/)).toBeVisible()
  const bills = await billsOf(admin.api, program)
  await expect(figure(dialog, 'Bills generated')).toHaveText(String(bills.length))
  const names = bills.map(({ individualMember }) => `${individualMember?.firstName} ${individualMember?.lastName}`)
  expect(names).toEqual(
    expect.arrayContaining(['Ana García; y López', 'Chidi Okafor', 'Hye-jin Kim', 'John Smith', 'José Núñez', 'Siobhán O’Brien'.replace('’', "'")]),
  )
  expect(names.filter((name) => name.startsWith('Ana'))).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Annual dues' }).click()
  // What a spreadsheet would run is shown as the text that it is.
  await expect(page.getByText('=HYPERLINK("http://evil")').first()).toBeVisible()
})

test('the same file again makes nobody and no bill, and says so', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  await send(dialog, members300)
  await expect(figure(dialog, 'Bills generated')).toHaveText('300')
  await dialog.getByRole('button', { name: 'Upload another file' }).click()
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Select')
  await send(dialog, members300)
  await expect(dialog.getByText('300 of 300 rows accepted.')).toBeVisible()
  await expect(figure(dialog, 'Bills generated')).toHaveText('0')
  await expect(figure(dialog, 'Duplicates')).toHaveText('300')
  await expect(dialog.getByRole('region', { name: /error|warning/ })).toHaveCount(0)
  expect(await admin.api.get<ProgramStats>(`/assessment-programs/${program.id}/count`)).toMatchObject({ count: 300 })
  expect(await billsOf(admin.api, program)).toHaveLength(300)
})

test('a file that cannot be one is refused before it is sent', async ({ page, admin }) => {
  await readyProgram(admin)
  const dialog = await openUpload(page)
  const input = dialog.locator('input[type=file]')
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  const refused = [
    ['Invalid file type. Please select a CSV file.', { name: 'members.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }],
    ['Please select a non-empty file.', csv('members.csv', '')],
    ['File size exceeds 5MB limit.', csv('members.csv', 'x'.repeat(5 * 1024 * 1024 + 1))],
  ] as const
  for (const [text, file] of refused) {
    await input.setInputFiles(file)
    await expect(dialog.getByText(text)).toBeVisible()
    await expect(upload).toBeDisabled()
  }
  await input.setInputFiles(members300)
  await expect(upload).toBeEnabled()
})

test('a file that the server refuses writes nothing and says why', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  await send(dialog, csv('members.csv', 'name,mail\nAda,ada@example.org'))
  await expect(dialog.getByRole('alert')).toContainText('firstName')
  await expect(dialog.getByText('No row was written.')).toBeVisible()
  expect(await billsOf(admin.api, program)).toHaveLength(0)
})

test('a lost connection says so and loses nothing', async ({ page, admin }) => {
  await readyProgram(admin)
  const dialog = await openUpload(page)
  await page.route('**/api/uploads', (route) => route.abort())
  await send(dialog, members300)
  await expect(dialog.getByText('Upload failed. Please try again.')).toBeVisible()
  await page.unroute('**/api/uploads')
  await dialog.getByRole('button', { name: 'Upload another file' }).click()
  await send(dialog, members300)
  await expect(figure(dialog, 'Bills generated')).toHaveText('300')
})

test('the template is a file that can be uploaded', async ({ page, admin }) => {
  await readyProgram(admin)
  const dialog = await openUpload(page)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download the template' }).click()])
  expect(textOf(await download.path())).toMatch(/^\uFEFF?firstName,lastName,email/)
})
