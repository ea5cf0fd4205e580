import type { Page } from '@playwright/test'
import type { Network } from '../../modules/networks/contract.ts'
import type { PaymentProfile } from '../../modules/payment-profiles/contract.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, grantAccess, manual, newProfile, newProgram, textOf } from './network.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
const fails = (page: Page, call: string, message?: string) =>
  page.route(call, (route) =>
    route.fulfill(message === undefined ? { status: 500, body: '' } : { status: 500, json: { message, code: 'unexpected' } }),
  )
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const goOnAs = async (page: Page, email: string) => {
  await expect(page).toHaveURL(/\/sandbox\/openid\//)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Ada Ferreira')
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a user with a password connects Google, finds the tab for connected accounts, and disconnects it', async ({ page, admin }) => {
  await page.goto('/settings/profile')
  await expect(page.getByText(`Signed in as ${admin.email}`)).toBeVisible()
  await expect(tabs(page)).toHaveText(['Profile', 'Password', 'Payment Profiles', 'Network', 'Embed', 'People', 'API Keys', 'Webhooks', 'Security'])
  await page.getByRole('link', { name: 'Connect an account' }).click()
  await expect(page.getByRole('heading', { name: 'No Connected Accounts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Facebook' })).toBeVisible()
  await button(page, 'Connect, Google').click()
  await goOnAs(page, newEmail('elsewhere'))
  await expect(page).toHaveURL('/settings/connected-accounts')
  await expect(page.getByText('Your Google account is connected', { exact: true })).toBeVisible()
  await expect(tabs(page)).toHaveText([
    'Profile',
    'Password',
    'Payment Profiles',
    'Connected Accounts',
    'Network',
    'Embed',
    'People',
    'API Keys',
    'Webhooks',
    'Security',
  ])

  await button(page, 'Disconnect, Google').click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect Google?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await fails(page, '**/api/oauth/accounts/*')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to disconnect account')
  await page.unroute('**/api/oauth/accounts/*')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Successfully disconnected Google account', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Connected Accounts' })).toBeVisible()
  await expect(tabs(page)).toHaveText(['Profile', 'Password', 'Payment Profiles', 'Network', 'Embed', 'People', 'API Keys', 'Webhooks', 'Security'])
})

test('every user downloads the data that networks hold about them', async ({ page, admin }) => {
  const { program } = await billed(admin, 1)
  await admin.api.upload(program.id, `firstName,lastName,email\nAda,Ferreira,${admin.email}`)
  await page.goto('/settings/profile')
  const own = page.getByRole('region', { name: 'Download my data' })
  await fails(page, '**/api/my/data*', 'Not now.')
  await own.getByRole('button', { name: 'Download JSON' }).click()
  await expect(own.getByRole('alert')).toHaveText('Not now.')
  await page.unroute('**/api/my/data*')
  const file = page.waitForEvent('download')
  await own.getByRole('button', { name: 'Download JSON' }).click()
  expect((await file).suggestedFilename()).toBe('held-data.json')
  const { data } = JSON.parse(textOf(await (await file).path()))
  expect(data.payors).toMatchObject([{ network: { id: admin.network.id }, details: { name: 'Ada Ferreira', email: admin.email } }])
  await expect(own.getByRole('alert')).toHaveCount(0)
})

test('a refused connection returns with a banner and clears the address', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/settings/connected-accounts')
  await button(page, 'Connect, Facebook').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('You cancelled at the provider. Nothing has changed.')
  await expect(page).toHaveURL('/settings/connected-accounts')
})

