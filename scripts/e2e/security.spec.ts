import type { Page } from '@playwright/test'
import { codeOf, period } from '../testing/authenticator.ts'
import { expectAccessible } from './axe.ts'
import { grantAccess } from './network.ts'
import { enterMailedCode, keepCodes } from './second-factor.ts'
import { expect, newAdmin, PASSWORD, signIn, test } from './test.ts'

/** A virtual security key that approves every request. */
const addSecurityKey = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const fillLogin = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('adds a passkey, signs in with it without a password, and removes it', async ({ page, admin }) => {
  await addSecurityKey(page)
  await page.goto('/settings/security')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('The passkey is added', { exact: true })).toBeVisible()
  await expectAccessible(page, 'recovery codes of a passkey')
  await keepCodes(page)
  await expect(page.getByText('Unused: 10.')).toBeVisible()
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('Chrome on Linux')
  await expectAccessible(page, 'security settings')
  await section.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(section.getByText('This device has a passkey for you already.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login?redirectTo=%2Fsettings%2Fsecurity')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(`Signed in as ${admin.email}`)).toBeVisible()
  await expect(section.getByText('last used on')).toBeVisible()
  await section.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(section.getByText('No passkey was added')).toBeVisible()
  await section.getByRole('button', { name: 'Remove, Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The passkey is removed', { exact: true })).toBeVisible()
  await expect(section).toBeFocused()
  await expect(section.getByRole('heading', { level: 3 })).toHaveCount(0)
  await expect(section.getByText('No passkey was added')).toHaveCount(0)
})

test('sets up an authenticator app, asks for its code at sign-in, and accepts a recovery code instead', async ({ page, admin }) => {
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set Up an App' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = ((await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(page, 'setting up an authenticator app')
  await dialog.getByLabel(/six digits/).fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This code is not right.')).toBeVisible()
  await dialog.getByLabel(/six digits/).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(await codes.allTextContents())
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '')
  })
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-asked-to-print]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(codes.last()).toBeVisible()
  await expect(page.getByText(`For ${admin.email} at `)).toBeVisible()
  await expect(page.locator('button:visible')).toHaveCount(0)
  await expect(dialog).toHaveCSS('box-shadow', 'none')
  await expect(dialog.locator('..')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  expect((await dialog.boundingBox())?.y, 'the codes begin at the top of the sheet').toBeLessThan(40)
  await expect(page.getByText('Where you are signed in')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  const recovery = (await codes.first().textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the App' })).toBeFocused()

  await page.context().clearCookies()
  await page.goto('/login?redirectTo=%2Fsettings%2Fsecurity')
  await fillLogin(page, admin.email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page, 'second step of a sign-in')
  await page.getByLabel('Code').fill('999999')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(secret, Date.now() + period))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText(`Signed in as ${admin.email}`)).toBeVisible()

  // The open page would notice that its session has ended, and redirect meanwhile.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login?redirectTo=%2Fsettings%2Fsecurity')
  await fillLogin(page, admin.email)
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the App' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set Up an App' })).toBeVisible()
})

test("a session opened by password alone must confirm the passkey before it changes the account's protection", async ({ page, admin }) => {
  await addSecurityKey(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await keepCodes(page)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login?redirectTo=%2Fsettings%2Fsecurity')
  await fillLogin(page, admin.email)
  await page.getByRole('button', { name: 'Make New Codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm With Your Second Factor' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'confirming with a second factor')
  await dialog.getByLabel('Code').fill('aaaaa-aaaaa')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This code is not right.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
})

test('a user sees their sessions and ends one', async ({ page, admin, browser, product }) => {
  const other = await browser.newContext({
    baseURL: product.url,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, admin.email)
  await page.goto('/settings/security')
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section.getByRole('heading', { level: 3 }).filter({ hasText: 'This one' })).toHaveCount(1)
  await section.getByRole('button', { name: /^Sign Out, Firefox on Linux/ }).click()
  await expect(page.getByText('Firefox on Linux is signed out', { exact: true })).toBeVisible()
  await expect(section).toBeFocused()
  await elsewhere.goto('/dashboard')
  await expect(elsewhere).toHaveURL(/\/login/)
  await section.getByRole('button', { name: 'Sign Out Elsewhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(section.getByRole('heading', { level: 3 })).toHaveCount(1)
  await other.close()
})

test('a network that requires a second factor of its Admins leads them to set one up', async ({ page, admin, product, browser }) => {
  const second = await newAdmin(product.url)
  await grantAccess(admin, second, 'Admin')
  await addSecurityKey(page)
  await page.goto('/settings/network')
  await page.getByLabel('Require a second factor for Admins').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('first set up your own second factor')).toBeVisible()
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('The passkey is added', { exact: true })).toBeVisible()
  await keepCodes(page)
  await page.goto('/settings/network')
  await page.getByLabel('Require a second factor for Admins').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The network is saved', { exact: true })).toBeVisible()

  const theirs = await browser.newContext({ baseURL: product.url })
  const their = await theirs.newPage()
  await addSecurityKey(their)
  await signIn(their, second.email)
  await their.goto('/dashboard')
  await expect(their.getByText('You need a second factor here')).toBeVisible()
  await expectAccessible(their, 'a network that asks for a second factor')
  await their.getByRole('link', { name: 'Set One Up' }).click()
  await their.getByRole('button', { name: 'Add a Passkey' }).click()
  await enterMailedCode(their, product.url, second.email)
  await expect(their.getByText('The passkey is added', { exact: true })).toBeVisible()
  await keepCodes(their)
  await their.getByRole('link', { name: 'Assessment Programs' }).click()
  await expect(their.getByRole('heading', { level: 1, name: 'Assessment Programs' })).toBeVisible()
  await expect(their.getByText('You need a second factor here')).toHaveCount(0)
  await theirs.close()
})

test('a user deletes their own account unless a network would lose its last Admin', async ({ page, admin, product }) => {
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'deleting an account')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText('The last Admin of a network cannot leave it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const heir = await newAdmin(product.url)
  await grantAccess(admin, heir, 'Admin')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await fillLogin(page, admin.email)
  await expect(page.getByText('Invalid email or password')).toBeVisible()
})
