import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { billed, newProgram, people } from './network.ts'
import { expect, newEmail, PASSWORD, signIn, test } from './test.ts'

const nothing = (page: Page) => page.getByRole('heading', { name: 'There is nothing on this page' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a page past the end of a list says so and leads back, and the figures match the rows', async ({ page, admin }) => {
  test.setTimeout(120_000)
  const { bills } = await billed(admin, 12)
  for (const { id } of bills) await admin.api.put(`/assessment-bills/${id}/mark-as-paid`, {})
  await Promise.all(Array.from({ length: 11 }, (_, i) => newProgram(admin, { name: `Levy ${i}` })))
  for (const [address, query, of, table] of [
    ['/assessments', '?', 'programs', 'Assessment Programs'],
    ['/members', '?', 'members', 'Members'],
    ['/payors', '?', 'payments', 'Payments'],
    ['/payors', '?tab=assessment-bills&', 'bills', 'Assessment Bills'],
    [`/assessments/${bills[0]?.program.id}`, '?', 'bills', 'Assessment Bills'],
  ] as const) {
    const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr')
    for (const past of ['3', '99999999999999']) {
      await page.goto(`${address}${query}page=${past}`)
      await expect(nothing(page), address).toBeVisible()
      await expect(page.getByText('The list has 2 pages.')).toBeVisible()
      await expect(page.getByText(new RegExp(`^Showing .* ${of}$`)), address).toHaveCount(0)
      await expect(rows).toHaveCount(0)
      await expect(page.getByText(/^No .* found/)).toHaveCount(0)
    }
    if (of === 'programs') await expectAccessible(page, 'a page past the end')
    await button(page, 'Last page').click()
    await expect(page.getByText(`Showing 11–12 of 12 ${of}`, { exact: true })).toHaveCount(1)
    await expect(rows).toHaveCount(2)
    await page.goto(`${address}${query}page=3`)
    await button(page, 'First page').click()
    await expect(page.getByText(`Showing 1–10 of 12 ${of}`, { exact: true })).toHaveCount(1)
    await expect(rows).toHaveCount(10)
  }
})

test('a single page links back to itself, and an empty list is empty on every page', async ({ page, admin }) => {
  await billed(admin, 1)
  await page.goto('/payors?tab=assessment-bills&page=2')
  await expect(page.getByText('The list has one page.')).toBeVisible()
  await expect(button(page, 'Last page')).toHaveCount(0)
  await button(page, 'First page').click()
  await expect(page.getByRole('table', { name: 'Assessment Bills' }).locator('tbody tr')).toHaveCount(1)
  await page.goto('/payors?page=7')
  await expect(page.getByText('No payments found')).toBeVisible()
  await expect(nothing(page)).toHaveCount(0)
})

test("a payor's lists say once how many rows of the total are shown", async ({ page, admin }) => {
  const { program } = await billed(admin, 1)
  const email = newEmail('grace')
  await admin.api.upload(program.id, people(12).replaceAll(/payor\d+@example\.org/g, email))
  await admin.api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  await signIn(page, email)
  const { data } = (await (await page.request.get('/api/my/listAssessmentBills')).json()) as { data: { id: string }[] }
  for (const [address, open] of [
    ['/dashboard', null],
    [`/pay/${data[0]?.id}`, 'View My Assessments'],
  ] as const) {
    await page.goto(address)
    if (open) await page.getByRole('tab', { name: open }).click()
    await expect(page.getByText(/^Showing/)).toHaveText(['Showing 10 of 12 assessments'])
    await button(page, 'Next').click()
    await expect(page.getByText(/^Showing/)).toHaveText(['Showing 2 of 12 assessments'])
    await expect(page.getByRole('row')).toHaveCount(3)
  }
})