test('a later success removes an earlier refusal from the page', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/settings/connected-accounts')
  await button(page, 'Connect, Google').click()
  await goOnAs(page, newEmail('elsewhere'))
  await expect(page.getByText('Your Google account is connected', { exact: true })).toBeVisible()
  await button(page, 'Connect, Facebook').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('The account was not connected')
  await button(page, 'Disconnect, Google').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Successfully disconnected Google account', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a user who signs in only with Google has no Password tab, sees why, and cannot disconnect Google', async ({ page }) => {
  await page.goto('/login?redirectTo=%2Fsettings%2Fprofile')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await goOnAs(page, newEmail('gloria'))
  await expect(tabs(page)).toHaveText(['Profile', 'Payment Profiles', 'Connected Accounts', 'Security'])
  await expect(page.getByText('Password management is not available')).toBeVisible()
  await tabs(page).filter({ hasText: 'Connected Accounts' }).click()
  const leave = button(page, 'Disconnect, Google')
  await expect(leave).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('It is your only way to sign in. Connect another account first.')).toBeVisible()
  await button(page, 'Connect, Facebook').click()
  await goOnAs(page, newEmail('gloria'))
  await expect(page.getByText('Your Facebook account is connected', { exact: true })).toBeVisible()
  await expect(leave).not.toHaveAttribute('aria-disabled')

  // After sixteen minutes the sign-in is no longer fresh; changing payment details requires a fresh one.
  await page.request.post('/api/networks', { data: { name: 'Synod of the Plains' } })
  const created = await page.request.post('/api/payment-profiles', {
    data: { name: 'General account', methods: { Zelle: { isEnabled: true, ...manual.Zelle } } },
  })
  expect(created.status()).toBe(201)
  await page.request.post('/api/sandbox/clock', { data: { now: new Date(Date.now() + 16 * 60_000).toISOString() } })
  await page.goto('/settings/payments')
  await button(page, 'Edit, General account').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Payment Profile' })
  await dialog.getByLabel('Zelle Email or Phone Number').fill('somebody.else@example.org')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByRole('link', { name: 'Continue with Facebook' })).toBeVisible()
  await expect(again.getByLabel('Password')).toHaveCount(0)
  await expect(again.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/oauth/google?redirectTo=%2Fsettings%2Fpayments',
  )
  await page.request.post('/api/sandbox/clock', { data: { now: new Date().toISOString() } })
})

test('a connection that fails says so, and a link to connect leads to the settings', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/settings/connected-accounts')
  await fails(page, '**/api/oauth/google/connect', 'The bell tower is on fire')
  await button(page, 'Connect, Google').click()
  await expect(page.getByRole('alert')).toContainText('The bell tower is on fire')
  await page.goto('/api/oauth/google?mode=connect')
  await expect(page).toHaveURL('/settings/connected-accounts')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(button(page, 'Connect, Google')).toBeVisible()
})

test('an action that needs a fresh sign-in asks once for the password and then continues', async ({ page, admin, product }) => {
  test.setTimeout(180_000)
  const colleague = await newAdmin(product.url)
  await grantAccess(admin, colleague, 'Member')
  const program = await newProgram(admin)
  let minutes = 0
  /** Moves the clock sixteen minutes, after which a sign-in is no longer fresh. */
  const later = async (address: string) => {
    minutes += 16
    await page.request.post('/api/sandbox/clock', { data: { now: new Date(Date.now() + minutes * 60_000).toISOString() } })
    await page.goto(address)
  }
  const asked = page.getByRole('dialog', { name: 'Confirm your password' })
  const confirm = async (action: string, thing: string) => {
    await expect(asked).toContainText(`Please confirm that it is you to ${action} this ${thing}. Nothing you typed is lost.`)
    await expect(asked.getByLabel('Password')).toBeFocused()
    await asked.getByLabel('Password').fill('Not-the-password-1')
    await page.keyboard.press('Enter')
    await expect(asked.getByLabel('Password')).toHaveAccessibleDescription('Password is not correct')
    await asked.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(asked).toHaveCount(0)
  }
  const said = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  const email = newEmail('deborah')

  await later('/settings/people')
  await button(page, 'Invite').click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await button(page, 'Send Invitation').click()
  await expectAccessible(page, 'the question for the password above a dialog')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Please confirm that it is you to update this network.')
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email)
  await button(page, 'Send Invitation').click()
  await confirm('update', 'network')
  await said(`The invitation to ${email} is on its way`)

  await later('/settings/people')
  const colleagues = page.getByRole('row').filter({ hasText: colleague.email })
  await colleagues.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change access' }).click()
  await page.getByRole('radio', { name: 'Auditor' }).check()
  await button(page, 'Save Changes').click()
  await confirm('update', 'network')
  await said('Ada Ferreira is now an Auditor')

  await later('/settings/people')
  await colleagues.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).click()
  await button(page, 'Revoke Access').click()
  await confirm('update', 'network')
  await said('Ada Ferreira no longer has access')

  await later('/settings/payments')
  await button(page, 'Create Profile').click()
  await page.getByLabel('Profile Name').fill('General account')
  await page.getByLabel('Zelle', { exact: true }).check()
  await page.getByLabel('Zelle Email or Phone Number').fill(manual.Zelle.zelleContact)
  await page.getByRole('dialog').getByRole('button', { name: 'Create Profile' }).click()
  await confirm('create', 'payment profile')
  await said('General account created')

  await later('/settings/payments')
  await button(page, 'Edit, General account').click()
  await page.getByLabel('Profile Name').fill('Main account')
  await button(page, 'Save Changes').click()
  await confirm('update', 'payment profile')
  await said('Main account saved')

  await later('/settings/payments')
  await button(page, 'Edit, Main account').click()
  await page.getByRole('dialog').getByLabel('Wire', { exact: true }).check()
  for (const [label, value] of Object.entries({
    'Bank Name': 'First Bank',
    'Account Name': 'Synod',
    'Routing Number': '123123123',
    'Account Number': '000987654321',
  }))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value)
  await button(page, 'Save Changes').click()
  await confirm('update', 'payment profile')
  await said('Main account saved')
  await later('/settings/payments')
  await button(page, 'Account Numbers, Main account').click()
  const numbers = page.getByRole('dialog', { name: 'Account Numbers' })
  await expect(numbers).toContainText('****4321')
  await numbers.getByRole('button', { name: 'Show in Full' }).click()
  await confirm('view', 'payment profile')
  await expect(numbers).toContainText('000987654321')
  await numbers.getByRole('button', { name: 'Close' }).first().click()

  await later(`/assessments/${program.id}`)
  await button(page, 'Attach Payment Profile').click()
  await button(page, 'Select, Main account').click()
  await page.getByRole('dialog', { name: 'Confirm Profile Attachment' }).getByRole('button', { name: 'Attach Profile' }).click()
  await confirm('update', 'assessment program')
  await said(`Main account attached to ${program.name}`)

  await later('/settings/connected-accounts')
  await button(page, 'Connect, Google').click()
  await confirm('connect', 'account')
  await goOnAs(page, newEmail('elsewhere'))
  await said('Your Google account is connected')

  await later('/settings/connected-accounts')
  await button(page, 'Disconnect, Google').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await confirm('disconnect', 'account')
  await said('Successfully disconnected Google account')
  await page.request.post('/api/sandbox/clock', { data: { now: new Date().toISOString() } })
})

