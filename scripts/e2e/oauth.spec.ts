import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, newEmail, PASSWORD, test } from './test.ts'

type Answer = { email: string; name?: string; verified?: boolean }

const answerAs = async (page: Page, provider: string, { email, name = 'Ruth Boaz', verified = true }: Answer) => {
  await expect(page.getByRole('heading', { name: `Stand-in for ${provider}` })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email is verified').setChecked(verified)
  await page.getByRole('button', { name: 'Continue' }).click()
}
/** Leaves the page first, since a 401 to one of its requests would redirect it. */
const forget = async (page: Page) => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
const isIn = (page: Page, name: string) => expect(page.getByRole('button', { name }).or(page.getByText(name)).first()).toBeVisible()

for (const provider of ['Google', 'Facebook']) {
  test(`${provider} signs up and in, and returns to the requested page`, async ({ page }) => {
    const email = newEmail('social')
    await page.goto('/register')
    await page.getByRole('link', { name: `Sign up with ${provider}` }).click()
    await answerAs(page, provider, { email, name: 'Ruth Boaz' })
    await expect(page).toHaveURL('/dashboard')
    await isIn(page, 'Ruth Boaz')
    await forget(page)
    await page.goto('/payors?tab=assessment-bills')
    await page.getByRole('link', { name: `Sign in with ${provider}` }).click()
    await answerAs(page, provider, { email, name: 'Somebody Else' })
    await expect(page).toHaveURL('/payors?tab=assessment-bills')
    await isIn(page, 'Ruth Boaz')
  })

  test(`${provider} is connected and disconnected in the settings`, async ({ page, admin }) => {
    const email = newEmail('other')
    await page.goto('/settings/connected-accounts')
    await page.getByRole('button', { name: `Connect, ${provider}` }).click()
    await answerAs(page, provider, { email, verified: false })
    await expect(page).toHaveURL('/settings/connected-accounts')
    await expect(page.getByRole('button', { name: `Disconnect, ${provider}` })).toBeVisible()
    await forget(page)
    await page.goto('/login')
    await page.getByRole('link', { name: `Sign in with ${provider}` }).click()
    await answerAs(page, provider, { email, verified: false })
    await expect(page).toHaveURL('/dashboard')
    expect(await (await page.request.get('/api/auth/verify')).json()).toMatchObject({ user: { email: admin.email } })
    await page.goto('/settings/connected-accounts')
    await page.getByRole('button', { name: `Disconnect, ${provider}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText(`Successfully disconnected ${provider} account`, { exact: true })).toBeVisible()
    await expect(page.getByText('No Connected Accounts')).toBeVisible()
  })
}

test('the login shows why a provider refused and keeps the requested page', async ({ page }) => {
  await page.goto('/login?redirectTo=%2Fpayors')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You cancelled at the provider. Nothing has changed.')).toBeVisible()
  await expect(page).toHaveURL('/login?redirectTo=%2Fpayors')
  await page.getByRole('link', { name: 'Sign in with Facebook' }).click()
  await answerAs(page, 'Facebook', { email: newEmail('unverified'), verified: false })
  await expect(page.getByText('The provider does not say that this email address is yours')).toBeVisible()
})

test("a user asked for a code after a provider's sign-in can sign in as someone else, and sees what is wrong", async ({ page, admin }) => {
  await forget(page)
  await page.goto('/login?step=code')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill('Not-the-password-1')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a user without a password cannot disconnect the last provider', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await answerAs(page, 'Google', { email: newEmail('only') })
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/settings/connected-accounts')
  const disconnect = page.getByRole('button', { name: 'Disconnect, Google' })
  await expect(disconnect).toBeVisible()
  await expect(disconnect).toHaveAttribute('aria-disabled', 'true')
})

test('the stand-in is accessible, and stays open when a value is missing', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('naomi@vestry.example')
  await expectAccessible(page, 'the stand-in')
  await page.getByLabel('Name').fill(' ')
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Enter a valid email address and a name.')
})
