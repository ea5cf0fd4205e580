import type { Page } from '@playwright/test'
import { elsewhere } from '../testing/elsewhere.ts'
import { expectFits } from './fits.ts'
import { expect, newAdmin, PASSWORD, test } from './test.ts'

const address = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

const logIn = async (page: Page, email: string) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)

test('a protected route asks for the sign-in and returns to it', async ({ page, product }) => {
  const { email } = await newAdmin(product.url)
  const protectedRoutes = [
    '/dashboard',
    '/assessments',
    '/assessments/new',
    '/payors?tab=assessment-bills&status=Paid',
    '/transactions',
    '/settings/profile',
    '/settings/password',
    '/settings/payments',
  ]
  for (const route of protectedRoutes) {
    await page.goto(route)
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('redirectTo') === route)
  }
  await page.goto('/payors?tab=assessment-bills&status=Paid')
  await logIn(page, email)
  await expect(page).toHaveURL('/payors?tab=assessment-bills&status=Paid')
  await expect(page.getByRole('heading', { name: 'Assessment Bills', level: 1 })).toBeVisible()
})

test('the root redirects to the sign-in, or to the dashboard when signed in', async ({ page, product }) => {
  const { email } = await newAdmin(product.url)
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await logIn(page, email)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('shows a message once and removes it from the address', async ({ page }) => {
  await page.goto('/login?message=You+have+been+logged+out+successfully&redirectTo=%2Fassessments')
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
  await expect.poll(() => address(page)).toBe('/login?redirectTo=%2Fassessments')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(page.getByText('You have been logged out successfully')).toHaveCount(0)
})

test('a sign-in never redirects to another site', async ({ page, product, context }) => {
  const { email } = await newAdmin(product.url)
  const elsewhere = ['https://evil.example/', '//evil.example', '/\\evil.example', '/%2F%2Fevil.example', 'javascript:alert(1)', '/login']
  for (const redirectTo of elsewhere) {
    // Leaves the dashboard first: without the cookie its pending requests would be refused, and would redirect to the
    // login.
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto(`/login?${new URLSearchParams({ redirectTo })}`)
    await logIn(page, email)
    await expect(page, redirectTo).toHaveURL('/dashboard')
  }
})

test('a sign-out never redirects to another site', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto(`/logout?${new URLSearchParams({ redirectTo: 'https://evil.example/' })}`)
  await expect(page).toHaveURL((url) => url.hostname === 'localhost' && url.pathname === '/login')
})

test('a browser that follows the redirect of a sign-out stays on this site', async ({ page, product }) => {
  test.setTimeout(180_000)
  const { origin } = new URL(product.url)
  await page.goto('/login')
  const led = await page.evaluate(
    async (targets) => {
      const found: { target: string; href: string }[] = []
      for (const target of targets) {
        const answer = await fetch(`/api/auth/logout?redirectTo=${encodeURIComponent(target)}`)
        const { redirectTo } = (await answer.json()) as { redirectTo?: string }
        const link = Object.assign(document.createElement('a'), { href: redirectTo ?? '' })
        if (redirectTo !== undefined) found.push({ target, href: link.href })
      }
      return found
    },
    [...elsewhere],
  )
  for (const { target, href } of led) expect(new URL(href).origin, target).toBe(origin)
  // A sample of these addresses is also tried on the sign-out page.
  for (const target of elsewhere.filter((_, i) => i % 60 === 0)) {
    await page.goto(`/logout?${new URLSearchParams({ redirectTo: target })}`)
    await expect(page).not.toHaveURL(/\/logout/)
    expect(new URL(page.url()).origin, target).toBe(origin)
  }
})

test('a page opened by a mailed link keeps its secret out of every request', async ({ page, product }) => {
  const secret = 'A'.repeat(43)
  const lines: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) lines.push(`${request.url()} ${request.headers().referer ?? ''}`)
    expect(new URL(request.url()).origin).toBe(new URL(product.url).origin)
  })
  await page.goto(`/reset-password?token=${secret}`)
  await expect(page.getByText('Invalid or expired reset token').first()).toBeVisible()
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((one) => one.includes(secret))).toEqual([])
})

test('the debug page shows only four values', async ({ page }) => {
  await page.goto('/env-debug')
  await expect(page.locator('dt')).toHaveText(['Hostname', 'Origin', 'User agent', 'Build environment'])
  await expect(page.locator('dd')).toHaveCount(4)
  await expect(page.locator('dd').last()).toHaveText(/^MODE=\w+, VITE_API_BASE=\S+$/)
})

test('an unknown address shows a page that says so', async ({ page, admin }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  const below = await page.goto('/assessments/none/such/page')
  expect(below?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(admin.email).toBeTruthy()
})

test('an ended session leads to the sign-in and back', async ({ page, admin, context }) => {
  await page.goto('/assessments')
  await expect(page.getByText('No assessment programs found')).toBeVisible()
  await context.clearCookies()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payors' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('redirectTo') === '/payors')
  await logIn(page, admin.email)
  await expect(page).toHaveURL('/payors')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sidebar opens, navigates and closes', async ({ page, admin }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    const open = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await open.click()
    await expect(menu).toBeVisible()
    await expect(menu.getByText(admin.network.name)).toBeVisible()
    await menu.getByRole('link', { name: 'Assessment Programs' }).click()
    await expect(page).toHaveURL('/assessments')
    await expect(menu).toBeHidden()
    await open.click()
    await expect(menu.getByRole('link', { name: 'Assessment Programs' })).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await expectFits(page, 390)
  })
})

test('a dialog traps the focus, and Escape closes it', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/assessments/new')
  const open = page.getByRole('button', { name: 'Create Network' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create network' })
  await expect(dialog.getByLabel('Network name')).toBeFocused()
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(true)
  }
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('skips to the content and walks the sidebar by keyboard alone', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/dashboard')
  await expect(page.getByText('Total Assessed')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