test('accounts that fail to load say so on each page, and Try Again loads them', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await fails(page, '**/api/oauth/accounts')
  await page.goto('/settings/connected-accounts')
  await expect(page.getByRole('heading', { name: 'Failed to load connected accounts' })).toBeVisible()
  await tabs(page).filter({ hasText: 'Profile' }).first().click()
  await expect(page.getByText('Failed to load OAuth data')).toBeVisible()
  await page.unroute('**/api/oauth/accounts')
  await button(page, 'Try Again').click()
  await expect(page.getByText('Failed to load OAuth data')).toHaveCount(0)
})

test('validates a new password, shows each error under its field; Cancel goes to the dashboard', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/settings/password')
  const current = page.getByLabel('Current Password')
  const fresh = page.getByLabel('New Password', { exact: true })
  const again = page.getByLabel('Confirm New Password')
  await button(page, 'Change Password').click()
  await expect(current).toHaveAccessibleDescription('Current password is required')
  await expect(fresh).toHaveAccessibleDescription(/^Password must be at least 8 characters long/)
  await current.fill('Not-the-password-1')
  await fresh.fill('Psalm12345')
  await again.fill('Psalm123456')
  await button(page, 'Change Password').click()
  await expect(fresh).toHaveAccessibleDescription(/^Password must contain at least one special character/)
  await fresh.fill('Psalm-121-8')
  await button(page, 'Change Password').click()
  await expect(again).toHaveAccessibleDescription('Passwords do not match')
  await again.fill('Psalm-121-8')
  await button(page, 'Change Password').click()
  await expect(current).toHaveAccessibleDescription('Current password is not correct')
  await current.fill(PASSWORD)
  await fails(page, '**/api/password/change')
  await button(page, 'Change Password').click()
  await expect(page.getByRole('alert')).toHaveText('Failed to change password. Please try again.')
  await page.unroute('**/api/password/change')
  await button(page, 'Change Password').click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(current).toHaveValue('')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('creates and edits payment profiles in dialogs, starting from none', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/settings/payments')
  await expect(page.getByRole('heading', { name: 'No payment profiles yet' })).toBeVisible()
  await button(page, 'Create Profile').click()
  const create = page.getByRole('dialog', { name: 'Create Payment Profile' })
  await create.getByLabel('Profile Name').fill('General account')
  await create.getByLabel('Zelle', { exact: true }).check()
  await create.getByLabel('Zelle Email or Phone Number').fill(manual.Zelle.zelleContact)
  await create.getByRole('button', { name: 'Create Profile' }).click()
  await expect(page.getByRole('heading', { name: 'General account' })).toBeVisible()
  await button(page, 'Edit, General account').click()
  const edit = page.getByRole('dialog', { name: 'Edit Payment Profile' })
  await expect(edit.getByLabel('Profile Name')).toHaveValue('General account')
  await edit.getByLabel('Profile Name').fill('Youth & Camps')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name: 'Youth & Camps' })).toBeVisible()
})

