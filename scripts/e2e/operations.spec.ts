import type { Page } from '@playwright/test'
import pg from 'pg'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { expectAccessible } from './axe.ts'
import { failJobs } from './dead-jobs.ts'
import { expectFits } from './fits.ts'
import type { Product } from './product.ts'
import { expect, newAdmin, PASSWORD, signIn, test } from './test.ts'

const OPERATORS = ['olga@vestry.example', 'otto@vestry.example'] as const
test.use({ operators: OPERATORS.join(',') })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const word = (page: Page, text: string) => page.getByRole('main').locator('strong').filter({ hasText: text })
const jobs = (page: Page) => page.getByRole('table', { name: 'Failed jobs' }).locator('tbody').getByRole('row')

/** Signs in an operator without a network. */
const operator = async (page: Page, { url }: Product, email: string) => {
  await new DemoClient(url).join({ email, firstName: 'Olga', lastName: 'Berg' }, PASSWORD)
  await signIn(page, email)
}

const inDatabase = async ({ databaseUrl }: Product, statement: string) => {
  const client = new pg.Client({ connectionString: databaseUrl() })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('an operator sees failed jobs, retries one after a fresh sign-in, and discards another', async ({ page, product }) => {
  await operator(page, product, OPERATORS[0])
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page).toHaveURL('/operations')
  await expect(word(page, '1 thing needs attention')).toBeVisible()
  await expect(page.getByText('No backup of this installation is known.')).toBeVisible()
  await expect(heading(page, 'Nothing has failed')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Lists and figures' })).toContainText('FollowsUp to date')
  await expect(page.getByRole('table', { name: 'Processes' }).locator('tbody').getByRole('row')).toHaveCount(1)
  await expectAccessible(page, 'an installation where nothing has failed')
  await inDatabase(
    product,
    `insert into operations.backups (made_at, bytes, key) select now(), 5400000, sha256(wrapped) from installation_keys where name = 'bill-ids'`,
  )
  // The open page refreshes itself.
  await expect(word(page, 'All is well')).toBeVisible()
  await expectAccessible(page, 'an installation that is well')

  const [again, discarded, kept] = await failJobs(product, [
    { task: 'follow-up', error: '[Error EENVELOPE] Message failed: 550 5.1.1 <ruth@example.org> Ruth One is unknown' },
    { task: 'mail-confirmation', error: '[Error ECONNREFUSED] connect ECONNREFUSED 127.0.0.1:25', hoursAgo: 2 },
    { task: 'erase-forgotten', error: 'canceling statement due to lock timeout', hoursAgo: 3 },
  ])
  await expect(page.getByText('3 jobs have failed for good.')).toBeVisible()
  await expect(jobs(page)).toHaveCount(3)
  await expect(jobs(page).first()).toContainText(`Follow upNo. ${again}Error EENVELOPE25`)
  await expect(page.getByRole('main')).not.toContainText(/ruth/i)
  await expectAccessible(page, 'jobs that have failed')

  await inDatabase(product, `update sessions set fresh_at = now() - interval '1 hour'`)
  await page.getByRole('button', { name: `Try again, Follow up, job ${again}` }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The job starts again')).toBeVisible()
  await expect(jobs(page)).toHaveCount(2)

  await page.getByRole('button', { name: `Discard, Mail confirmation, job ${discarded}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard this job?' })
  await expect(dialog).toContainText('its task is never done')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'discarding a job')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The job is discarded')).toBeVisible()
  await expect(jobs(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Discard, Erase forgotten, job ${kept}` })).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: 'Try All Again' }).click()
  await expect(page.getByText('1 job starts again')).toBeVisible()
  await expect(heading(page, 'Nothing has failed')).toBeVisible()
  await expect(word(page, 'All is well')).toBeVisible()
})

test('an Admin of a network has no such page', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/operations')
  await expect(heading(page, 'Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Operations' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('operations')
  await expect(page.getByText('Nothing matches.').first()).toBeVisible()
})

test('an operator finds the page by its name, also on a phone; a failed refresh keeps the figures and shows their time', async ({
  page,
  product,
}) => {
  const email = OPERATORS[1]
  const api = new DemoClient(product.url)
  await api.join({ email, firstName: 'Otto', lastName: 'Berg' }, PASSWORD)
  await api.post('/networks', { name: 'Synod of the Hills' })
  await signIn(page, email)
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('backups')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/operations')

  await failJobs(product, [
    { task: 'mail-confirmation', error: `[Error ECONNREFUSED ${'smtp.a-very-long-name-of-a-machine.example.org:25 '.repeat(3)}] connect` },
  ])
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/operations')
    await expect(page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')).toContainText('Mail confirmation')
    await expect(page.getByRole('list', { name: 'Lists and figures' }).getByRole('listitem').first()).toBeVisible()
    await expectFits(page, width, `${width} wide`)
  }
  await expectAccessible(page, 'the operations on a phone')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.route('**/api/operations', (route) =>
    route.fulfill({ status: 503, json: { message: 'The service is not available right now.', code: 'unavailable' } }),
  )
  await expect(page.getByText(/^These figures are from /)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Lists and figures' })).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Failed to check the installation')).toBeVisible()
  await expectAccessible(page, 'an installation that does not answer')
  await page.unroute('**/api/operations')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('list', { name: 'Lists and figures' })).toBeVisible()
})

test('a signed-out operator is led to the sign-in and back', async ({ page, product }) => {
  const { email } = await newAdmin(product.url)
  expect(email).toBeTruthy()
  await page.goto('/operations')
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Foperations/)
})
