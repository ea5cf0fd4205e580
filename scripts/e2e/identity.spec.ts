import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { hold } from './hold.ts'
import { mailedLink } from './mail.ts'
import { expect, newAdmin, newEmail, PASSWORD, signIn, test } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The error of a field, as a screen reader announces it. */
const expectProblem = async (page: Page, label: string, problem: string) =>
  expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${problem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))

const fails = (page: Page, call: string, message?: string) =>
  page.route(call, (route) =>
    route.fulfill(message === undefined ? { status: 500, body: '' } : { status: 500, json: { message, code: 'unexpected' } }),
  )

const joined = async (url: string, name: string) => {
  const api = new DemoClient(url)
  const email = newEmail(name)
  await api.join({ email, firstName: 'Ada', lastName: 'Ferreira' }, PASSWORD)
  return { api, email }
}

test('the sign-in pages do not check the session, and treat a signed-in visitor as a guest', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  const checks: string[] = []
  page.on('request', (request) => request.url().includes('/auth/verify') && checks.push(page.url()))
  for (const [path, heading] of [
    ['/login', 'Sign in'],
    ['/register', 'Create your account'],
    ['/confirm-email', 'Confirm your email'],
    ['/forgot-password', 'Forgot password'],
    ['/reset-password', 'invalid token'],
    ['/env-debug', 'Environment'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(checks).toEqual([])
})

test('the session loads first, then the user is known', async ({ page, admin }) => {
  const letGo = await hold(page, '**/api/auth/verify')
  await page.goto('/dashboard')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('...', { exact: true })).toBeVisible()
  await expect(sidebar.getByText('Loading...', { exact: true })).toHaveCount(2)
  letGo()
  await expect(sidebar.getByText('AF', { exact: true })).toBeVisible()
  await expect(sidebar.getByText('Ada Ferreira', { exact: true })).toBeVisible()
  await expect(sidebar.getByText(admin.network.name, { exact: true })).toBeVisible()
})

test('after a failed check of the session the visitor is a guest, and sees why', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await fails(page, '**/api/auth/verify', 'The house is closed for repairs')
  await page.goto('/assessments?page=2')
  await expect(page).toHaveURL('/login?redirectTo=%2Fassessments%3Fpage%3D2')
  await expect(page.getByText('The house is closed for repairs')).toBeVisible()
})

test('login has email, password, Sign In, both providers, and links to sign up and to reset the password', async ({ page }) => {
  await page.goto('/login?redirectTo=%2Fpayors')
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await expect(page.getByRole('link', { name: 'Sign in with Google' })).toHaveAttribute('href', '/api/oauth/google?redirectTo=%2Fpayors')
  await expect(page.getByRole('link', { name: 'Sign in with Facebook' })).toHaveAttribute('href', '/api/oauth/facebook?redirectTo=%2Fpayors')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password')
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register?redirectTo=%2Fpayors')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email address, Password is required')
  await field(page, 'Email').fill('nobody@example.org')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert')).toHaveText('Password is required')
})

test("a refused login shows the server's message or 'Login failed'", async ({ page }) => {
  await page.goto('/login')
  await field(page, 'Email').fill(newEmail('nobody'))
  await field(page, 'Password').fill('Not-the-password-1')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await fails(page, '**/api/auth/login')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert')).toHaveText('Login failed')
})

test('a login before the confirmation offers a new link', async ({ page, product }) => {
  const email = newEmail('hasty')
  await new DemoClient(product.url).post('/auth/register', { email, firstName: 'Hasty', lastName: 'Ferreira', password: PASSWORD })
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Sign In').click()
  await button(page, 'Send the confirmation link again').click()
  await expect(page.getByText('Please check your email to continue')).toBeVisible()
})

test('register has four fields, both providers and a link to sign in, and shows each error under its field', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByRole('link', { name: 'Sign up with Google' })).toHaveAttribute('href', '/api/oauth/google')
  await expect(page.getByRole('link', { name: 'Sign up with Facebook' })).toHaveAttribute('href', '/api/oauth/facebook')
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', '/login')
  await button(page, 'Sign Up').click()
  await expectProblem(page, 'First name', 'First name is required')
  await expectProblem(page, 'Last name', 'Last name is required')
  await expectProblem(page, 'Email', 'Invalid email address')
  await expectProblem(page, 'Password', 'Password must be at least 8 characters long')
})

test("a refused registration shows the server's message or 'Registration failed'", async ({ page }) => {
  await page.goto('/register')
  await field(page, 'First name').fill('Ada')
  await field(page, 'Last name').fill('Ferreira')
  await field(page, 'Email').fill(newEmail('ada'))
  for (const [password, problem] of [
    ['password', 'This password is too common. Please choose another.'],
    ['Ferreira-1999', 'This password is made of names that are easy to guess. Please choose another.'],
  ] as const) {
    await field(page, 'Password').fill(password)
    await button(page, 'Sign Up').click()
    await expectProblem(page, 'Password', problem)
  }
  // Registration asks for no special character.
  await field(page, 'Password').fill('Psalm twenty four')
  await fails(page, '**/api/auth/register', 'Too many people at the door')
  await button(page, 'Sign Up').click()
  await expect(page.getByRole('alert')).toHaveText('Too many people at the door')
  await fails(page, '**/api/auth/register')
  await button(page, 'Sign Up').click()
  await expect(page.getByRole('alert')).toHaveText('Registration failed')
  await page.unroute('**/api/auth/register')
  await button(page, 'Sign Up').click()
  await expect(page.getByText('Please check your email to continue')).toBeVisible()
})

