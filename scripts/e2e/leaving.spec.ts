import type { PrintedBills } from '../../modules/messages/contract.ts'
import type { Member } from '../../modules/payors/contract.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed } from './network.ts'
import { expect, test } from './test.ts'

test.use({ live: false })

test('removes a payor from a program, on their page and in its list of people; a new bill restores them', async ({ page, admin }) => {
  const { program } = await billed(admin, 2, { amount: 100, frequency: 'Monthly' })
  const [first, second] = await admin.api.all<Member>('/members?kind=individual')
  await page.goto(`/members/${first?.id}`)
  await page.getByRole('button', { name: `More actions, ${first?.name}` }).click()
  await page.getByRole('menuitem', { name: 'Remove from a program' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove from Program' })
  await expect(dialog.getByLabel('Program')).toHaveValue(program.id)
  await expect(dialog.getByLabel('Keep them')).toBeChecked()
  await dialog.getByLabel('Archive them').check()
  await dialog.getByLabel('Reason (optional)').fill('Moved away')
  await expectAccessible(page, 'removing from a program')
  await expectFits(page, page.viewportSize()?.width ?? 0)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(/is removed from .+ \(open bills: 1 archived\)/)).toBeVisible()
  await expect(page.getByText(`Removed from ${program.name} on`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Archived' })).toHaveCount(1)

  await page.goto(`/members?assessment=${program.id}`)
  const remove = page.getByRole('button', { name: `Remove ${second?.name} from ${program.name}` })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(/is removed from .+ \(open bills: 1 still owed\)/)).toBeVisible()

  await page.goto(`/members/${first?.id}`)
  await page.getByRole('button', { name: 'Add a Bill' }).click()
  await page.getByRole('dialog').getByLabel('Program').selectOption(program.id)
  await page.getByRole('dialog').getByRole('button', { name: 'Add Bill' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(`Removed from ${program.name} on`)).toHaveCount(0)
})

test('shows a failing address on the payor, the program and the dashboard, and resumes mails to it', async ({ page, admin }) => {
  const { program } = await billed(admin, 1, { amount: 100 })
  const [member] = await admin.api.all<Member>('/members?kind=individual')
  let failing = [{ payor: { id: member?.id, name: member?.name, email: 'gone@example.org' }, reason: 'unknown', since: '2026-03-03T15:00:00.000Z' }]
  await page.route('**/api/failing-addresses*', (route) => route.fulfill({ json: { data: failing } }))
  const words = 'Address failing since Mar 3, 2026: the receiving server knows no such mailbox.'
  await page.goto('/')
  await page.getByRole('button', { name: '1 payor with a failing address' }).click()
  await expect(page.getByRole('dialog')).toContainText(words)
  await expectAccessible(page, 'addresses that fail')
  await page.goto(`/assessments/${program.id}`)
  await expect(page.getByText('One payor gets no mail')).toBeVisible()
  await page.route('**/print-bills*', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('open=without-email', 'open=all') })
    const { data, ...rest } = (await response.json()) as PrintedBills
    const [{ reason, since }] = failing as [(typeof failing)[number]]
    await route.fulfill({ response, json: { ...rest, data: data.map((bill) => ({ ...bill, failing: { reason, since } })) } })
  })
  await page.goto(`/assessments/${program.id}/print`)
  await expect(page.getByText(`${member?.name}: ${words}`)).toBeVisible()
  await expectAccessible(page, 'printed bills of payors with a failing address')
  await page.goto(`/members/${member?.id}`)
  await expect(page.getByText(words, { exact: false })).toBeVisible()
  await expectAccessible(page, 'a payor with a failing address')
  await page.route('**/take-up-mail', async (route) => {
    failing = []
    await route.fulfill({ json: { data: [] } })
  })
  await page.getByRole('button', { name: 'Resume Mail' }).click()
  await expect(page.getByText('Mail to gone@example.org is resumed')).toBeVisible()
  await expect(page.getByText('No mails go to this payor')).toHaveCount(0)
})

test('a payment shows how much of it was refunded or reversed, and the remainder', async ({ page, admin }) => {
  const { bills } = await billed(admin, 1, { amount: 100 })
  const path = `/assessment-bills/${bills[0]?.id}`
  await admin.api.post(`${path}/receipts`, { amount: 140, method: 'check' })
  const [payment] = await admin.api.all<{ id: string }>('/payments?')
  await admin.api.post(`/payments/${payment?.id}/credit-refunds`, { amount: 30.3, reason: 'Paid too much' })
  await page.goto('/payors?tab=payments')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText('$30.30 refunded · $109.70 net')).toBeVisible()
    await expectFits(page, width)
  }
})
