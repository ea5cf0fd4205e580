import { execFileSync, spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, grantAccess } from './network.ts'
import { remembered } from './remembered.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

const PATH = '/settings/api-keys/first-call'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByLabel('API key', { exact: true })
const answer = (page: Page) => page.getByRole('region', { name: 'The answer' })
const codeOf = async (page: Page, language: string): Promise<string> => {
  await page.getByRole('tab', { name: language }).click()
  return page.getByLabel(`The call in ${language}`).inputValue()
}
const tryIt = async (page: Page, key: string) => {
  await field(page).fill(key)
  await button(page, 'Try It').click()
}

test('an Admin without a key gets a first response in three steps', async ({ page, admin, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { bills } = await billed(admin, 2)
  await page.goto('/settings/api-keys')
  await page.getByRole('link', { name: 'See how a first call is made.' }).click()
  await expect(page).toHaveURL(PATH)
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API Keys' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page, 'a first call')

  await button(page, 'Make a Key').click()
  await page.getByLabel('Name', { exact: true }).fill('Website')
  await button(page, 'Make Key').click()
  const secret = await page.getByRole('dialog').getByLabel('API key', { exact: true }).inputValue()
  await button(page, 'I Have Kept It').click()
  await expect(page.getByText('This network has a key that works.')).toBeVisible()
  await expect(field(page), 'the new key stands in its field').toHaveValue(secret)

  const curl = await codeOf(page, 'curl')
  await button(page, 'Copy the Call').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(curl)
  expect(curl, 'what is copied holds no secret').not.toContain(secret)
  const total = { pagination: { totalItems: 2 } }
  expect(JSON.parse(execFileSync('sh', ['-c', `${curl.replace('YOUR_KEY', secret)} --silent`], { encoding: 'utf8' }))).toMatchObject(total)
  const python = await codeOf(page, 'Python')
  if (spawnSync('python3', ['--version']).status === 0)
    expect(JSON.parse(execFileSync('python3', ['-c', python.replace('YOUR_KEY', secret)], { encoding: 'utf8' }))).toMatchObject(total)
  expect(await codeOf(page, 'TypeScript')).toContain("from '@vestry/client'")

  const sent = page.waitForRequest('**/api/assessment-bills?*')
  await button(page, 'Try It').click()
  const { authorization, cookie } = await (await sent).allHeaders()
  expect([authorization, cookie], 'without the session').toEqual([`Bearer ${secret}`, undefined])
  await expect(page.getByRole('status').filter({ hasText: 'It works (HTTP 200)' })).toBeVisible()
  const shown = JSON.parse(await answer(page).innerText()) as { data: { id: string }[] }
  expect(bills.map(({ id }) => id)).toContain(shown.data[0]?.id)
  await expectAccessible(page, 'the answer of a first call')

  expect(await remembered(page)).toContain(secret)
  await page.getByRole('link', { name: 'Back to API Keys', exact: true }).click()
  await expect(page).toHaveURL('/settings/api-keys')
  await expect.poll(() => remembered(page), 'the key is forgotten with the page').not.toContain(secret)
  await page.goBack()
  await expect(field(page), 'the page has forgotten it').toHaveValue('')
  await page.reload()
  await expect(field(page), 'and again').toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]))).not.toContain(secret)
  const document = await page.request.get((await page.getByRole('link', { name: 'The OpenAPI document' }).getAttribute('href')) ?? '')
  expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
})

test('an error says what went wrong and what to do', async ({ page, admin, product }) => {
  await page.goto(PATH)
  const said = page.getByRole('alert')
  await button(page, 'Try It').click()
  await expect(field(page)).toHaveAccessibleDescription(/^Paste the key first/)
  await tryIt(page, 'Bearer vestry_1')
  await expect(field(page)).toHaveAccessibleDescription(/^A key begins with vestry_/)
  await tryIt(page, 'vestry_none_such')
  await expect(said).toContainText('This key does not work (HTTP 401)')
  await expect(answer(page)).toContainText('key-invalid')
  await expectAccessible(page, 'a first call that is refused')

  const { api, network } = admin
  const { secret } = await api.post<{ secret: string }>(`/networks/${network.id}/api-keys`, { name: 'Website', scope: 'read' })
  await tryIt(page, ` ${secret} `)
  await expect(page.getByRole('status').filter({ hasText: 'There are no bills yet' })).toBeVisible()
  const other = await newAdmin(product.url)
  const theirs = await other.api.post<{ secret: string }>(`/networks/${other.network.id}/api-keys`, { name: 'Theirs', scope: 'read' })
  await tryIt(page, theirs.secret)
  await expect(page.getByText('It works, for another network')).toBeVisible()

  await page.route('**/api/assessment-bills?*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '17' }, json: {} }))
  await button(page, 'Try It').click()
  await expect(said).toContainText('Wait 17 seconds')
  await page.unroute('**/api/assessment-bills?*')
  await page.route('**/api/assessment-bills?*', (route) => route.abort())
  await button(page, 'Try It').click()
  await expect(said).toContainText('No answer was received')
  await expect(answer(page)).toHaveCount(0)

  await page.route('**/api/networks/*/api-keys', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Failed to load API keys' })).toBeVisible({ timeout: 30_000 })
  await expect(button(page, 'Try It'), 'the other steps stand').toBeVisible()
})

test('an Auditor can try a key but not make one, a Member sees nothing, and an earlier day has no such page', async ({ page, admin, product }) => {
  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')
  await signIn(page, auditor.email)
  await page.goto(PATH)
  await expect(page.getByText('Ask an Admin to make one.')).toBeVisible()
  await expect(button(page, 'Make a Key')).toHaveCount(0)
  await expect(button(page, 'Try It')).toBeVisible()
  await page.goto(`${PATH}?asOf=2026-01-01T00:00:00.000Z`)
  await expect(page.getByRole('heading', { name: 'This page shows today only' })).toBeVisible()
  await grantAccess(admin, auditor, 'Member')
  await page.goto(PATH)
  await expect(page.getByText('You do not have permission to view this network.')).toBeVisible()
})

test('works by keyboard on a phone', async ({ page, admin }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { secret } = await admin.api.post<{ secret: string }>(`/networks/${admin.network.id}/api-keys`, { name: 'Website', scope: 'read' })
  await page.goto(PATH)
  await page.getByRole('tab', { name: 'curl' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('The call in TypeScript')).toBeVisible()
  await field(page).focus()
  await page.keyboard.insertText(secret)
  await page.keyboard.press('Enter')
  await expect(page.getByText('It works (HTTP 200)')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(answer(page)).toBeFocused()
  await expectFits(page, 390)
  await expectAccessible(page, 'a first call on a phone')
})
