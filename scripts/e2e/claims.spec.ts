import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { billed, grantAccess } from './network.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('table', { name: 'Payments to confirm' }).locator('tbody tr')
const tick = (page: Page, payor: string) => page.getByRole('checkbox', { name: `${payor}, Annual dues, $100.00` })

const claimed = async (admin: Admin, count: number) => {
  const { bills } = await billed(admin, count, { amount: 100 })
  const ordered = bills.toSorted((a, b) => (a.individualMember?.lastName ?? '').localeCompare(b.individualMember?.lastName ?? ''))
  for (const [i, { id }] of ordered.entries())
    await admin.api.post(`/assessments/${id}/mark-as-paid`, { paymentMethod: i % 2 === 0 ? 'check' : 'zelle' })
  return ordered
}

test('confirms ticked claims together and names one that cannot be confirmed', async ({ page, admin }) => {
  const bills = await claimed(admin, 4)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: '4 payments to confirm' }).click()
  await expect(page).toHaveURL('/payors/claims')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments to Confirm')
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText('Payor NumberA')
  await expect(rows(page).first()).toContainText('Check')
  await expect(rows(page).first()).toContainText('since today')
  await expect(button(page, 'Confirm')).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'the claims')

  await tick(page, 'Payor NumberA').check()
  await tick(page, 'Payor NumberB').check()
  await tick(page, 'Payor NumberD').check()
  await expect(page.getByText('3 payments, $300.00 ticked')).toBeVisible()
  await button(page, 'Confirm 3').click()
  const question = page.getByRole('dialog', { name: 'Confirm Payments' })
  await expect(question).toContainText('3 payments, $300.00')
  await expect(question).toContainText('This action cannot be undone.')
  // One claim is rejected while the confirmation dialog is open.
  await page.route('**/api/claims/confirm', async (route) => {
    await admin.api.post(`/assessment-bills/${bills[1]?.id}/not-received`, { reason: 'The check bounced' })
    await route.continue()
  })
  await button(question, 'Confirm').click()
  await expect(question).toBeHidden()
  await expect(page.getByText('2 payments confirmed, $200.00')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Payor NumberB: This bill has no claim to confirm.')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Payor NumberC')

  await page.getByRole('checkbox', { name: 'Tick all on this page' }).check()
  await button(page, 'Not Received').click()
  const refusal = page.getByRole('dialog', { name: 'Not Received' })
  await button(refusal, 'Not Received').click()
  await expect(refusal.getByText('Reason is required')).toBeVisible()
  await refusal.getByLabel('Reason').fill('Nothing came up to March 12')
  await expectAccessible(page, 'the refusal')
  await button(refusal, 'Not Received').click()
  await expect(page.getByText('1 payment marked as not received, $100.00')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing to confirm' })).toBeVisible()
  const states = await admin.api.all<{ status: string }>('/assessment-bills?order=asc')
  expect(states.map(({ status }) => status).sort()).toEqual(['Paid', 'Paid', 'Unpaid', 'Unpaid'])
})

test('an Auditor sees waiting claims but cannot decide them; a phone shows the checkboxes, too', async ({ page, admin, product }) => {
  await claimed(admin, 1)
  const auditor = await newAdmin(product.url)
  await grantAccess(admin, auditor, 'Auditor')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/payors/claims')
  await expect(tick(page, 'Payor NumberA')).toBeVisible()
  await expectAccessible(page, 'the claims on a phone')
  await signIn(page, auditor.email)
  await page.request.post('/api/auth/network', { data: { networkId: admin.network.id } })
  await page.goto('/payors/claims')
  await expect(page.getByRole('link', { name: 'Payor NumberA' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(button(page, 'Not Received')).toHaveCount(0)
})

test('one manual payment makes a page of bills reload at most three times, and its figures agree', async ({ page, admin }) => {
  await billed(admin, 3, { amount: 100 })
  await page.goto('/payors?tab=assessment-bills')
  await expect(page.getByRole('navigation', { name: 'Status' })).toContainText('Unpaid3')
  await button(page, 'Actions, Payor NumberA').click()
  await page.getByRole('menuitem', { name: 'Mark as Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as Paid' })
  await dialog.getByLabel('Method').selectOption('check')
  await dialog.getByLabel('Check number').fill('1042')
  await expect(button(dialog, 'Mark as Paid')).toBeEnabled()
  await page.waitForLoadState('networkidle').catch(() => {})
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`)
  })
  await button(dialog, 'Mark as Paid').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Status' })).toContainText('Unpaid2')
  await expect(page.getByRole('navigation', { name: 'Status' })).toContainText('Paid1')
  // Waits for the receipt's mail, an event that this page must ignore.
  await page.waitForTimeout(3_000)
  // Three requests, or the lists once more if an event comes late; but never one for each row.
  expect(new Set(asked).size, asked.join(', ')).toBeLessThanOrEqual(3)
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(5)
  const payments = await admin.api.all<{ method: string; reference: string }>('/payments?order=asc')
  expect(payments).toMatchObject([{ method: 'check', reference: '1042' }])
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/payors')
    await expect(page.getByText('Reference: 1042')).toBeVisible()
  }
})
