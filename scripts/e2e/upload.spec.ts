import type { Locator, Page, Route } from '@playwright/test'
import type { ProgramStats } from '../../modules/programs/contract.ts'
import { memberCsv } from '../bench/people.ts'
import { expectAccessible } from './axe.ts'
import { hold } from './hold.ts'
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

test('previews a guessed encoding before anything is written', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  // 'José Peña' in Mac OS Roman, without a byte order mark.
  const bytes = Buffer.concat([
    Buffer.from('firstName,lastName\nJos'),
    Buffer.from([0x8e]),
    Buffer.from(',Pe'),
    Buffer.from([0x96]),
    Buffer.from('a\n'),
  ])
  await dialog.locator('input[type=file]').setInputFiles({ name: 'mac.csv', mimeType: 'text/csv', buffer: bytes })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  await upload.click()
  await expect(dialog.getByText(/was read as Mac OS Roman\. Please check how names read: José, Peña/)).toBeVisible()
  await expect(dialog.getByText('Nothing has been written yet.')).toBeVisible()
  expect(await billsOf(admin.api, program)).toHaveLength(0)
  await expectAccessible(page, 'the preview of guessed letters')
  await upload.click()
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Results')
  const [bill] = await billsOf(admin.api, program)
  expect([bill?.individualMember?.firstName, bill?.individualMember?.lastName]).toEqual(['José', 'Peña'])
})

test('reports errors of a messy file row by row, and imports the rest', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  await send(dialog, membersMessy)
  const errors = dialog.getByRole('region', { name: /error/ })
  await expect(errors.getByRole('listitem')).toHaveCount(2)
  await expect(errors.getByText('row 11')).toBeVisible()
  await expect(errors.getByRole('listitem').filter({ hasText: 'Zoë' })).toContainText('row 6')
  const warnings = dialog.getByRole('region', { name: /warning/ })
  // Rows with an impossible date, a duplicate person, an invalid e-mail address and a different spelling.
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
  // A formula is shown as text.
  await expect(page.getByText('=HYPERLINK("http://evil")').first()).toBeVisible()
})