test('a payment profile that fails to save says so and keeps the input', async ({ page, admin }) => {
  await admin.api.post('/payment-profiles', { name: 'Lockbox', methods: { Zelle: { isEnabled: true, ...manual.Zelle } } })
  await page.goto('/settings/payments')
  await page.route('**/api/payment-profiles**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500 })))
  await button(page, 'Create Profile').first().click()
  const create = page.getByRole('dialog', { name: 'Create Payment Profile' })
  await create.getByLabel('Profile Name').fill('General account')
  await create.getByLabel('Zelle', { exact: true }).check()
  await create.getByLabel('Zelle Email or Phone Number').fill(manual.Zelle.zelleContact)
  await create.getByRole('button', { name: 'Create Profile' }).click()
  await expect(create.getByText('Failed to create profile')).toBeVisible()
  await expect(create.getByLabel('Profile Name')).toHaveValue('General account')
  await create.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/payment-profiles**')
  await page.route('**/api/payment-profiles/*', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500 })))
  await button(page, 'Edit, Lockbox').click()
  const edit = page.getByRole('dialog', { name: 'Edit Payment Profile' })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('Failed to update profile')).toBeVisible()
})

test("does not overwrite a colleague's change of payment details; a colleague who only viewed them causes no conflict", async ({ page, admin }) => {
  const { id } = await newProfile(admin, 'Lockbox')
  const read = () => admin.api.get<PaymentProfile>(`/payment-profiles/${id}`)
  await page.goto('/settings/payments')
  await button(page, 'Edit, Lockbox').click()
  const dialog = page.getByRole('dialog', { name: 'Edit Payment Profile' })
  const contact = dialog.getByLabel('Zelle Email or Phone Number')
  await contact.fill('mine@example.org')
  await admin.api.post(`/payment-profiles/${id}/reveal`, {})
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Lockbox saved', { exact: true })).toBeVisible()
  expect((await read()).methods.Zelle.zelleContact).toBe('mine@example.org')

  await button(page, 'Edit, Lockbox').click()
  await contact.fill('mine.again@example.org')
  await admin.api.put(`/payment-profiles/${id}`, { name: 'Lockbox', methods: { Zelle: { isEnabled: true, zelleContact: 'theirs@example.org' } } })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Someone else changed this profile while you were editing it')).toBeVisible()
  await expect(contact).toHaveValue('mine.again@example.org')
  // A masked number would keep the colleague's.
  await expect(dialog.getByLabel('Account Number').first()).toHaveValue('')
  expect((await read()).methods.Zelle.zelleContact).toBe('theirs@example.org')
  await dialog.getByRole('button', { name: 'take their version' }).click()
  await expect(contact).toHaveValue('theirs@example.org')
  await expect(dialog.getByLabel('Wire', { exact: true })).not.toBeChecked()
  await dialog.getByLabel('Profile Name').fill('Both')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Both saved', { exact: true })).toBeVisible()
  expect(await read()).toMatchObject({ name: 'Both', methods: { Wire: { isEnabled: false }, Zelle: { zelleContact: 'theirs@example.org' } } })

  await fails(page, `**/api/payment-profiles/${id}`)
  await button(page, 'Edit, Both').click()
  await expect(dialog.getByRole('heading', { name: 'Failed to load the payment profile' })).toBeVisible()
  await page.unroute(`**/api/payment-profiles/${id}`)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByLabel('Profile Name')).toHaveValue('Both')
})

