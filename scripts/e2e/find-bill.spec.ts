import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inFull } from './figures.ts'
import { expectFits } from './fits.ts'
import { attach, billsOf, newProfile, newProgram } from './network.ts'
import { expect, newAdmin, newEmail, test } from './test.ts'

/**
 * A payor who has lost the link finds the bill from the network's page, by mail. `look` checks each page on the way.
 */
const findBill = async (page: Page, url: string, look: (what: string) => Promise<void>): Promise<void> => {
  const admin = await newAdmin(url)
  const { api, network } = admin
  const email = newEmail('ruth')
  const program = await newProgram(admin, { dueDate: '2150-06-30' })
  await attach(admin, program, await newProfile(admin))
  await api.upload(program.id, `firstName,lastName,email\nRuth,Mailed,${email}\nOle,Other,${newEmail('ole')}\n`)
  const { slug } = await api.get<{ slug: string }>(`/networks/${network.id}`)

  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`/find/${slug}`)
  // If other stories have made a network with this name before, its slug is in the title.
  await expect(page).toHaveTitle(new RegExp(`^Find my bill · ${network.name}( \\(${slug}\\))?$`))
  await look('asking for a link')
  await page.getByLabel('E-mail address').fill('ruth@localhost')
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue('ruth@localhost')
  await look('an address that is none')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('E-mail address').press('Enter')
  await expect(page.getByText("If we find bills, we've e-mailed a link")).toBeVisible()
  await look('the answer')

  const mailed = async () => {
    const { data } = await api.get<{ data: { text: string }[] }>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
    return data.map(({ text }) => /https?:\/\/\S+\/find\/\S+/.exec(text)?.[0]).find(Boolean) ?? ''
  }
  await expect.poll(mailed).not.toBe('')
  await page.goto(await mailed())
  await look('a mailed link')
  await page.getByRole('link', { name: 'ES', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Mostrar mis facturas' })).toBeVisible()
  await page.getByRole('link', { name: 'EN', exact: true }).click()
  await page.getByRole('button', { name: 'Show my bills' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your open bills')
  const bill = page.getByRole('main').getByRole('listitem')
  await expect(bill).toHaveCount(1)
  for (const part of [program.name, 'Ruth Mailed', 'Unpaid', 'Jun 30, 2150', inFull(123.45)]) await expect(bill).toContainText(part)
  await look('the open bills')
  const code = (await billsOf(api, program)).find(({ individualMember }) => individualMember?.firstName === 'Ruth')?.code ?? ''
  await bill.getByRole('link', { name: `View and pay: ${program.name}, Ruth Mailed` }).click()
  await expect(page).toHaveURL(/\/pay\/[\w-]{22}/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(program.name)
  await expect(page.getByText('Ruth Mailed').first()).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your open bills')
  await page.reload()
  await expect(bill).toHaveCount(1)
  await page.goto(await mailed())
  await expect(bill, 'the mailed link once more, in this browser').toHaveCount(1)
  await page.getByRole('link', { name: 'ES', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sus facturas pendientes')
  await page.context().clearCookies()

  await page.goto(await mailed())
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await look('a used link')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  await page.getByLabel('Bill code').fill(code.toLowerCase())
  await page.getByLabel('Last name, or name of the congregation').fill('Maled')
  await page.getByRole('button', { name: 'Open the bill' }).click()
  await expect(page.getByText('No bill has this code and name.')).toBeVisible()
  await expect(page.getByLabel('Bill code')).toHaveValue(code.toLowerCase())
  await look('a code and a name that are not of one bill')
  await page.getByLabel('Last name, or name of the congregation').fill('Mailed')
  await page.getByRole('button', { name: 'Open the bill' }).click()
  await expect(page).toHaveURL(/\/pay\/[\w-]{22}/)
  await page.goBack()
  await expect(page.getByLabel('Bill code'), 'Back sends no form again').toHaveValue(/.+/)
  await page.goto('/find/no-such-network')
  await expect(page.getByText('Network not found')).toBeVisible()
  await look('no such network')
}

test('a payor who has lost the link finds their bill by e-mail, on accessible pages that fit a phone', async ({ page, product }) => {
  await findBill(page, product.url, async (what) => {
    await expectFits(page, 375, what)
    await expectAccessible(page, what)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a payor who has lost the link finds their bill', async ({ page, product }) => {
    await findBill(page, product.url, async () => {})
  })
})
