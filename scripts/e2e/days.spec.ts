import type { Page } from '@playwright/test'
import { endOfDay, formatDay, type LocalDate } from '../../modules/kernel/dates.ts'
import { DEFAULT_TIME_ZONE, type Person } from '../../modules/networks/contract.ts'
import { billed, day } from './network.ts'
import { expect, newEmail, PASSWORD, signIn, test } from './test.ts'

// The time zone that is farthest ahead of New York, where the networks of these stories are.
test.use({ timezoneId: 'Pacific/Kiritimati' })

const DAY_MS = 86_400_000
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test("days left and days overdue follow the server's clock and the network's calendar, in every browser time zone", async ({
  page,
  admin,
  product,
  browser,
}) => {
  const { program, bills } = await billed(admin, 1, { amount: 100, dueDate: day(10) })
  const email = newEmail('grace')
  await admin.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
  const [bill] = bills
  const guest = await (await browser.newContext()).newPage()
  const moveTo = (offset: number) =>
    page.request.post(`${product.url}/api/sandbox/clock`, {
      data: { now: new Date(Date.parse(`${day(0)}T16:00:00.000Z`) + offset * DAY_MS).toISOString() },
    })
  try {
    for (const [offset, said] of [
      [3, 'in 7 days'],
      [10, 'today'],
      [14, 'overdue 4 days'],
    ] as const) {
      await moveTo(offset)
      await page.goto('/payors?tab=assessment-bills')
      await expect(rowOf(page, 'Payor NumberA')).toContainText(said)
      await expect(rowOf(page, 'Payor NumberA').getByText('Overdue', { exact: true })).toHaveCount(offset > 10 ? 1 : 0)
      await page.goto(`/payors/bills/${bill?.id}`)
      await expect(page.getByRole('region', { name: 'The bill' })).toContainText(said)
      await page.goto(`/members/${bill?.individualMember?.id}`)
      await expect(page.getByRole('table', { name: 'Bills' })).toContainText(said)
      await guest.goto(`${product.url}/pay/${bill?.id}`)
      await expect(guest.getByText(`· ${said}`)).toBeVisible()
    }
    // A page that stays open shows the new day after its next read.
    await page.goto('/dashboard')
    await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 40, method: 'check' })
    const recent = page.getByRole('region', { name: 'Recent Payments' })
    await expect(recent.getByRole('listitem')).toContainText('today')
    await moveTo(16)
    await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 10, method: 'check' })
    await expect(recent.getByRole('listitem')).toHaveText([/\$10\.00.*today/, /\$40\.00.*2 days ago/])

    // The default date of a form is the network's day: a receipt of today is not in the future.
    await page.goto(`/payors/bills/${bill?.id}`)
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Record receipt' }).click()
    await expect(page.getByLabel('Received on')).toHaveValue(day(16))
    await page.goto('/assessments/new')
    await page.getByLabel('Due Date').fill(day(15))
    await page.getByRole('button', { name: 'Create Assessment' }).click()
    await expect(page.getByText('Due date must be in the future')).toBeVisible()
    await page.getByLabel('Due Date').fill(day(16))
    await expect(page.getByText('Due date must be in the future')).toHaveCount(0)

    // The last day of an access ends with that day in the network's time zone.
    const invited = newEmail('deborah')
    await page.goto('/settings/people')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Email').fill(invited)
    const ends = page.getByRole('dialog').getByLabel('Access ends on')
    for (const [typed, problem] of [
      [day(15), /^The end of the access must be in the future/],
      ['202600-01-31', /^Enter the day on which the access ends/],
    ] as const) {
      await ends.fill(typed)
      await page.getByRole('button', { name: 'Send Invitation' }).click()
      await expect(ends).toHaveAccessibleDescription(problem)
    }
    await ends.fill(day(16))
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    await page.getByRole('dialog', { name: 'Confirm your password' }).getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(rowOf(page, invited)).toContainText(formatDay(day(16) as LocalDate))
    const { data } = await admin.api.get<{ data: Person[] }>(`/networks/${admin.network.id}/people`)
    expect(data.find((person) => person.email === invited)?.expiresAt).toBe(endOfDay(DEFAULT_TIME_ZONE, day(16) as LocalDate))

    await admin.api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
    await signIn(page, email)
    await page.goto('/dashboard')
    await expect(page.getByRole('row').filter({ hasText: program.name })).toContainText('overdue 6 days')
  } finally {
    await guest.context().close()
    await page.request.post(`${product.url}/api/sandbox/clock`, { data: { now: new Date().toISOString() } })
  }
})