test('a payment profile form marks each invalid field and says above that there are errors', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/settings/payments')
  await button(page, 'Create Profile').click()
  const dialog = page.getByRole('dialog', { name: 'Create Payment Profile' })
  const summary = dialog.getByText('Please fix the validation errors below')
  await button(page, 'Create Profile').last().click()
  await expect(summary).toBeVisible()
  await expect(dialog.getByLabel('Profile Name')).toHaveAccessibleDescription(/^Profile name is required/)
  await expect(dialog.getByText('Please select at least one payment method')).toBeVisible()
  await dialog.getByLabel('Profile Name').fill('General account')
  await dialog.getByLabel('Wire', { exact: true }).check()
  for (const method of ['Zelle', 'Check']) await dialog.getByLabel(method, { exact: true }).check()
  await expect(dialog.getByText('All wire transfer fields are required')).toBeVisible()
  for (const [label, problem] of [
    ['Bank Name', 'Bank name is required'],
    ['Account Name', 'Account name is required'],
    ['Routing Number', 'Routing number must be at least 9 digits'],
    ['Account Number', 'Account number is required'],
    ['Zelle Email or Phone Number', 'Zelle email or phone number is required'],
    ['Payable To', 'Payable to is required'],
    ['Mailing Address', 'Mailing address is required'],
  ] as const) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(problem)
  }
  await expectAccessible(page, 'a payment profile with everything wrong')
  for (const [label, value] of [
    ['Bank Name', manual.Wire.bankName],
    ['Account Name', manual.Wire.accountName],
    ['Routing Number', '12'],
    ['Account Number', manual.Wire.accountNumber],
    ['Zelle Email or Phone Number', '1'],
    ['Payable To', manual.Check.payableTo],
    ['Mailing Address', manual.Check.mailingAddress],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await expect(dialog.getByLabel('Zelle Email or Phone Number')).toHaveAccessibleDescription('Valid phone number required for Zelle')
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(2)
  await expect(summary).toBeVisible()
  await dialog.getByLabel('Routing Number').fill(manual.Wire.routingNumber)
  await dialog.getByLabel('Zelle Email or Phone Number').fill('(503) 555-0142')
  await expect(summary).toHaveCount(0)
  await button(page, 'Create Profile').last().click()
  await expect(page.getByRole('heading', { name: 'General account' })).toBeVisible()
  await button(page, 'Edit, General account').click()
  await expect(page.getByRole('dialog').getByLabel('Mailing Address')).toHaveValue(manual.Check.mailingAddress)
})

