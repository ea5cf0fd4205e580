import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, grantAccess } from './network.ts'
import { remembered } from './remembered.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const choose = async (page: Page, key: string, item: string) => {
  await button(page, `Actions, ${key}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** Makes a key on the screen and returns its secret. */
const make = async (page: Page, name: string, scope = 'Read'): Promise<string> => {
  await button(page, 'Make a Key').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('radio', { name: scope, exact: true }).check()
  await button(page, 'Make Key').click()
  const secret = await page.getByLabel('API key', { exact: true }).inputValue()
  await button(page, 'I Have Kept It').click()
  return secret
}
const status = async (url: string, secret: string) =>
  (await fetch(`${url}/api/assessment-bills?pageSize=1`, { headers: { authorization: `Bearer ${secret}` } })).status

test('an Admin makes a key, calls the API with it from a terminal, replaces it and revokes it', async ({ page, admin, product, context }) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await billed(admin, 1)
  await page.goto('/settings/network')
  await page.getByRole('link', { name: 'API Keys' }).click()
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()
  await expect(page.getByText('No key can refund a payment, launch a campaign, send mails')).toBeVisible()
  await expectAccessible(page, 'no API keys')
  await button(page, 'Make a Key').click()
  const dialog = page.getByRole('dialog', { name: 'Make an API key' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await button(page, 'Make Key').click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/^Name is required/)
  await dialog.getByLabel('Name').fill('Accounting')
  await expect(dialog.getByRole('radio', { name: 'Read', exact: true })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Read and change' }).check()
  await dialog.getByLabel('Ends on').fill('2020-01-31')
  await button(page, 'Make Key').click()
  await expect(dialog.getByLabel('Ends on')).toHaveAccessibleDescription(/^The end of the key must be in the future/)
  await dialog.getByLabel('Ends on').fill('2099-01-31')
  await expectAccessible(page, 'making an API key')
  await button(page, 'Make Key').click()

  const secretDialog = page.getByRole('dialog', { name: 'The key of Accounting' })
  const secret = await secretDialog.getByLabel('API key', { exact: true }).inputValue()
  await button(page, 'Copy the Key').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await expectAccessible(page, 'the secret of an API key')
  await page.keyboard.press('Escape')
  await expect(secretDialog, 'it is not lost by a key').toBeVisible()
  const call = await secretDialog.getByLabel('A first call, in a terminal').inputValue()
  const answer = execFileSync('sh', ['-c', `${call} --silent`], { encoding: 'utf8' })
  expect(JSON.parse(answer)).toMatchObject({ pagination: { totalItems: 1 } })
  await button(page, 'I Have Kept It').click()
  await expect.poll(() => remembered(page), 'the key is kept nowhere').not.toContain(secret)
  for (const part of ['Accounting', 'Made by Ada Ferreira', 'Read and change', 'Jan 31, 2099'])
    await expect(row(page, 'Accounting')).toContainText(part)
  await page.reload()
  await expect(row(page, 'Accounting')).not.toContainText('Not yet')
  await expect(page.getByText(secret.slice(-20))).toHaveCount(0)
  await expectAccessible(page, 'API keys')

  await choose(page, 'Accounting', 'Replace')
  await expect(page.getByText('The present one works for 24 more hours')).toBeVisible()
  await button(page, 'Replace Key').click()
  const newer = await page.getByLabel('API key', { exact: true }).inputValue()
  await button(page, 'I Have Kept It').click()
  await expect.poll(() => remembered(page)).not.toContain(newer)
  expect([await status(product.url, secret), await status(product.url, newer)]).toEqual([200, 200])
  await expect(row(page, 'Accounting')).toContainText('The previous key works until')

  await choose(page, 'Accounting', 'End')
  await expectAccessible(page, 'ending an API key')
  await button(page, 'End Key').click()
  await expect(said(page, 'The API key Accounting has ended')).toBeVisible()
  expect([await status(product.url, secret), await status(product.url, newer)]).toEqual([401, 401])
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()
})

test('the journal and the history of a bill name the key that made a change', async ({ page, admin, product }) => {
  const { bills } = await billed(admin, 1)
  await page.goto('/settings/api-keys')
  const secret = await make(page, 'Accounting', 'Read and change')
  await fetch(`${product.url}/api/assessment-bills/${bills[0]?.id}/receipts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 5, method: 'check' }),
  })
  await page.goto('/journal')
  const lines = page.getByRole('list', { name: 'Journal' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Payment of $5.00 recorded' })).toContainText('Key "Accounting"')
  await page.getByLabel('By whom').selectOption({ label: 'Key "Accounting"' })
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Payment of $5.00 recorded')
})

test('rejects a second key of the same name and an eleventh key, and says why', async ({ page, admin }) => {
  for (let n = 0; n < 9; n += 1) await admin.api.post(`/networks/${admin.network.id}/api-keys`, { name: `Script ${n}`, scope: 'read' })
  await page.goto('/settings/api-keys')
  await button(page, 'Make a Key').click()
  await page.getByLabel('Name', { exact: true }).fill('script 3')
  await button(page, 'Make Key').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/^Another API key has this name/)
  await page.getByLabel('Name', { exact: true }).fill('Website')
  await button(page, 'Make Key').click()
  await button(page, 'I Have Kept It').click()
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(button(page, 'Make a Key')).toHaveAttribute('aria-disabled', 'true')
})

test('an Auditor can view the keys; a Member has no such tab', async ({ page, admin, product }) => {
  await admin.api.post(`/networks/${admin.network.id}/api-keys`, { name: 'Website', scope: 'read' })
  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')
  await signIn(page, auditor.email)
  await page.goto('/settings/api-keys')
  await expect(row(page, 'Website')).toContainText('Read')
  await expect(button(page, 'Make a Key')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
  await grantAccess(admin, auditor, 'Member')
  await page.reload()
  await expect(page.getByRole('link', { name: 'API Keys' })).toHaveCount(0)
  await expect(page.getByText('You do not have permission to view this network.')).toBeVisible()
})

test('warns that API keys remain valid when an Admin loses access', async ({ page, admin, product }) => {
  const other = await newAdmin(product.url)
  await grantAccess(admin, other, 'Admin')
  await page.goto('/settings/people')
  await row(page, other.email).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).click()
  await expect(page.getByRole('dialog', { name: 'Revoke access?' })).toContainText('API keys keep working: end those that they may still have.')
})

test('on a phone the keys are rows and nothing is cut off', async ({ page, admin }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.api.post(`/networks/${admin.network.id}/api-keys`, { name: 'The accounting of the whole synod, at night', scope: 'write' })
  await page.goto('/settings/api-keys')
  await expect(page.getByRole('listitem').filter({ hasText: 'The accounting of the whole synod' })).toContainText('Last used: Not yet · Ends: Never')
  await make(page, 'Website')
  await expectFits(page, 390)
  await expectAccessible(page, 'API keys on a phone')
})
