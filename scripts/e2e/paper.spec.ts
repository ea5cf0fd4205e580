import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'
import { readPdf } from '../testing/pdf-text.ts'
import { printedText } from '../testing/printed-text.ts'
import { expectAccessible } from './axe.ts'
import { attach, billsOf, newProfile, newProgram, people } from './network.ts'
import { type Admin, expect, newEmail, test } from './test.ts'

const billed = async (admin: Admin) => {
  const program = await newProgram(admin, { dueDate: '2150-06-30' })
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, `firstName,lastName,email\nŽofia,Ñandú,${newEmail('zofia')}\nAnn,Paper,\n`)
  const bills = await billsOf(admin.api, program)
  const bill = bills.find(({ individualMember }) => individualMember?.lastName === 'Ñandú')
  if (!bill) throw new Error('no bill')
  return { program, bill }
}

const pdfBy = async (page: Page) => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  return { name: download.suggestedFilename(), pages: readPdf(await readFile(await download.path())) }
}

test('prints or downloads a bill on letter or A4, with the same content', async ({ page, admin }) => {
  const { bill } = await billed(admin)
  await page.goto(`/payors/bills/${bill.id}`)
  await page.getByRole('link', { name: 'Print or PDF' }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Žofia Ñandú')
  await expect(sheet).toContainText('000987654321')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectAccessible(page, 'a printed bill')
  const letter = await pdfBy(page)
  expect(letter.name).toBe(`bill-${bill.code}.pdf`)
  await page.getByLabel('Paper size').selectOption('A4')
  await expect(page).toHaveURL(/size=a4/)
  const a4 = await pdfBy(page)
  expect([letter, a4].map(({ pages }) => pages.map(({ mediaBox }) => Math.floor(mediaBox[2] ?? 0)))).toEqual([[612], [595]])
  // The PDF has every word and figure of the page.
  const words = (await sheet.innerText()).split(/\s+/).filter(Boolean)
  const text = a4.pages[0]?.text ?? ''
  expect(words.length).toBeGreaterThan(80)
  for (const word of words) expect(text).toContain(word)
  // The page has its own paper size, and fits on one sheet.
  await page.emulateMedia({ media: 'print' })
  for (const preferCSSPageSize of [true, false]) {
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
})

test('a reopened sheet shows the current balance', async ({ page, admin }) => {
  const { bill } = await billed(admin)
  await page.goto(`/payors/bills/${bill.id}`)
  await page.getByRole('link', { name: 'Print or PDF' }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('$123.45')
  await page.goBack()
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 100, method: 'check' })
  await expect(page.getByRole('complementary', { name: 'The bill now' })).toContainText('$23.45')
  await page.getByRole('link', { name: 'Print or PDF' }).click()
  await expect(sheet).toContainText('$23.45')
  // A sheet that is already open changes, too.
  await admin.api.post(`/assessment-bills/${bill.id}/receipts`, { amount: 3.45, method: 'check' })
  await expect(sheet).toContainText('$20.00')
})

test('says that a PDF could not be made, and makes it at the next try', async ({ page, admin }) => {
  const { program } = await billed(admin)
  await page.goto(`/assessments/${program.id}`)
  await page.getByRole('link', { name: 'Print or PDF' }).click()
  await expect(page.getByText('2 bills that are open, one to a sheet.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.route('**/bills.pdf*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Too many long searches are under way.' } }),
  )
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect(page.getByText('Too many long searches are under way.')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/bills.pdf*')
  const { name, pages } = await pdfBy(page)
  expect(name).toBe('bills.pdf')
  expect(pages).toHaveLength(2)
  await expect(page.getByText('Too many long searches are under way.')).toBeHidden()
})

test('a payor downloads their bill as a PDF from its page, also without script', async ({ browser, admin, product }) => {
  const { bill } = await billed(admin)
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/pay/${bill.id}`)
  const href = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
  const file = await context.request.get(href ?? '')
  expect(file.headers()['content-disposition']).toBe(`inline; filename="bill-${bill.code}.pdf"`)
  expect(readPdf(await file.body())[0]?.text).toContain('Žofia Ñandú')
  await context.close()
})

test("the payment slip of a printed pay page shows the bill's code, not its id", async ({ browser, admin, product }) => {
  const { bill } = await billed(admin)
  const page = await (await browser.newContext({ baseURL: product.url })).newPage()
  await page.goto(`/pay/${bill.id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Amount sent')).toBeVisible()
  await expect(page.getByText(bill.code, { exact: true })).toBeVisible()
  await expect(page.getByText(bill.id)).toHaveCount(0)
  await page.context().close()
})

/** The printed text of a page of the admin, page by page. */
const onPaper = async (page: Page, address: string, format: 'Letter' | 'A4'): Promise<string[]> => {
  await page.goto(address)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  return printedText(await page.pdf({ format }))
}
const PRINTED = /^Printed [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M E[DS]T$/m

test('a printed list names its network, rows, order and print time, and repeats its column headings on each page', async ({ page, admin }) => {
  const program = await newProgram(admin)
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, `${people(26)}\nOdd,Fellow,${newEmail('odd')}\n`)
  const bills = `/payors?tab=assessment-bills&assessment=${program.id}&status=Unpaid&search=number&orderBy=payor&order=asc&pageSize=25`
  for (const format of ['Letter', 'A4'] as const) {
    const pages = await onPaper(page, bills, format)
    expect(pages).toHaveLength(2)
    const [first = '', second = ''] = pages
    expect(first).toMatch(/^Synod of the Plains\nPrinted /)
    expect(first).toMatch(PRINTED)
    expect(first).toContain("Program: Annual dues · Status: Unpaid · Search: 'number' · Order: Payor A to Z · Showing 1–25 of 26 bills")
    for (const head of ['Payor', 'Due Date', 'Status', 'Amount'])
      for (const text of pages) expect(text.split('\n'), `${head}, ${format}`).toContain(head)
    expect(`${first}\n${second}`.match(/^Payor Number[A-Y]$/gm)).toHaveLength(25)
    for (const screen of ['Export CSV', 'Prev', 'Sign out', 'Search', 'Dashboard']) expect(pages.join('\n').split('\n')).not.toContain(screen)
  }
})

test('printed payments, members and payors have the same header, also from a phone', async ({ page, admin }) => {
  const program = await newProgram(admin)
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, people(3))
  const [bill] = await billsOf(admin.api, program)
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 20, method: 'cash' })
  const payor = bill?.individualMember?.id
  await page.setViewportSize({ width: 390, height: 844 })
  const saying = {
    payments: 'No filter · Order: Newest first · Showing 1 of 1 payment',
    members: 'Kind: Members · Order: Least open first · Showing 1–3 of 3 members',
  }
  for (const [address, words] of [
    ['/payors', saying.payments],
    ['/members?kind=individual&orderBy=balance&order=asc', saying.members],
    [`/members/${payor}`, '$20.00'],
  ] as const) {
    await page.goto(address)
    await expect(
      page
        .getByRole('main')
        .getByText(/Payor Number/)
        .first(),
    ).toBeVisible()
    const [text = ''] = printedText(await page.pdf({ format: 'Letter' }))
    expect(text).toMatch(/^Synod of the Plains\nPrinted /)
    expect(text).toMatch(PRINTED)
    expect(text).toContain(words)
    expect(text.split('\n'), address).toContain(address.startsWith('/members?') ? 'Email' : 'Amount')
  }
})

test('printed programs, claims and journal name their filters and order', async ({ page, admin }) => {
  const program = await newProgram(admin)
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, people(1))
  const [bill] = await billsOf(admin.api, program)
  await admin.api.post(`/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  const yesterday = addDays(new Date().toISOString().slice(0, 10) as LocalDate, -1)
  for (const [address, words] of [
    ['/assessments?search=annual&status=Active', "Status: Active · Search: 'annual' · Order: Newest first · Showing 1 of 1 program"],
    ['/payors/claims', 'Order: Longest waiting first · Showing 1 of 1 payment'],
    ['/journal?stream=program', 'About: Programs · Order: Newest first · Showing 1–'],
    [`/journal?type=PaymentClaimed&from=${yesterday}`, `From: ${formatDay(yesterday)} · Order: Newest first`],
    [`/journal?stream=bill-${bill?.id}`, 'About: one bill: Payor NumberA, Annual dues · Order: Newest first · Showing 1–'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('main').locator('[data-said]').first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    // Lines may break on paper.
    expect((printedText(await page.pdf({ format: 'Letter' }))[0] ?? '').replaceAll('\n', ' '), address).toContain(words)
  }
})

test('leaves buttons and links out of print', async ({ page, admin }) => {
  const program = await newProgram(admin)
  await newProgram(admin, { name: 'Building levy' })
  await attach(admin, program, await newProfile(admin))
  await admin.api.upload(program.id, people(1))
  const [bill] = await billsOf(admin.api, program)
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 20, method: 'cash' })
  await admin.api.post(`/assessments/${bill?.id}/mark-as-paid`, { paymentMethod: 'zelle' })
  for (const [address, heading, said, pressed] of [
    ['/dashboard', 'Dashboard', 'Payments Overview', ['View all', 'Show as table']],
    ['/assessments', 'Assessment Programs', 'Program Name', ['Actions', 'Attach']],
    [`/assessments/${program.id}`, 'Annual dues', 'Assessment Bills', ['View Bills', 'Print or PDF', 'View Payors']],
    ['/payors/claims', 'Payments to Confirm', 'Order: Longest waiting first · Showing 1 of 1 payment', ['Tick all on this page', 'Confirm']],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    let lines: string[] = []
    await expect(async () => {
      lines = printedText(await page.pdf({ format: 'Letter' })).flatMap((text) => text.split('\n'))
      expect(lines, address).toContain(said)
    }).toPass({ timeout: 20_000 })
    for (const words of pressed) expect(lines, address).not.toContain(words)
    // The button to attach a profile prints as text.
    if (address === '/assessments') expect(lines).toContain('Not set')
  }
})