test('Sign Out navigates to a page that shows a spinner, then success, and half a second later the login', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/dashboard')
  const letGo = await hold(page, '**/api/auth/logout*')
  const leaving = page.waitForRequest((request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/logout')
  await page.getByRole('link', { name: 'Sign Out' }).click()
  await leaving
  await expect(page.getByRole('status')).toHaveText('Logging out...')
  const answered = page.waitForResponse('**/api/auth/logout*')
  // The message is visible for only half a second, so every frame is checked.
  const success = page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Signed out')
  letGo()
  await answered
  const began = Date.now()
  await success
  await expect(page).toHaveURL(/\/login/)
  expect(Date.now() - began).toBeGreaterThan(350)
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
})

test("a page restored from the browser's cache checks the session again", async ({ page, admin }) => {
  await page.goto('/dashboard')
  await expect(page.getByText(admin.network.name).first()).toBeVisible()
  // The tests' browser keeps no pages in memory, so this dispatches the event that a restored page gets.
  await page.evaluate(() => {
    Object.assign(window, { kept: true })
    setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), 100)
  })
  await expect.poll(() => page.evaluate(() => 'kept' in window).catch(() => true)).toBe(false)
  await expect(page.getByText(admin.network.name).first()).toBeVisible()
})

test('a sign-out leads to the path that the server returns', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/logout?redirectTo=%2Fregister')
  await expect(page).toHaveURL('/register')
})

test('a failed sign-out says so and leads to the login', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await fails(page, '**/api/auth/logout*')
  await page.goto('/logout')
  await expect(page.getByRole('heading', { name: 'Logout Failed' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('There was an issue logging you out. You can try again or close your browser.')
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login')
})

test('a confirmation shows its progress, happens once, and leads to the login', async ({ page, product }) => {
  const { api, email } = await joined(product.url, 'confirmed')
  const letGo = await hold(page, '**/api/auth/confirm-email*')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/confirm-email')) calls += 1
  })
  // Confirming a second time by the same link succeeds too.
  await page.goto(await mailedLink(api, email, '/confirm-email'))
  await expect(page.getByRole('status')).toHaveText('Confirming your email...')
  letGo()
  await expect(page.getByText('Your email has been verified successfully! You can now log in.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login')
  expect(calls).toBe(1)
})

test('a confirmation without a token, with a wrong one, or with a server error says so', async ({ page }) => {
  await page.goto('/confirm-email')
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired confirmation link.')
  await page.goto('/confirm-email?token=none')
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired confirmation link.')
  await fails(page, '**/api/auth/confirm-email*')
  await page.goto('/confirm-email?token=none')
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred.')
})

test('a second registration of an address sets the password only by the newest mail', async ({ page, product }) => {
  const api = new DemoClient(product.url)
  const email = newEmail('twice')
  for (const password of ['The-thief-was-here-1', PASSWORD])
    await api.post('/auth/register', { email, firstName: 'Ada', lastName: 'Ferreira', password })
  await page.goto(await mailedLink(api, email, '/reset-password'))
  for (const label of ['New Password *', 'Confirm New Password *']) await field(page, label).fill('Psalm-121-8')
  await button(page, 'Reset Password').click()
  await expect(page).toHaveURL('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('The-thief-was-here-1')
  await button(page, 'Sign In').click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await field(page, 'Password').fill('Psalm-121-8')
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/dashboard')
})

test('a forgotten password sends an email and clears the field', async ({ page }) => {
  await page.goto('/forgot-password')
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login')
  await button(page, 'Send Reset Link').click()
  await expectProblem(page, 'Email', 'Email is required')
  await field(page, 'Email').fill('ada at example')
  await button(page, 'Send Reset Link').click()
  await expectProblem(page, 'Email', 'Please enter a valid email address')
  await field(page, 'Email').fill(newEmail('forgetful'))
  const letGo = await hold(page, '**/api/password/reset/request')
  await button(page, 'Send Reset Link').click()
  await expect(button(page, 'Sending Reset Link...')).toBeVisible()
  letGo()
  await expect(page.getByText('If an account with that email exists, a password reset link has been sent')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('')
  await fails(page, '**/api/password/reset/request')
  await field(page, 'Email').fill(newEmail('forgetful'))
  await button(page, 'Send Reset Link').click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.')
})

test('checks a reset link on load and its password before sending, and leads to the login two seconds after success', async ({ page, product }) => {
  const { api, email } = await joined(product.url, 'reset')
  await api.post('/password/reset/request', { email })
  const checked = page.waitForResponse('**/api/password/reset/validate-token')
  await page.goto(await mailedLink(api, email, '/reset-password'))
  expect((await checked).status()).toBe(200)
  const fresh = field(page, 'New Password *')
  const again = field(page, 'Confirm New Password *')
  await expect(fresh).toHaveAttribute('placeholder', 'Enter your new password')
  await expect(again).toHaveAttribute('placeholder', 'Confirm your new password')
  // The token is gone from the address but kept in the page's state.
  await expect(page).toHaveURL('/reset-password')
  await page.reload()
  await expect(fresh).toBeVisible()

  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/password/reset/confirm')) sent += 1
  })
  await button(page, 'Reset Password').click()
  await expectProblem(page, 'New Password *', 'Password must be at least 8 characters long')
  await fresh.fill('Psalm1234')
  await again.fill('Psalm123')
  await button(page, 'Reset Password').click()
  await expectProblem(page, 'New Password *', 'Password must contain at least one special character')
  await fresh.fill('Psalm-1234')
  await button(page, 'Reset Password').click()
  await expectProblem(page, 'Confirm New Password *', 'Passwords do not match')
  // The form has been validated: the message appeared when the other field was filled in.
  await expect(again).toBeFocused()
  expect(sent).toBe(0)

  await again.fill('Psalm-1234')
  const letGo = await hold(page, '**/api/password/reset/confirm')
  await button(page, 'Reset Password').click()
  await expect(button(page, 'Resetting Password...')).toBeDisabled()
  const began = Date.now()
  letGo()
  const success = page.getByText('Password reset successfully! You can now log in with your new password.')
  await expect(success).toBeVisible()
  expect((await success.boundingBox())?.y ?? 0).toBeLessThan((await fresh.boundingBox())?.y ?? 0)
  await expect(fresh).toHaveValue('')
  await expect(again).toHaveValue('')
  await expect(page).toHaveURL('/login')
  expect(Date.now() - began).toBeGreaterThan(1_500)
})

test('after its success the reset form keeps only the token', async ({ page, product }) => {
  const { api, email } = await joined(product.url, 'reset-twice')
  await api.post('/password/reset/request', { email })
  const link = await mailedLink(api, email, '/reset-password')
  await page.goto(link)
  const fields = [page.getByLabel('New Password *', { exact: true }), page.getByLabel('Confirm New Password *')]
  const fill = async (password: string) => {
    for (const field of fields) await field.fill(password)
  }
  await fill('Psalm-1234')
  await button(page, 'Reset Password').click()
  for (const field of fields) await expect(field).toHaveValue('')
  const again = page.waitForRequest('**/api/password/reset/confirm')
  await fill('Psalm-5678')
  // The button is disabled, so the form itself is submitted, to see what it refuses.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  expect((await again).postDataJSON()).toEqual({
    token: new URL(link).searchParams.get('token'),
    newPassword: 'Psalm-5678',
    confirmPassword: 'Psalm-5678',
  })
})

