import { expectAccessible } from './axe.ts'
import { billed } from './network.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const WORDS = ['$900.00 total', '$300.00 paid', '$600.00 open']
const PALABRAS = ['$900.00 en total', '$300.00 pagados', '$600.00 pendientes']

test('total, paid and open amounts of a bill have the same labels on every screen, and add up', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program } = await billed(admin, 1, { amount: 900 })
  const email = newEmail('grace')
  await admin.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
  const bills = await admin.api.all<{ id: string; individualMember: { id: string; firstName: string } | null }>('/assessment-bills?status=Unpaid')
  const bill = bills.find(({ individualMember }) => individualMember?.firstName === 'Grace')
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 300, method: 'check' })

  await signIn(page, admin.email)
  await page.goto('/payors?tab=assessment-bills')
  const row = page.getByRole('row').filter({ hasText: 'Grace Hall' })
  for (const words of WORDS) await expect(row).toContainText(words)
  await expectAccessible(page, 'a list with a partly paid bill')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const words of WORDS) await expect(page.getByRole('listitem').filter({ hasText: 'Grace Hall' })).toContainText(words)
  await page.goto(`/members/${bill?.individualMember?.id}`)
  for (const words of WORDS) await expect(page.getByRole('region', { name: 'Bills' })).toContainText(words)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/payors/bills/${bill?.id}`)
  const fact = (term: string) => page.getByRole('region', { name: 'The bill' }).locator('dl > div', { hasText: term }).locator('dd')
  for (const [term, sum] of [
    ['Total', '$900.00'],
    ['Paid', '$300.00'],
    ['Open', '$600.00'],
  ] as const)
    await expect(fact(term)).toHaveText(sum)
  await page.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(fact('Waived')).toHaveText('$600.00')
  await expect(fact('Open')).toHaveText('$0.00')
})

test('a payor reads total, paid and open on the pay page in both languages and in their lists', async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program } = await billed(admin, 1, { amount: 900 })
  const email = newEmail('grace')
  await admin.api.upload(program.id, `firstName,lastName,email\nGrace,Hall,${email}`)
  const bills = await admin.api.all<{ id: string; individualMember: { firstName: string } | null }>('/assessment-bills?status=Unpaid')
  const bill = bills.find(({ individualMember }) => individualMember?.firstName === 'Grace')
  await admin.api.post(`/assessment-bills/${bill?.id}/receipts`, { amount: 300, method: 'check' })

  await page.goto(`/pay/${bill?.id}`)
  await expect(page.getByText(WORDS.join(', '), { exact: true })).toBeVisible()
  await expectAccessible(page, 'a partly paid bill')
  await page.goto(`/pay/${bill?.id}?lang=es`)
  await expect(page.getByText(PALABRAS.join(', '), { exact: true })).toBeVisible()

  await admin.api.join({ email, firstName: 'Grace', lastName: 'Hall' }, PASSWORD)
  // The page that a reminder for several bills links to, which may ask for a sign-in.
  await page.goto('/my-assessments')
  await expect(page).toHaveURL('/login?redirectTo=%2Fmy-assessments')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/my-assessments')
  const row = page.getByRole('row').filter({ hasText: program.name })
  for (const words of WORDS) await expect(row).toContainText(words)
  await expectAccessible(page, 'my assessments')
  await page.goto('/dashboard')
  for (const words of WORDS) await expect(row).toContainText(words)
  await page.goto(`/pay/${bill?.id}`)
  await page.getByRole('tab', { name: 'View My Assessments' }).click()
  for (const words of WORDS) await expect(page.getByRole('row').filter({ hasText: program.name })).toContainText(words)
})
