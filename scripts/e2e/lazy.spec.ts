import { hold } from './hold.ts'
import { expect, test } from './test.ts'

test.use({ live: false })

test('a dialog opened before its code has loaded shows Loading..., then takes the focus and returns it', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  const letGo = await hold(page, '**/assets/add-member-dialog-*.js')
  await page.goto('/members')
  const opener = page.getByRole('button', { name: 'Add Person' }).first()
  await opener.click()
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  letGo()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('preloads a dialog while the page is idle and opens it at once', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  const came = page.waitForResponse('**/assets/add-member-dialog-*.js')
  await page.goto('/members')
  await came
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(
    loaded.filter((name) => name.includes('/assets/find-dialog')),
    'the search loads when it is wanted',
  ).toEqual([])
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a dialog or form contract whose code fails to load shows the page error', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  const lost = page.getByRole('heading', { name: 'This page could not be shown' })
  await page.route('**/assets/add-member-dialog-*.js', (route) => route.abort())
  await page.goto('/members')
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  await expect(lost).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()

  await page.route('**/assets/program-fields-*.js', (route) => route.abort())
  await page.goto('/assessments/new')
  await page.getByLabel('Name').first().fill('Dues')
  await page.getByRole('button', { name: 'Create Assessment' }).click()
  await expect(lost).toBeVisible()
})