test("a missing, wrong or expired reset link says which it is; a failed reset shows the server's message", async ({ page, product }) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'invalid token' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired reset token')
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login')
  await page.goto('/reset-password?token=none')
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired reset token')
  await page.route('**/api/password/reset/validate-token', (route) =>
    route.fulfill({ status: 400, json: { message: 'Reset token has expired', code: 'token-expired' } }),
  )
  await page.goto('/reset-password?token=none')
  await expect(page.getByRole('heading', { name: 'token expired' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Reset token has expired')
  await page.unroute('**/api/password/reset/validate-token')

  const { api, email } = await joined(product.url, 'reset')
  await api.post('/password/reset/request', { email })
  await page.goto(await mailedLink(api, email, '/reset-password'))
  const logged = page.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes('The bell tower is on fire'))
  await fails(page, '**/api/password/reset/confirm', 'The bell tower is on fire')
  await field(page, 'New Password *').fill('Psalm-1234')
  await field(page, 'Confirm New Password *').fill('Psalm-1234')
  await button(page, 'Reset Password').click()
  await expect(page.getByRole('alert')).toHaveText('The bell tower is on fire')
  await logged
  await fails(page, '**/api/password/reset/confirm')
  await button(page, 'Reset Password').click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.')
})

test('a new user signs in with Google and returns to the page that they wanted', async ({ page, product }) => {
  await page.goto('/settings/profile')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page).toHaveURL(/\/sandbox\/openid\/google\//)
  const email = newEmail('gloria')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill('Gloria Ferreira')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${product.url}/settings/profile`)
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
})

test('a sign-in that the provider refuses returns with a banner and clears the address', async ({ page }) => {
  await page.goto('/login?redirectTo=%2Fpayors')
  await page.getByRole('link', { name: 'Sign in with Facebook' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('You cancelled at the provider. Nothing has changed.')
  await expect(page).toHaveURL('/login?redirectTo=%2Fpayors')
})

test('an ended session leads to the login, which returns to the page, except on public pages', async ({ page, product }) => {
  const { email } = await newAdmin(product.url)
  await signIn(page, email)
  await page.goto('/payors?tab=assessment-bills&status=Paid')
  await expect(page.getByText('No assessment bills found')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('tab', { name: 'Payments' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/login' && (url.searchParams.get('redirectTo') ?? '').startsWith('/payors'))
})
