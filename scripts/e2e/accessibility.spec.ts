import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { attach, billed, newProfile, newProgram } from './network.ts'
import { expect, test } from './test.ts'

test.use({ live: false })
// Every screen is scanned three times, which takes minutes on a busy machine.
test.describe.configure({ timeout: 240_000 })

const opened = async (page: Page, path: string, heading: string | RegExp) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const expectDialog = async (page: Page, name: string | RegExp) => {
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expectAccessible(page, `the dialog ${name}`)
}

test('the pages before the sign-in are accessible', async ({ page }) => {
  for (const [path, heading] of [
    ['/login', 'Sign in'],
    ['/register', 'Create your account'],
    ['/forgot-password', 'Forgot password'],
    ['/reset-password', /./],
    ['/confirm-email', 'Confirm your email'],
    ['/accept-invitation', 'Invitation'],
    ['/accept-invitation?token=none', 'You are invited'],
    ['/no-such-page', 'Page not found'],
  ] as const) {
    await opened(page, path, heading)
    await expectAccessible(page, path)
    await expect(page.locator('p:empty')).toHaveCount(0)
  }
  await page.goto('/register')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectAccessible(page, 'a refused registration')
})

test('an empty network is accessible', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  for (const [path, heading] of [
    ['/dashboard', 'Dashboard'],
    ['/assessments', 'Assessment Programs'],
    ['/payors', 'All Transactions'],
    ['/payors?tab=assessment-bills', 'Assessment Bills'],
    ['/settings/payments', 'Profile Settings'],
    ['/transactions', 'All Transactions'],
  ] as const) {
    await opened(page, path, heading)
    await expectAccessible(page, `${path}, empty`)
  }
})

