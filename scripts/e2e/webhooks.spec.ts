import type { Page } from '@playwright/test'
import { signedHeaders } from '../../modules/webhooks/signature.ts'
import { type Received, startReceiver } from '../testing/receiver.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, grantAccess } from './network.ts'
import { remembered } from './remembered.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const choose = async (page: Page, webhook: string, item: string) => {
  await button(page, `Actions, ${webhook}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const CLOSED = 'The ledger is closed'
let receiver: Awaited<ReturnType<typeof startReceiver>>
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.stop())

const isSigned = ({ headers, body }: Received, secret: string): boolean =>
  signedHeaders([secret], String(headers['webhook-id']), Number(headers['webhook-timestamp']), body)['webhook-signature'] ===
  headers['webhook-signature']

test('an Admin creates a webhook, sees one payment arrive signed and one fail, and sends it again', async ({ page, admin, context }) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { bills } = await billed(admin, 1)
  const pay = (amount: number) => admin.api.post(`/assessment-bills/${bills[0]?.id}/receipts`, { amount, method: 'check' })
  await page.goto('/settings/network')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await expectAccessible(page, 'no webhooks')
  await button(page, 'Add a Webhook').click()
  const dialog = page.getByRole('dialog', { name: 'Add a Webhook' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await button(page, 'Add Webhook').click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/^Name is required/)
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/^Enter an address that begins with https/)
  await dialog.getByLabel('Name').fill('Accounting')
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hook')
  await button(page, 'Add Webhook').click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/^The address must begin with https:\/\/ and be reachable from the internet/)
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('checkbox', { name: 'A bill has no open balance left' }).uncheck()
  await expectAccessible(page, 'making a webhook')
  await button(page, 'Add Webhook').click()

  const secretDialog = page.getByRole('dialog', { name: 'The secret of Accounting' })
  const secret = await secretDialog.getByLabel('Webhook secret', { exact: true }).inputValue()
  await button(page, 'Copy the Secret').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.keyboard.press('Escape')
  await expect(secretDialog, 'it is not lost by a key').toBeVisible()
  await button(page, 'I Have Kept It').click()
  await expect.poll(() => remembered(page), 'the secret is kept nowhere').not.toContain(secret)
  for (const part of ['Accounting', receiver.url, 'payment.recorded', 'Nothing sent yet']) await expect(row(page, 'Accounting')).toContainText(part)
  await expect(page.getByText(secret.slice(-20))).toHaveCount(0)
  await expectAccessible(page, 'webhooks')

  await pay(5)
  await expect.poll(() => receiver.received.length).toBe(1)
  const [first] = receiver.received
  expect(first && isSigned(first, secret)).toBe(true)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'payment.recorded', data: { billId: bills[0]?.id, amountCents: 500 } })

  receiver.answerStatus(500, CLOSED)
  await pay(7)
  await page.getByRole('link', { name: 'Accounting' }).click()
  await expect(page.getByRole('heading', { name: 'Accounting', level: 1 })).toBeVisible()
  const failing = row(page, 'Answered 500')
  await expect(failing).toContainText('Trying again')
  await expect(row(page, 'Answered 200')).toContainText('Delivered')
  await expectAccessible(page, 'deliveries of a webhook')
  await failing.getByRole('button', { name: 'Money for a bill was received' }).click()
  const details = page.getByRole('dialog', { name: 'Money for a bill was received' })
  const sent = details.getByLabel('Sent')
  for (const part of [/"amountCents": 700/, /webhook-signature: v1,/]) await expect(sent).toHaveValue(part)
  expect(await sent.inputValue()).not.toContain(secret)
  await expect(details.getByLabel('Beginning of the answer')).toHaveValue('The ledger is closed')
  await expectAccessible(page, 'a delivery')
  await page.keyboard.press('Escape')

  receiver.answerStatus(200)
  await failing.getByRole('button', { name: /^Send again, payment\.recorded/ }).click()
  await expect(said(page, 'It is being sent again')).toBeVisible()
  await expect(row(page, 'Answered 500')).toHaveCount(0)
  await expect(row(page, 'Delivered')).toHaveCount(2)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  // At least three: on a slow machine an automatic retry may be among them.
  expect(ids.length).toBeGreaterThanOrEqual(3)
  expect(new Set(ids).size).toBe(2)

  await expect(button(page, 'Send Failed Again'), 'nothing has failed for good yet').toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Send a Test').click()
  await expect(said(page, 'A test is on its way to Accounting')).toBeVisible()
  await expect(row(page, 'A test')).toContainText('Delivered')
  receiver.answerStatus(400, CLOSED)
  await button(page, 'Send a Test').click()
  await page.getByLabel('Show').selectOption('failed')
  await expect(row(page, 'A test')).toHaveCount(1)
  await expect(row(page, 'A test')).toContainText('Answered 400')

  // Pending deliveries fail when a webhook is turned off. Send Failed Again leaves out tests.
  await pay(9)
  await choose(page, 'Accounting', 'Turn off')
  await button(page, 'Turn Off').click()
  await expect(said(page, 'The webhook Accounting is off')).toBeVisible()
  const missed = row(page, 'Money for a bill was received')
  await expect(missed).toContainText('Failed')
  receiver.answerStatus(200)
  await choose(page, 'Accounting', 'Turn on')
  await button(page, 'Turn On').click()
  await button(page, 'Send Failed Again').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Again' }).click()
  await expect(said(page, '1 delivery is being sent again')).toBeVisible()
  await expect(missed).toHaveCount(0)
  await expect(row(page, 'A test')).toBeVisible()

  await choose(page, 'Accounting', 'Replace the secret')
  await button(page, 'Replace Secret').click()
  const newer = await page.getByLabel('Webhook secret', { exact: true }).inputValue()
  await button(page, 'I Have Kept It').click()
  await expect.poll(() => remembered(page)).not.toContain(newer)
  expect(newer).not.toBe(secret)

  await choose(page, 'Accounting', 'Turn off')
  await button(page, 'Turn Off').click()
  await expect(said(page, 'The webhook Accounting is off')).toBeVisible()
  await expect(button(page, 'Send a Test')).toHaveAttribute('aria-disabled', 'true')
  await choose(page, 'Accounting', 'Remove')
  await expectAccessible(page, 'removing a webhook')
  await button(page, 'Remove Webhook').click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await page.goto('/journal')
  const lines = page.getByRole('list', { name: 'Journal' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Webhook "Accounting" removed' })).toContainText('Ada Ferreira')
})

test('a dialog opened before a colleague changed the webhook undoes nothing', async ({ page, admin }) => {
  const { api, network } = admin
  const at = `/networks/${network.id}/webhooks`
  const terms = { name: 'Accounting', url: `${receiver.url}/hook`, happenings: ['bill.paid'] }
  const { id } = await api.post<{ id: string }>(at, terms)
  const moved = `${receiver.url}/moved`
  const shown = async () => (await api.get<{ data: object[] }>(at)).data[0]
  await page.goto('/settings/webhooks')
  await choose(page, 'Accounting', 'Change')
  await api.put(`${at}/${id}`, { url: moved, isOn: false })
  await page.getByRole('dialog').getByLabel('Name').fill('Ledger')
  await button(page, 'Save').click()
  await expect(said(page, 'The webhook Ledger is changed')).toBeVisible()
  expect(await shown()).toMatchObject({ ...terms, name: 'Ledger', url: moved, isOn: false })

  await expect(row(page, 'Ledger')).toContainText('Off')
  await choose(page, 'Ledger', 'Turn on')
  await api.put(`${at}/${id}`, { url: terms.url })
  await button(page, 'Turn On').click()
  await expect(said(page, 'The webhook Ledger is on')).toBeVisible()
  expect(await shown()).toMatchObject({ name: 'Ledger', url: terms.url, isOn: true })
})

test('an Auditor reads the webhooks and their deliveries; a Member has no such tab', async ({ page, admin, product }) => {
  const { id } = await admin.api.post<{ id: string }>(`/networks/${admin.network.id}/webhooks`, {
    ...{ name: 'Website', url: receiver.url, happenings: ['bill.paid'] },
  })
  await admin.api.post(`/networks/${admin.network.id}/webhooks/${id}/test`, {})
  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')
  await signIn(page, auditor.email)
  await page.goto('/settings/webhooks')
  await expect(row(page, 'Website')).toContainText('bill.paid')
  await expect(button(page, 'Add a Webhook')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Website' }).click()
  await expect(row(page, 'A test')).toContainText('Delivered')
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await grantAccess(admin, auditor, 'Member')
  await page.goto('/settings/webhooks')
  await expect(page.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
  await expect(page.getByText('You do not have permission to view this network.')).toBeVisible()
})

test('on a phone webhooks and deliveries are rows, nothing is cut off, and everything works by keyboard', async ({ page, admin }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const url = `${receiver.url}/${'a-long-path-of-an-automation/'.repeat(8)}`
  const { id } = await admin.api.post<{ id: string }>(`/networks/${admin.network.id}/webhooks`, {
    ...{ name: 'The accounting of the whole synod, at night', url, happenings: ['bill.paid', 'bill.issued', 'payor.forgotten'] },
  })
  receiver.answerStatus(503, CLOSED)
  await admin.api.post(`/networks/${admin.network.id}/webhooks/${id}/test`, {})
  const narrow = () => expectFits(page, 390)
  await page.goto('/settings/webhooks')
  await expect(page.getByRole('listitem').filter({ hasText: 'The accounting of the whole synod' })).toContainText('3 kinds of events')
  await narrow()
  await expectAccessible(page, 'webhooks on a phone')
  await button(page, 'Add a Webhook').click()
  await expect(page.getByRole('dialog', { name: 'Add a Webhook' })).toBeVisible()
  await narrow()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^The accounting/ }).focus()
  await page.keyboard.press('Enter')
  const delivery = page.getByRole('listitem').filter({ hasText: 'Answered 503' })
  await expect(delivery).toContainText('Failed')
  await narrow()
  await expectAccessible(page, 'deliveries on a phone')
  await delivery.getByRole('button', { name: 'A test' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'A test' }).getByLabel('Beginning of the answer')).toHaveValue('The ledger is closed')
  await narrow()
  await page.keyboard.press('Escape')
  await expect(delivery.getByRole('button', { name: 'A test' })).toBeFocused()
})
