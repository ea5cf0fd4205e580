import pg from 'pg'
import { expectAccessible } from './axe.ts'
import { billed, grantAccess } from './network.ts'
import { expect, newAdmin, PASSWORD, signIn, test } from './test.ts'
import { recordUnreadable } from './unreadable.ts'

const AS_OF = /^Bills, payments and all figures are shown as of /

test('alerts Admins to a blocked event; an Admin quarantines it with a reason after a fresh sign-in, and processing resumes', async ({
  page,
  admin,
  product,
  browser,
}) => {
  const { bills } = await billed(admin, 2)
  const [bill, other] = bills.map(({ id }) => id)
  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')

  await page.goto('/journal')
  await page.getByRole('link', { name: 'Blocked Events' }).click()
  await expect(page).toHaveURL('/audit/unfolded')
  await expect(page.getByRole('heading', { name: 'No blocked events' })).toBeVisible()
  await expectAccessible(page, 'no blocked events')

  // The alert appears on a page that is already open.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await recordUnreadable(product, bill ?? '')
  await expect(page.getByText(AS_OF)).toBeVisible()
  await admin.api.post(`/assessment-bills/${other}/receipts`, { amount: 20, method: 'check' })
  await expectAccessible(page, 'a dashboard with a blocked event')
  await page.getByRole('link', { name: 'See the blocked events' }).click()
  await expect(page.getByText(AS_OF)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Payment recorded: cannot be read yet' })).toBeVisible()
  await expect(page.getByText('It has another shape than this version knows.')).toBeVisible()
  await expect(page.getByText('If the money came in, open the bill and use Record receipt.')).toBeVisible()
  await expectAccessible(page, 'a blocked event')

  // An Auditor sees the same without the actions.
  const theirs = await browser.newContext({ baseURL: product.url })
  const theirPage = await theirs.newPage()
  await signIn(theirPage, auditor.email)
  await theirPage.goto('/audit/unfolded')
  await expect(theirPage.getByRole('heading', { name: 'Payment recorded: cannot be read yet' })).toBeVisible()
  await expect(theirPage.getByRole('button', { name: /^Quarantine/ })).toHaveCount(0)
  await theirs.close()

  // The bill says why it cannot be changed.
  await page.getByRole('link', { name: /^Bill: Payor Number/ }).click()
  await expect(page).toHaveURL(`/payors/bills/${bill}`)
  await expect(page.getByRole('heading', { name: 'Payment recorded: cannot be read yet' })).toBeVisible()
  await page.goBack()

  const database = new pg.Client({ connectionString: product.databaseUrl() })
  await database.connect()
  await database.query(`update sessions set fresh_at = now() - interval '1 hour'`)
  await database.end()
  await page.getByRole('button', { name: /^Quarantine/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Quarantine' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The amount is no number: the check was of $40.00')
  await expectAccessible(page, 'quarantining an event')
  await dialog.getByRole('button', { name: 'Quarantine' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The event is quarantined. All pages are up to date again')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No blocked events' })).toBeVisible()
  const aside = page.getByRole('list', { name: 'Quarantined events' }).getByRole('listitem')
  await expect(aside).toHaveCount(1)
  await expect(aside).toContainText('Payment recorded')
  await expect(aside).toContainText('Ada Ferreira, so that bills, payments and all figures could be updated again')
  await expect(aside).toContainText('The amount is no number: the check was of $40.00')
  await expectAccessible(page, 'an event that was quarantined')

  // Later events are shown, and an ordinary command makes up for the quarantined event.
  await aside.getByRole('link').click()
  await expect(page.getByText(AS_OF)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Payment recorded: could not be read, and was quarantined' })).toBeVisible()
  await admin.api.post(`/assessment-bills/${bill}/receipts`, { amount: 40, method: 'check' })
  const summary = await admin.api.get<{ totalCollected: number }>('/dashboard/summary')
  expect(summary.totalCollected).toBe(60)
  await page.goto('/journal')
  await expect(page.getByRole('list', { name: 'Journal' })).toContainText('An event that could not be read was quarantined: payment recorded')
})