test('the programs and their dialogs are accessible', async ({ page, admin }) => {
  const { program } = await billed(admin, 3)
  await newProgram(admin, { name: 'Summer camp', type: 'Custom' })
  await opened(page, '/assessments', 'Assessment Programs')
  await expectAccessible(page, 'the programs')
  await page.getByRole('link', { name: 'Annual dues' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expectAccessible(page, "a program's figures", { layer: true })
  await page.getByRole('button', { name: 'Payment Profile, Summer camp' }).click()
  await expectDialog(page, 'Attach Payment Profile')
  await page.getByRole('button', { name: 'Select, General account' }).click()
  await expectDialog(page, 'Confirm Profile Attachment')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Upload Members, Annual dues' }).click()
  await expectDialog(page, 'Upload Members')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from('firstName,lastName,email\nAda,,\nEve,Stone,none') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Bills generated')).toBeVisible()
  await expectDialog(page, 'Upload Members')
  await page.getByRole('button', { name: 'Done' }).click()

  await opened(page, '/assessments/new', 'Create Assessment Program')
  await page.getByRole('button', { name: 'Create Assessment' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page, 'a refused program')
  await page.getByRole('button', { name: 'Create Network' }).click()
  await expectDialog(page, 'Create network')
  await opened(page, `/assessments/${program.id}/edit`, 'Edit Assessment Program')
  await expectAccessible(page, 'the edit page')
  await opened(page, `/assessments/${program.id}`, 'Annual dues')
  await expect(page.getByRole('table', { name: 'Assessment Bills' })).toBeVisible()
  await expectAccessible(page, "a program's page")
})

test('bills, payments and their dialogs are accessible', async ({ page, admin }) => {
  const { program, bills } = await billed(admin, 12)
  const [first, second, third] = bills
  await admin.api.put(`/assessment-bills/${first?.id}/mark-as-paid`, {})
  await admin.api.put(`/assessment-bills/${second?.id}/archive`, {})
  await admin.api.post(`/assessments/${third?.id}/mark-as-paid`, { paymentMethod: 'wire' })
  await opened(page, '/dashboard', 'Dashboard')
  await expect(page.getByRole('slider')).toBeVisible()
  await expectAccessible(page, 'the dashboard')
  await opened(page, '/payors', 'All Transactions')
  await expectAccessible(page, 'the payments')
  await opened(page, `/payors?tab=assessment-bills&assessment=${program.id}`, 'Assessment Bills')
  await expect(page.getByRole('table', { name: 'Assessment Bills' })).toBeVisible()
  await expectAccessible(page, 'the bills')
  const actions = page
    .getByRole('row')
    .filter({ hasText: 'Unpaid' })
    .first()
    .getByRole('button', { name: /^Actions/ })
  for (const [item, title] of [
    ['Payment link', 'Payment Link'],
    ['Mark as Paid', 'Mark as Paid'],
    ['Archive', 'Archive Bill'],
  ] as const) {
    await actions.click()
    await expect(page.getByRole('menuitem', { name: item })).toBeVisible()
    await page.getByRole('menuitem', { name: item }).click()
    await expectDialog(page, title)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await actions.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, "a bill's menu", { layer: true })
})

test('the settings and their dialogs are accessible', async ({ page, admin }) => {
  await attach(admin, await newProgram(admin), await newProfile(admin))
  for (const path of ['/settings/profile', '/settings/password', '/settings/payments']) {
    await opened(page, path, 'Profile Settings')
    await expectAccessible(page, path)
  }
  await page.getByRole('button', { name: 'Create Profile' }).click()
  for (const method of ['Wire', 'ACH', 'Zelle', 'PayPal', 'Venmo', 'CashApp', 'Check'])
    await page.getByRole('dialog').getByLabel(method, { exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Profile' }).click()
  await expectDialog(page, 'Create Payment Profile')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit, General account' }).click()
  await expectDialog(page, 'Edit Payment Profile')
})

test('the settings of the network, its people and the connected accounts are accessible', async ({ page, admin }) => {
  await admin.api.post(`/networks/${admin.network.id}/people`, {
    email: 'auditor@grace.example',
    role: 'Auditor',
    expiresAt: '2099-01-31T12:00:00.000Z',
  })
  await opened(page, '/settings/connected-accounts?error=already-linked', 'Profile Settings')
  await expect(page.getByRole('heading', { name: 'No Connected Accounts' })).toBeVisible()
  await expectAccessible(page, 'the connected accounts')
  await opened(page, '/settings/network', 'Profile Settings')
  await page.getByLabel('Short name').fill('No Spaces!')
  await page.getByLabel('Days', { exact: true }).fill('400')
  await page.getByRole('button', { name: 'Add Reminder' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Use lower-case letters')).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.keyboard.type('chi')
  await expect(page.getByRole('option', { name: 'America/Chicago' })).toBeVisible()
  await expectAccessible(page, "the network's settings, refused, with the zones open")
  await opened(page, '/settings/people', 'Profile Settings')
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  await expectAccessible(page, 'the people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expectDialog(page, 'Invite someone')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Actions, auditor@grace.example' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, "a person's menu", { layer: true })
  await page.getByRole('menuitem', { name: 'Withdraw the invitation' }).click()
  await expectDialog(page, 'Withdraw the invitation?')
})

/**
 * The texts of links and buttons that a press 21 pixels above or below their middle would miss. Links within a sentence
 * are exempt.
 */
const tooSmall = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('main a, main button, main input, main select')]
    .filter((element) => {
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width < 2 || element.closest('p')) return false
      const takes = (y: number) => {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2 + y)
        return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
      }
      return !takes(-21) || !takes(21)
    })
    .map(({ textContent, tagName }) => `${tagName} ${textContent}`)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the screens and the open sidebar are accessible', async ({ page, admin }) => {
    const { program } = await billed(admin, 3)
    for (const [path, heading] of [
      ['/dashboard', 'Dashboard'],
      ['/assessments', 'Assessment Programs'],
      ['/payors?tab=assessment-bills', 'Assessment Bills'],
      [`/assessments/${program.id}`, 'Annual dues'],
      ['/settings/network', 'Profile Settings'],
      ['/settings/people', 'Profile Settings'],
      ['/settings/api-keys', 'Profile Settings'],
      ['/settings/api-keys/first-call', 'Profile Settings'],
      ['/settings/webhooks', 'Profile Settings'],
      ['/settings/connected-accounts', 'Profile Settings'],
    ] as const) {
      await opened(page, path, heading)
      await expectAccessible(page, `${path} on a phone`)
      await expectFits(page, 390, path)
      expect(await page.evaluate(tooSmall), path).toEqual([])
    }
    for (const tab of await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').all()) await expect(tab).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectDialog(page, 'Menu')
  })
})

test.describe('on a phone with the text size doubled', () => {
  // Breakpoints and sizes are in em and rem, so a width of 188 px lays out like 375 px with doubled text.
  test.use({ viewport: { width: 188, height: 400 } })

  test('nothing overflows the screen sideways', async ({ page, admin }) => {
    const { program, bills } = await billed(admin, 3)
    for (const [path, heading] of [
      ['/dashboard', 'Dashboard'],
      ['/assessments', 'Assessment Programs'],
      ['/payors', 'All Transactions'],
      ['/payors?tab=assessment-bills', 'Assessment Bills'],
      [`/payors/bills/${bills[0]?.id}`, 'Payor NumberC'],
      ['/members', 'Members'],
      [`/assessments/${program.id}`, 'Annual dues'],
      ['/journal', 'Journal'],
      ['/changes', 'What has changed'],
      ['/settings/network', 'Profile Settings'],
      ['/settings/embed', 'Profile Settings'],
    ] as const) {
      await opened(page, path, heading)
      await expectFits(page, 188, path)
    }
  })
})
