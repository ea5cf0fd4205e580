import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { billed, grantAccess } from './network.ts'
import { expect, newAdmin, signIn, test } from './test.ts'

test('the footer names the owner and the purpose of the product', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/dashboard')
  const foot = page.getByRole('contentinfo')
  await expect(foot).toContainText('© 2025')
  await expect(foot).toContainText('The Operating System for your ministry')
})

test('the sidebar is fixed and 16rem wide from 1024 px; below, a top bar has a menu button', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const open = page.getByRole('button', { name: 'Open menu' })
  await page.setViewportSize({ width: 1024, height: 400 })
  await page.goto('/settings/network')
  await expect(page.getByLabel('Network name')).toBeVisible()
  await expect(open).toBeHidden()
  expect((await sidebar.boundingBox())?.width).toBe(256)
  await page.mouse.move(700, 200)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  expect(await sidebar.boundingBox()).toEqual({ x: 0, y: 0, width: 256, height: 400 })
  await page.setViewportSize({ width: 1023, height: 400 })
  await expect(sidebar).toBeHidden()
  await expect(open).toBeVisible()
  for (const width of [320, 768, 1023, 1024, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFits(page, width, `at ${width} px`)
  }
})

test('the sidebar has five entries for everybody, exactly one of them active', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Dashboard', 'Assessment Bills', 'Assessment Programs', 'Payors', 'Profile'])
  const active = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  await expect(active).toHaveText(['Dashboard'])
  for (const [entry, address] of [
    ['Assessment Bills', '/payors?tab=assessment-bills'],
    ['Assessment Programs', '/assessments'],
    ['Payors', '/payors'],
    ['Profile', '/settings/profile'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await links.filter({ hasText: new RegExp(`^${entry}$`) }).click()
    await expect(page).toHaveURL(address)
    await expect(active).toHaveText([entry])
  }
})

test('a page whose code fails to load says so in its place, and the rest keeps working', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.route(/\/assets\/(?:programs-page|network-settings)-/, (route) => route.abort())
  await page.goto('/dashboard')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await links.filter({ hasText: 'Assessment Programs' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await links.filter({ hasText: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Network' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Network name')).toBeVisible()
})

test('the settings and the Stripe pages ask for the sign-in; /settings leads to the profile', async ({ page, product }) => {
  for (const route of [
    '/settings',
    '/settings/connected-accounts',
    '/settings/network',
    '/settings/people',
    '/settings/api-keys',
    '/settings/api-keys/first-call',
    '/settings/webhooks',
    '/stripe/return?paymentProfileId=one',
    '/stripe/reauth?paymentProfileId=one',
    '/assessments/one/edit',
  ]) {
    await page.goto(route)
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('redirectTo') === route)
  }
  await signIn(page, (await newAdmin(product.url)).email)
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
})

test("/env-debug shows host, origin, user agent and the build's values to anybody", async ({ page }) => {
  await page.goto('/env-debug')
  const shown = page.getByRole('main')
  const { hostname, origin, agent } = await page.evaluate(() => ({
    hostname: window.location.hostname,
    origin: window.location.origin,
    agent: navigator.userAgent,
  }))
  for (const part of ['Hostname', hostname, 'Origin', origin, 'User agent', agent, 'Build environment', 'MODE=production'])
    await expect(shown).toContainText(part)
})

test('a user of several networks switches by keyboard, and sees the role in each', async ({ page, admin, product }) => {
  const other = await newAdmin(product.url)
  await other.api.put(`/networks/${other.network.id}`, { name: 'Coastal Alliance' })
  await grantAccess(other, admin, 'Auditor')
  await admin.api.post('/auth/network', { networkId: admin.network.id })
  await page.goto('/assessments')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const switcher = sidebar.getByRole('button', { name: /Ada Ferreira/ })
  await switcher.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([`${admin.network.name}Admin, current`, 'Coastal AllianceAuditor'])
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are now in Coastal Alliance', { exact: true })).toBeVisible()
  await expect(switcher).toContainText('Coastal Alliance')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(switcher).toContainText('Coastal Alliance')
})

test('hides the old network after a switch; a second tab says so and changes nothing', async ({ page, context, admin, product }) => {
  await billed(admin, 2)
  const other = await newAdmin(product.url)
  await other.api.put(`/networks/${other.network.id}`, { name: 'Coastal Alliance' })
  await grantAccess(other, admin, 'Admin')
  await admin.api.post('/auth/network', { networkId: admin.network.id })
  const second = await context.newPage()
  await second.goto('/payors?tab=assessment-bills')
  await second
    .getByRole('row')
    .filter({ hasText: 'Payor NumberA' })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await second.getByRole('menuitem', { name: 'Archive' }).click()

  await page.goto('/payors?tab=assessment-bills')
  await expect(page.getByText('Payor NumberA')).toBeVisible()
  // Hold every response of the new network: data of the old one must not show meanwhile.
  await page.route('**/api/assessment-bills*', (route) => new Promise<void>(() => route))
  await page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('button', { name: /Ada Ferreira/ })
    .click()
  await page.getByRole('menuitem', { name: /Coastal Alliance/ }).click()
  await expect(page.getByText('You are now in Coastal Alliance', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Assessment Bills' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment Bills', exact: true })).toBeVisible()
  await expect(page.getByText('Payor NumberA')).toHaveCount(0)

  await expect(second.getByRole('heading', { name: 'You are now in Coastal Alliance' })).toBeVisible()
  await expect(second.getByText('Payor NumberA')).toHaveCount(0)
  await expectAccessible(second, 'the other network')
  const ways = second.getByRole('main').getByRole('button')
  await expect(ways).toHaveText(['Go to Coastal Alliance', `Back to ${admin.network.name}`])
  const [first, last] = await Promise.all([ways.first().boundingBox(), ways.last().boundingBox()])
  expect(first?.y, 'side by side').toBe(last?.y)
  await second.getByRole('button', { name: `Back to ${admin.network.name}` }).click()
  await expect(second.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
  await second.getByRole('link', { name: 'Assessment Bills' }).click()
  await expect(second.getByText('Payor NumberA')).toBeVisible()
  await expect(page.getByRole('heading', { name: `You are now in ${admin.network.name}` })).toBeVisible()

  // The longest allowed name, on a phone.
  await admin.api.put(`/networks/${admin.network.id}`, { name: `${'Covenant '.repeat(10)}Church` })
  await second.reload()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await second.request.post('/api/auth/network', { data: { networkId: other.network.id } })
  await second.getByRole('link', { name: 'Assessment Programs' }).click()
  await second.setViewportSize({ width: 390, height: 844 })
  await expect(ways.last()).toContainText('Covenant Church')
  await expectFits(second, 390)
})

test.describe('a message on a phone', () => {
  test.use({ viewport: { width: 375, height: 553 } })

  test('appears in the open dialog above its footer, and covers no button', async ({ page, admin }) => {
    const { program } = await billed(admin, 2)
    await page.goto('/assessments')
    await page.getByRole('button', { name: `Campaign, ${program.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Campaign Management' })
    await dialog.getByRole('button', { name: 'Send Test Mail' }).click()
    const message = page.getByRole('region', { name: 'Message' })
    await expect(message).toContainText('A test mail is on its way to')
    // A trial click scrolls to the button and fails if another element covers it.
    for (const button of await dialog.locator('button:not([aria-disabled=true])').all()) await button.click({ trial: true })
    // The message may have expired meanwhile: send another.
    await dialog.getByRole('button', { name: 'Send Test Mail' }).click()
    await expect(dialog.getByRole('button', { name: 'Launch Campaign' })).toBeInViewport({ ratio: 1 })
    // A message stays while the pointer is over it.
    await message.hover()
    await expectAccessible(page, 'a message in a dialog')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(message, 'it outlives the dialog').toBeVisible()
  })
})

test('keeps the color scheme chosen in the footer', async ({ page, admin }) => {
  expect(admin.email).toBeTruthy()
  await page.goto('/dashboard')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByTitle('Dark').click()
  await expect.poll(background).not.toBe(light)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background()).not.toBe(light)
})