test.describe("a network's settings", () => {
  const read = async (page: Page, id: string) => (await (await page.request.get(`/api/networks/${id}`)).json()) as Network

  test('the form has two columns where there is room, and one on a phone', async ({ page, admin: _ }) => {
    const left = async (label: string) => Math.round((await page.getByLabel(label).boundingBox())?.x ?? -1)
    await page.goto('/settings/network')
    await expect(page.getByLabel('Network name')).toBeInViewport()
    await expect(page.getByLabel('Contact name')).toBeInViewport()
    expect(await left('Contact name')).toBeGreaterThan(await left('Network name'))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await left('Contact name')) - (await left('Network name'))).toBe(0)
    await expectFits(page, 390)
  })

  test('an Admin changes every setting, and invalid values are not sent', async ({ page, admin }) => {
    await page.goto('/settings/network')
    const reminders = page.getByRole('list', { name: 'Reminders' }).getByRole('listitem')
    await expect(reminders).toHaveText(['7 days before', 'on the due date', '3 days after', '10 days after', '30 days after'])
    await page.getByLabel('Network name').fill(' ')
    await page.getByLabel('Short name').fill('No Spaces!')
    await button(page, 'Save Changes').click()
    await expect(page.getByLabel('Network name')).toHaveAccessibleDescription(/^Network name is required/)
    await expect(page.getByLabel('Short name')).toHaveAccessibleDescription(/^Use lower-case letters/)
    const slug = `plains-${admin.network.id.slice(-12)}`
    await page.getByLabel('Network name').fill('Synod of the Prairie')
    await page.getByLabel('Short name').fill(slug)
    await page.getByLabel('Description').fill('Sixteen congregations')
    await page.getByLabel('Sender name').fill('The Treasurer')

    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toHaveValue('America/New York')
    await zone.focus()
    await page.keyboard.type('chicago')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['America/Chicago'])
    await page.keyboard.press('Enter')
    await expect(zone).toHaveValue('America/Chicago')

    await button(page, 'Remove 10 days after').click()
    await page.getByLabel('Days', { exact: true }).fill('400')
    await button(page, 'Add Reminder').click()
    await expect(page.getByText('A reminder is a whole number of days')).toBeVisible()
    await page.getByLabel('Days', { exact: true }).fill('14')
    await page.keyboard.press('Enter')
    await expect(reminders).toHaveText(['14 days before', '7 days before', 'on the due date', '3 days after', '30 days after'])

    await button(page, 'Save Changes').click()
    await expect(page.getByText('The network is saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Synod of the Prairie')
    expect(await read(page, admin.network.id)).toMatchObject({
      name: 'Synod of the Prairie',
      slug,
      description: 'Sixteen congregations',
      senderName: 'The Treasurer',
      timeZone: 'America/Chicago',
      reminderDays: [-14, -7, 0, 3, 30],
    })
  })

  test('keeps the input after a taken short name and after a failed save', async ({ page, admin, product }) => {
    const other = await newAdmin(product.url)
    const { slug } = await other.api.get<Network>(`/networks/${other.network.id}`)
    await page.goto('/settings/network')
    await page.getByLabel('Short name').fill(slug)
    await button(page, 'Save Changes').click()
    await expect(page.getByLabel('Short name')).toHaveAccessibleDescription(/^Another network already uses this short name/)
    await page.getByLabel('Short name').fill(`own-${admin.network.id.slice(-12)}`)
    await page.getByLabel('Description').fill('Typed with care')
    await fails(page, `**/api/networks/${admin.network.id}`, 'The bell tower is on fire')
    await button(page, 'Save Changes').click()
    await expect(page.getByRole('alert')).toContainText('The bell tower is on fire')
    await expect(page.getByLabel('Description')).toHaveValue('Typed with care')
  })

  test("offers a colleague's change instead of overwriting it; people who joined meanwhile cause no conflict", async ({ page, admin }) => {
    await page.goto('/settings/network')
    await page.getByLabel('Description').fill('Mine')
    await admin.api.post(`/networks/${admin.network.id}/people`, { email: newEmail('guest'), role: 'Member' })
    await button(page, 'Save Changes').click()
    await expect(page.getByText('The network is saved', { exact: true })).toBeVisible()
    await page.getByLabel('Description').fill('Mine again')
    await admin.api.put(`/networks/${admin.network.id}`, { description: 'Theirs' })
    await button(page, 'Save Changes').click()
    await expect(page.getByText('Someone else changed these settings while you were editing them')).toBeVisible()
    await expect(page.getByLabel('Description')).toHaveValue('Mine again')
    expect((await read(page, admin.network.id)).description).toBe('Theirs')
    await button(page, 'take their version').click()
    await expect(page.getByLabel('Description')).toHaveValue('Theirs')
    await page.getByLabel('Description').fill('Both')
    await button(page, 'Save Changes').click()
    await expect.poll(async () => (await read(page, admin.network.id)).description).toBe('Both')
  })

  test('settings that fail to load say so, and Try Again loads them', async ({ page, admin }) => {
    await fails(page, `**/api/networks/${admin.network.id}`)
    await page.goto('/settings/network')
    await expect(page.getByRole('heading', { name: 'Failed to load the network' })).toBeVisible()
    await page.unroute(`**/api/networks/${admin.network.id}`)
    await button(page, 'Try Again').click()
    await expect(page.getByLabel('Network name')).toHaveValue(admin.network.name)
  })

  test('an Auditor reads them; a Member sees neither tab nor page', async ({ page, product }) => {
    const host = await newAdmin(product.url)
    const guest = await newAdmin(product.url)
    await grantAccess(host, guest, 'Auditor')
    await guest.api.post('/auth/network', { networkId: host.network.id })
    await signIn(page, guest.email)
    await page.goto('/settings/network')
    await expect(
      page.getByRole('definition').getByText('7 days before, on the due date, 3 days after, 10 days after, and 30 days after'),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await grantAccess(host, guest, 'Member')
    await page.goto('/settings/network')
    await expect(page.getByRole('heading', { name: 'You do not have permission to view this network.' })).toBeVisible()
    await expect(tabs(page)).toHaveText(['Profile', 'Password', 'Security'])
  })
})
