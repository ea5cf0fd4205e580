import type { Browser, Page } from '@playwright/test'
import type { Person } from '../../modules/networks/contract.ts'
import { expectAccessible } from './axe.ts'
import { mailedLink } from './mail.ts'
import { grantAccess } from './network.ts'
import { type Admin, expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The visible toast, not its announcement to screen readers. */
const said = (page: Page, text: string) => page.getByText(text, { exact: true })

const choose = async (page: Page, person: string, item: string) => {
  await button(page, `Actions, ${person}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const invite = (admin: Admin, email: string, role: string) => admin.api.post(`/networks/${admin.network.id}/people`, { email, role })

const stranger = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' })
  return { page: await context.newPage(), close: () => context.close() }
}

test('an Admin invites a new user, who registers by the mailed link and joins the network', async ({ page, admin, product, browser }) => {
  await page.goto('/settings/people')
  await expect(row(page, 'Ada Ferreira')).toContainText('Admin')
  await expect(page.getByText('Only you have access so far.')).toBeVisible()
  await button(page, 'Invite').click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await button(page, 'Send Invitation').click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  const email = newEmail('deborah')
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByRole('radio', { name: 'Auditor' })).toHaveAccessibleDescription('Sees everything and changes nothing.')
  await dialog.getByRole('radio', { name: 'Auditor' }).check()
  await dialog.getByLabel('Access ends on').fill('2020-01-31')
  await button(page, 'Send Invitation').click()
  await expect(dialog.getByLabel('Access ends on')).toHaveAccessibleDescription(/^The end of the access must be in the future/)
  await dialog.getByLabel('Access ends on').fill('2099-01-31')
  await button(page, 'Send Invitation').click()
  await expect(said(page, `The invitation to ${email} is on its way`)).toBeVisible()
  for (const part of ['Auditor', 'Jan 31, 2099', 'Invited']) await expect(row(page, email)).toContainText(part)

  const guest = await stranger(browser, product.url)
  await guest.page.goto(await mailedLink(admin.api, email, '/accept-invitation'))
  await expect(guest.page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expect(guest.page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /^\/login\?redirectTo=%2Faccept-invitation%3Ftoken%3D/)
  await guest.page.getByRole('link', { name: 'Create an account' }).click()
  await guest.page.getByLabel('First name').fill('Deborah')
  await guest.page.getByLabel('Last name').fill('Judge')
  await guest.page.getByLabel('Email', { exact: true }).fill(email)
  await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(guest.page, 'Sign Up').click()
  await expect(guest.page.getByText('Please check your email to continue')).toBeVisible()
  // The link does not contain the invitation; the browser has remembered it.
  await guest.page.goto(await mailedLink(admin.api, email, '/confirm-email'))
  await guest.page.getByRole('link', { name: 'Go to Login' }).click()
  await guest.page.getByLabel('Email', { exact: true }).fill(email)
  await guest.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(guest.page, 'Sign In').click()
  await expect(guest.page.getByRole('heading', { name: `${admin.network.name} invites you` })).toBeVisible()
  await expect(guest.page.getByText('As Auditor until Jan 31, 2099. You can then view everything in the network, but change nothing.')).toBeVisible()
  await expectAccessible(guest.page, 'an invitation')
  await button(guest.page, 'Accept').click()
  await expect(said(guest.page, `You now belong to ${admin.network.name}`)).toBeVisible()
  await expect(guest.page).toHaveURL('/dashboard')
  await expect(guest.page.getByText('Total Assessed')).toBeVisible()

  // An Auditor sees who has access, but cannot change anything.
  await guest.page.goto('/settings/people')
  await expect(row(guest.page, 'Deborah Judge')).toContainText('(you)')
  await expect(button(guest.page, 'Invite')).toHaveCount(0)
  await expect(guest.page.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
  await guest.close()
  await page.reload()
  await expect(row(page, 'Deborah Judge')).toContainText('Active')
})

test('an Admin changes a role, sends an invitation again, withdraws one and revokes an access, each after a confirmation', async ({
  page,
  admin,
  product,
}) => {
  const other = await newAdmin(product.url)
  const email = newEmail('deacon')
  await grantAccess(admin, other, 'Member')
  await invite(admin, email, 'Member')
  await page.goto('/settings/people')
  await expect(page.getByRole('row')).toHaveCount(4)

  await page.getByRole('row').filter({ hasText: other.email }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change access' }).click()
  const change = page.getByRole('dialog', { name: 'Change access' })
  await expect(change.getByRole('radio', { name: 'Member' })).toBeChecked()
  await change.getByRole('radio', { name: 'Auditor' }).check()
  await button(page, 'Save Changes').click()
  await expect(said(page, 'Ada Ferreira is now an Auditor')).toBeVisible()
  await expect(row(page, other.email)).toContainText('Auditor')

  const actions = page.getByRole('menuitem')
  await button(page, `Actions, ${email}`).click()
  await expect(actions).toHaveText(['Change access', 'Send the invitation again', 'Withdraw the invitation'])
  await page.keyboard.press('Escape')
  await row(page, '(you)').getByRole('button').click()
  await expect(actions).toHaveText(['Change access', 'Leave network'])
  await page.keyboard.press('Escape')

  await choose(page, email, 'Send the invitation again')
  await expect(said(page, `The invitation to ${email} is on its way again`)).toBeVisible()
  await expect(row(page, email)).toHaveCount(1)
  await choose(page, email, 'Withdraw the invitation')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await button(page, 'Withdraw').click()
  await expect(row(page, email)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'People' })).toBeFocused()

  await page.getByRole('row').filter({ hasText: other.email }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).click()
  await expect(page.getByRole('dialog', { name: 'Revoke access?' })).toContainText('Ada Ferreira loses access immediately')
  await button(page, 'Revoke Access').click()
  await expect(row(page, other.email)).toHaveCount(0)
})

test('a change of role keeps the exact time at which the access ends', async ({ page, admin, product }) => {
  const other = await newAdmin(product.url)
  await grantAccess(admin, other, 'Member')
  const expiresAt = '2099-03-31T17:00:00.000Z'
  await admin.api.post(`/networks/${admin.network.id}/people`, { email: other.email, role: 'Member', expiresAt })
  await page.goto('/settings/people')
  await row(page, other.email).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change access' }).click()
  const change = page.getByRole('dialog', { name: 'Change access' })
  await expect(change.getByLabel('Access ends on')).toHaveValue('2099-03-31')
  await change.getByRole('radio', { name: 'Auditor' }).check()
  await button(page, 'Save Changes').click()
  await expect(said(page, 'Ada Ferreira is now an Auditor')).toBeVisible()
  const { data } = await admin.api.get<{ data: Person[] }>(`/networks/${admin.network.id}/people`)
  expect(data.find(({ email }) => email === other.email)).toMatchObject({ role: 'Auditor', expiresAt })
})

test('the last Admin cannot be removed, and an ended access is shown as expired', async ({ page, admin, product }) => {
  const other = await newAdmin(product.url)
  const end = Date.now() + 15_000
  await grantAccess(admin, other, 'Auditor', new Date(end).toISOString())
  await page.waitForTimeout(Math.max(0, end - Date.now()))
  await page.goto('/settings/people')
  await expect(row(page, other.email)).toContainText('Expired')
  await row(page, admin.email).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Leave network' }).click()
  await button(page, 'Leave Network').click()
  await expect(page.getByRole('alert')).toContainText('The last Admin of a network cannot leave it.')
  await button(page, 'Cancel').click()
  await row(page, admin.email).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change access' }).click()
  await page.getByRole('radio', { name: 'Member' }).check()
  await button(page, 'Save Changes').click()
  await expect(page.getByRole('alert')).toContainText('The last Admin of a network cannot leave it.')
  await expect(page.getByRole('radio', { name: 'Member' })).toBeChecked()
})

test('a guest declines an invitation, or retries after a failure', async ({ page, admin, product }) => {
  const guest = await newAdmin(product.url)
  await invite(admin, guest.email, 'Admin')
  const link = await mailedLink(admin.api, guest.email, '/accept-invitation')
  await signIn(page, guest.email)
  await page.goto(link)
  await page.route('**/api/invitations/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await button(page, 'Accept').click()
  await expect(page.getByRole('alert')).toContainText('The invitation was not accepted')
  await button(page, 'Decline').click()
  await expect(page.getByRole('alert')).toContainText('The invitation was not declined')
  await page.unroute('**/api/invitations/*')
  await button(page, 'Decline').click()
  await expect(page.getByRole('heading', { name: 'Invitation declined' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Invalid or expired invitation link.')
  await signIn(page, admin.email)
  await page.goto('/settings/people')
  await expect(row(page, admin.email)).toBeVisible()
  await expect(row(page, guest.email)).toHaveCount(0)
})

test('an Admin whose access ends sees why they cannot grant access for longer', async ({ page, admin, product }) => {
  const guest = await newAdmin(product.url)
  await grantAccess(admin, guest, 'Admin', new Date(Date.now() + 5 * 86_400_000).toISOString())
  await signIn(page, guest.email)
  await page.goto('/settings/people')
  await button(page, 'Invite').click()
  await page.getByRole('dialog').getByLabel('Email').fill(newEmail('friend'))
  await button(page, 'Send Invitation').click()
  await expect(page.getByRole('alert')).toContainText(/Your own access ends on \w{3} \d+, \d{4}\. You cannot give/)
})

test('people that fail to load say so, and Try Again loads them', async ({ page, admin }) => {
  await page.route('**/api/**/people', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/settings/people')
  await expect(page.getByRole('heading', { name: 'Failed to load people' })).toBeVisible()
  await page.unroute('**/api/**/people')
  await button(page, 'Try Again').click()
  await expect(row(page, admin.email)).toBeVisible()
})

test('an invitation for someone else says who is signed in, and an invalid one says so', async ({ page, admin, product }) => {
  const email = newEmail('deborah')
  await invite(admin, email, 'Member')
  const link = await mailedLink(admin.api, email, '/accept-invitation')
  const other = await newAdmin(product.url)
  await signIn(page, other.email)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation is for someone else' })).toBeVisible()
  await expect(page.getByText(`You are signed in as ${other.email}`)).toBeVisible()
  await page.getByRole('link', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()

  await signIn(page, other.email)
  for (const address of ['/accept-invitation', '/accept-invitation?token=none']) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText('Invalid or expired invitation link.')
  }
})

test('a Member finds their own bills on the dashboard, and a friendly refusal on pages of the network', async ({ page, admin, product }) => {
  const member = await newAdmin(product.url)
  await grantAccess(admin, member, 'Member')
  await signIn(page, member.email)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Bills' })).toBeVisible()
  await expect(page.getByText('Total Assessed')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['My Bills', 'My Payments', 'Payment Methods', 'Account'])
  for (const [address, text] of [
    ['/assessments', /You do not have permission to \w+ this assessment program/],
    ['/payors', /You do not have permission to \w+ this payment/],
    ['/payors?tab=assessment-bills', /You do not have permission to \w+ this assessment bill/],
    ['/settings/payments', /You do not have permission to \w+ this payment profile/],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('main').getByText(text), address).toBeVisible()
  }
  await page.goto('/settings/people')
  await expect(page.getByRole('heading', { name: 'You do not have permission to view this network.' })).toBeVisible()
})

test('a new user is led to create a network, or sees how to be invited', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  const email = newEmail('nadia')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Nadia Newcomer')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText("Welcome back, Nadia. Here's an overview of your network's finances.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You have no network yet' })).toBeVisible()
  await expect(page.getByText(`ask its administrator to invite ${email}`)).toBeVisible()
  await button(page, 'Create Network').click()
  const dialog = page.getByRole('dialog', { name: 'Create network' })
  const send = dialog.getByRole('button', { name: 'Create Network' })
  await dialog.getByLabel('Network name').fill('x'.repeat(101))
  await dialog.getByLabel('Description').fill('y'.repeat(1001))
  await send.click()
  await expect(dialog.getByText('Network name must be 100 characters or less')).toBeVisible()
  await expect(dialog.getByText('Description must be 1000 characters or less')).toBeVisible()
  await dialog.getByLabel('Network name').fill('   ')
  await dialog.getByLabel('Description').fill('')
  await send.click()
  await expect(dialog.getByText('Network name is required')).toBeVisible()
  await page.route('**/api/networks', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByLabel('Network name').fill('  Hill Country Churches ')
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to create network. Please try again.')
  await page.unroute('**/api/networks')
  await send.click()
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('Hill Country Churches', { exact: true })).toBeVisible()
  await expect(page.getByText('Total Assessed')).toBeVisible()
})
