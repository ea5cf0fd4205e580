import type { Bill } from '../../modules/bills/contract.ts'
import { billed } from './network.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test("reads an amount in a program's list of bills as it is typed, and ignores the mouse wheel", async ({ page, product }) => {
  const admin = await newAdmin(product.url)
  const { program, bills } = await billed(admin, 1, { type: 'Custom' })
  const amountOf = async () => (await admin.api.get<{ data: Bill }>(`/assessment-bills/${bills[0]?.id}`)).data.amount
  await signIn(page, admin.email)
  await page.goto(`/payors?tab=assessment-bills&assessmentProgramId=${program.id}`)
  const edit = page.getByRole('button', { name: /^Edit amount/ }).first()
  const amount = page.getByLabel('Amount, Payor NumberA')
  for (const [typed, shown, saved] of [
    ['12,50', '$12.50', 12.5],
    ['1.234,56', '$1,234.56', 1234.56],
    ['$1,200.00', '$1,200.00', 1200],
  ] as const) {
    await edit.click()
    await amount.fill(typed)
    await expect(page.getByText(`Read as ${shown}`)).toBeVisible()
    await amount.hover()
    await page.mouse.wheel(0, 240)
    await page.mouse.wheel(0, -240)
    await expect(amount).toHaveValue(typed)
    await amount.press('Enter')
    await expect(amount).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Edit amount ${shown}, Payor NumberA` })).toBeFocused()
    expect(await amountOf()).toBe(saved)
  }
  await edit.click()
  for (const typed of ['0x10', '1e3']) {
    await amount.fill(typed)
    await amount.press('Enter')
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('This is not an amount.')).toBeVisible()
    await expect(amount).toHaveValue(typed)
  }
  await amount.press('Escape')
  await expect(amount).toHaveCount(0)
  expect(await amountOf()).toBe(1200)
})
