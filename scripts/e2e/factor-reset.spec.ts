import type { Page } from '@playwright/test'
import { DemoClient } from '../../modules/app/demo/client.ts'
import { codeOf, period } from '../testing/authenticator.ts'
import { expectAccessible } from './axe.ts'
import { expectFits } from './fits.ts'
import { grantAccess } from './network.ts'
import { confirmApp, enterMailedCode, keepCodes } from './second-factor.ts'
import { expect, newEmail, PASSWORD, signIn, test } from './test.ts'

const phone = { width: 390, height: 844 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const look = async (page: Page, what: string): Promise<void> => {
  await expectFits(page, phone.width, what)
  await expectAccessible(page, what)
}

const fillLogin = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
}

test("an Admin resets a colleague's lost second factor, and the colleague sets up a new one with the mailed code", async ({
  page,
  admin,
  product,
  browser,
}) => {
  const email = newEmail('deborah')
  const api = new DemoClient(product.url)
  await api.join({ email, firstName: 'Deborah', lastName: 'Judge' }, PASSWORD)
  await grantAccess(admin, { api, email }, 'Admin')
  const theirs = await browser.newContext({ baseURL: product.url, locale: 'en-US', viewport: phone })
  const their = await theirs.newPage()
  await signIn(their, email)
  await their.goto('/settings/security')
  await button(their, 'Set Up an App').click()
  await confirmApp(their)
  await keepCodes(their)

  await page.setViewportSize(phone)
  await page.goto('/settings/people')
  await button(page, 'Actions, Deborah Judge').click()
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
  const question = page.getByRole('dialog', { name: 'Reset second factor?' })
  await expect(question).toContainText(`a code that we mail to ${email}`)
  await expect(button(page, 'Cancel')).toBeFocused()
  await look(page, 'resetting a second factor')
  await button(page, 'Reset').click()
  await expect(page.getByText('The second factor of Deborah Judge is reset', { exact: true })).toBeVisible()

  const mailed = async () => {
    const { data } = await admin.api.get<{ data: { subject: string; text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.find(({ subject }) => subject === 'Your second factor was reset')?.text ?? ''
  }
  await expect.poll(mailed).toContain(`Ada Ferreira (${admin.email}), an Admin of ${admin.network.name}, has removed`)
  const link = /https?:\/\/\S+\/settings\/security\b/.exec(await mailed())?.[0] ?? ''
  expect(link).not.toBe('')
  await their.goto('/payors')
  await expect(their, 'the old session has ended').toHaveURL(/\/login/)

  await their.goto('/login')
  await fillLogin(their, email)
  await expect(their.getByRole('heading', { name: 'You need a second factor here' })).toBeVisible()
  await expect(their.getByText('or an Admin has reset yours')).toBeVisible()
  await look(their, 'the first sign-in after a reset')
  await their.getByRole('link', { name: 'Set One Up' }).click()
  await button(their, 'Set Up an App').click()
  const mailedCode = their.getByRole('dialog', { name: 'Enter the Code We Mailed You' })
  await expect(mailedCode).toContainText(`Your second factor was reset. To add a new one, enter the code that we mail to you. It goes to ${email}`)
  await expect(mailedCode).not.toContainText('first')
  await look(their, 'the code for a new second factor')
  await enterMailedCode(their, product.url, email)
  const secret = await confirmApp(their)
  await look(their, 'the new recovery codes')
  await keepCodes(their)
  await their.goto('/settings/people')
  await expect(button(their, 'Actions, Ada Ferreira')).toBeVisible()
  await look(their, 'people of the network')

  await their.goto('about:blank')
  await theirs.clearCookies()
  await their.goto(link)
  await fillLogin(their, email)
  await their.getByLabel('Code').fill(codeOf(secret, Date.now() + period))
  await button(their, 'Sign In').click()
  await expect(their.getByText('10 recovery codes are left.')).toBeVisible()
  await theirs.close()
})
