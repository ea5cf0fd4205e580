import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { newProgram } from './network.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an Admin offers payment plans where the program is edited, and its page lists them', async ({ page, admin }) => {
  const program = await newProgram(admin, { amount: 100 })
  await page.goto(`/assessments/${program.id}/edit`)
  const plans = page.getByRole('group', { name: 'Payment plans' })
  await expect(plans.getByRole('checkbox')).toHaveCount(6)
  await expect(plans.getByLabel('4 parts')).toHaveAccessibleDescription('$25.00 a month')
  await expect(plans.getByLabel('12 parts')).toHaveAccessibleDescription('Too small for the default amount')
  await page.getByLabel('Default Amount').fill('240')
  await expect(plans.getByLabel('12 parts')).toHaveAccessibleDescription('$20.00 a month')
  await plans.getByLabel('12 parts').press('Space')
  await plans.getByLabel('3 parts').check()
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFits(page, 375)
  await expectAccessible(page, 'the plans of a program')
  const call = '**/plans'
  await page.route(call, (route) => route.abort())
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Failed to update assessment')).toBeVisible()
  await page.unroute(call)
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Assessment program updated successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Assessment', exact: true }).click()
  await expect(page.locator('dl > div', { hasText: 'Payment Plans' }).locator('dd')).toHaveText('3 or 12 parts')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Payment plans')
})