test('uploading the same file again adds no person and no bill, and says so', async ({ page, admin }) => {
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

test('checks a file first: previews the result row by row and writes nothing', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  await dialog.locator('input[type=file]').setInputFiles(membersMessy)
  await press('Check')
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expect(dialog.getByText('10 of 12 rows would be accepted')).toBeVisible()
  await expect(dialog.getByText('8 bills would be generated. Nothing has been written yet.')).toBeVisible()
  await expect(dialog.getByText('Column "notes" is not known and was ignored.')).toBeVisible()
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Select')
  const rows = dialog.getByRole('table', { name: 'Rows of the file' }).locator('tbody tr')
  await expect(rows).toHaveCount(12)
  await expect(rows.filter({ hasText: 'the same person as in row 2' })).toContainText('Duplicate')
  await expectAccessible(page, 'the preview of an upload')
  await dialog.getByLabel('Show').selectOption({ label: 'Rejected (2)' })
  await expect(rows).toHaveCount(2)
  await dialog.getByLabel('Name').fill('zoë')
  await expect(rows).toHaveText([/6\s*Zoë\s*Last name is required\s*Rejected/])
  expect(await billsOf(admin.api, program)).toHaveLength(0)
  await press('Back')
  await expect(dialog.getByText('members-messy.csv')).toBeVisible()
  await press('Check')
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await press('Upload')
  await expect(dialog.getByText('10 of 12 rows accepted.')).toBeVisible()
  expect(await billsOf(admin.api, program)).toHaveLength(8)
  await dialog.getByRole('button', { name: 'Upload another file' }).click()
  await dialog.locator('input[type=file]').setInputFiles(membersMessy)
  await press('Check')
  await expect(dialog.getByText('0 bills would be generated.')).toBeVisible()
  await dialog.getByLabel('Show').selectOption({ label: 'Matched (8)' })
  await expect(rows).toHaveCount(8)
})

test('a file chosen during a check never shows the preview of another', async ({ page, admin }) => {
  await readyProgram(admin)
  const dialog = await openUpload(page)
  const check = dialog.getByRole('button', { name: 'Check', exact: true })
  const input = dialog.locator('input[type=file]')
  let letGo = await hold(page, '**/api/uploads')
  await input.setInputFiles(membersMessy)
  await check.click()
  await input.setInputFiles(members300)
  let checked = page.waitForResponse('**/api/uploads')
  letGo()
  await checked
  await page.unroute('**/api/uploads')
  await expect(check).toBeEnabled()
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toHaveCount(0)

  letGo = await hold(page, '**/api/uploads')
  await check.click()
  await dialog.getByLabel('Who is in the file').selectOption('Congregations')
  checked = page.waitForResponse('**/api/uploads')
  letGo()
  await checked
  await expect(check).toBeEnabled()
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('the preview fits a phone', async ({ page, admin }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await readyProgram(admin)
  await page.goto('/assessments')
  await page.getByRole('button', { name: 'More actions, Annual dues' }).click()
  await page.getByRole('menuitem', { name: 'Upload Members' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Members' })
  await dialog.locator('input[type=file]').setInputFiles(membersMessy)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(dialog.getByRole('table')).toBeVisible()
  const wider = await dialog.locator('*').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length)
  expect(wider).toBe(0)
  await expectAccessible(page, 'the preview of an upload on a phone')
})

test('exports rejected rows with their reasons, and accepts them once they are corrected', async ({ page, admin }) => {
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  await send(dialog, csv('members.csv', 'First Name;Last Name;Phone\nAda;;+1 212 555 0100\nEve;Stone;\n=1+1;;'))
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download rejected rows' }).click()])
  expect(download.suggestedFilename()).toBe('rejected-members.csv')
  const text = textOf(await download.path())
  expect(text).toBe("\uFEFFFirst Name,Last Name,Phone,reason\r\nAda,,'+1 212 555 0100,Last name is required\r\n'=1+1,,,Last name is required\r\n")
  await dialog.getByRole('button', { name: 'Upload another file' }).click()
  await send(dialog, csv('again.csv', text.replaceAll(',,', ',Stone,')))
  await expect(dialog.getByText('2 of 2 rows accepted.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: /warning/ })).toHaveCount(0)
  const people = (await billsOf(admin.api, program)).map(({ individualMember }) => `${individualMember?.firstName} ${individualMember?.lastName}`)
  expect(people.sort()).toEqual(['=1+1 Stone', 'Ada Stone', 'Eve Stone'])
})

test('a long upload shows its progress, also after a reload', async ({ page, admin }) => {
  const rows = 20_000
  const program = await readyProgram(admin)
  const dialog = await openUpload(page)
  await dialog.locator('input[type=file]').setInputFiles(csv('members.csv', memberCsv(rows, 7)))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const detail = dialog.getByText(/^[\d,]+ of 20,000 rows · (\d+ seconds? left|\d+ minutes? left|almost done)$/)
  test.setTimeout(240_000)
  await expect(detail).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Upload Members, Annual dues' }).click()
  await expect(dialog.locator('[aria-current=step]')).toHaveText(/Upload|Results/)
  await expect(figure(dialog, 'Bills generated')).toHaveText('20,000', { timeout: 180_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await admin.api.get<ProgramStats>(`/assessment-programs/${program.id}/count`)).toMatchObject({ count: rows })
  await page.getByRole('button', { name: 'Upload Members, Annual dues' }).click()
  await expect(dialog.locator('[aria-current=step]')).toHaveText('Select')
})

test('rejects a file of the wrong kind before it is sent', async ({ page, admin }) => {
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
  const wrong = csv('members.csv', 'name,mail\nAda,ada@example.org')
  await dialog.locator('input[type=file]').setInputFiles(wrong)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The file lacks the columns firstName and lastName. Its columns are: name, mail.')
  await send(dialog, wrong)
  await expect(dialog.getByRole('alert')).toContainText('firstName')
  await expect(dialog.getByText('No row was written.')).toBeVisible()
  expect(await billsOf(admin.api, program)).toHaveLength(0)
})

test('tells a failed upload from a lost connection', async ({ page, admin }) => {
  await readyProgram(admin)
  const dialog = await openUpload(page)
  const steps = dialog.getByRole('listitem')
  for (const [answer, said] of [
    [(route: Route) => route.abort(), 'Network error. Please check your connection and try again.'],
    [(route: Route) => route.fulfill({ status: 500, body: '' }), 'Server error occurred while trying to upload the file. Please try again later.'],
  ] as const) {
    await page.route('**/api/uploads', answer)
    await send(dialog, members300)
    await expect(dialog.getByText('Upload failed. Please try again.')).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText(`${said} You can upload the same file again: nobody is billed twice.`)
    await expect(steps).toHaveText(['Select, done', 'Upload, failed', 'Results'])
    await expectAccessible(page, 'an upload that failed')
    await page.unroute('**/api/uploads')
    await dialog.getByRole('button', { name: 'Upload another file' }).click()
  }
  await send(dialog, members300)
  await expect(figure(dialog, 'Bills generated')).toHaveText('300')
  await expect(steps.first()).toHaveText('Select, done')
  await expect(steps.nth(1)).toHaveText('Upload, done')
})

test('the template can be uploaded', async ({ page, admin }) => {
  await readyProgram(admin)
  const dialog = await openUpload(page)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download the template' }).click()])
  expect(textOf(await download.path())).toMatch(/^\uFEFF?firstName,lastName,email/)
})
