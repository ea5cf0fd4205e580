import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Network } from '../../modules/networks/contract.ts'
import { expectAccessible } from './axe.ts'
import { type ChurchSite, startChurchSite } from './church-site.ts'
import { grantAccess } from './network.ts'
import { type Admin, expect, newAdmin, signIn, test } from './test.ts'

// Sites that are not listed yet must not be able to show the frame.
test.use({ unframed: true })

let site: ChurchSite
test.beforeAll(async ({ product }) => {
  site = await startChurchSite(product.url)
})
test.afterAll(() => site.stop())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const websites = (page: Page) => page.getByRole('list', { name: 'Websites' }).getByRole('listitem')
const refused = (page: Page) => page.getByRole('list', { name: 'Refused websites' }).getByRole('listitem')
const snippet = (page: Page) => page.getByRole('textbox', { name: 'Snippet' })
const sitesOf = async ({ api, network }: Admin) => (await api.get<Network>(`/networks/${network.id}`)).embedOrigins

test('an Admin chooses a theme, previews it, pastes the snippet and allows the site that was blocked', async ({ page, admin, context }) => {
  await page.goto('/settings/embed')
  const previews = page.getByRole('figure')
  await expect(previews).toHaveCount(2)
  const form = (i: number) => previews.nth(i).locator('iframe').contentFrame()
  await expect(form(0).getByRole('heading', { name: 'Find my bill' })).toBeVisible()
  await expect(form(1).locator(':root')).toHaveAttribute('data-theme', 'dark')

  await page.getByLabel('Light or dark').selectOption('light')
  await page.getByLabel('Corners').selectOption('Square')
  await page.getByLabel('Custom button color').check()
  const buttons = page.getByLabel('Buttons', { exact: true })
  await buttons.fill('#ffdd00')
  await expect(buttons).toHaveAccessibleDescription(/White text cannot be read/)
  await buttons.fill('#5b2a86')
  await expect(buttons).not.toHaveAccessibleDescription(/White text/)
  await expect(previews).toHaveCount(1)
  const accent = (root: Element) => getComputedStyle(root).getPropertyValue('--color-accent')
  await expect.poll(() => form(0).locator(':root').evaluate(accent)).toBe('#5b2a86')
  await expectAccessible(page, 'embed settings')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Copy Snippet').click()
  await expect(button(page, 'Copied!')).toBeVisible()
  const pasted = await page.evaluate(() => navigator.clipboard.readText())
  expect(pasted).toBe(await snippet(page).inputValue())

  const church = await context.newPage()
  // The site's policy allows the inline style of the snippet.
  site.show(`<main>${pasted}</main>`, '', { styles: true })
  await church.goto(site.url)
  const link = church.getByRole('link', { name: 'Pay your bill' })
  await expect(link).toHaveAttribute('href', new RegExp(`/find/${admin.network.id}$`))
  await expect(church.locator('vestry-pay iframe')).toBeHidden()
  await expect(link).toBeVisible()

  await expect(async () => {
    await page.reload()
    await expect(refused(page)).toHaveText([new RegExp(`^${site.origin}Not on the list`)], { timeout: 5_000 })
  }).toPass()
  await button(page, `Allow ${site.origin}`).click()
  await expect(websites(page)).toHaveText([site.origin])
  await expect(refused(page)).toHaveCount(0)
  expect(await sitesOf(admin)).toEqual([site.origin])

  await church.reload()
  const shown = church.frameLocator('vestry-pay iframe')
  await expect(shown.getByRole('heading', { name: 'Find my bill' })).toBeVisible()
  expect(await shown.locator(':root').evaluate(accent)).toBe('#5b2a86')
  await shown.getByLabel('E-mail').fill('nobody@example.org')
  await shown.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect(shown.getByText("If we find bills, we've e-mailed a link")).toBeVisible()
  expect(await shown.locator(':root').evaluate(accent), 'after the form was sent').toBe('#5b2a86')

  await button(page, `Remove ${site.origin}`).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this website?' })
  await expect(dialog).toContainText('a link to the pay form instead')
  await dialog.getByRole('button', { name: 'Remove Website' }).click()
  await expect(page.getByText('No website shows your pay form yet.')).toBeVisible()
  expect(await sitesOf(admin)).toEqual([])
})

test("adds a site by hand, rejects an invalid one, keeps the input after a failed save and keeps a colleague's change", async ({ page, admin }) => {
  await page.goto('/settings/embed')
  const field = page.getByLabel('Website', { exact: true })
  await field.fill('https://www.grace.example/give')
  await button(page, 'Add Website').click()
  await expect(field).toHaveAccessibleDescription(/without a path$/)
  const call = `**/api/networks/${admin.network.id}`
  await page.route(call, (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback()))
  await field.fill('www.grace.example')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('The website could not be added. Please try again.')
  await page.unroute(call)
  // A colleague adds a site between the read and the write.
  let others = 0
  await page.route(call, async (route) => {
    if (route.request().method() === 'PUT' && others === 0) {
      others += 1
      await admin.api.put(`/networks/${admin.network.id}`, { embedOrigins: ['https://hope.example'] })
    }
    await route.fallback()
  })
  await page.keyboard.press('Enter')
  await expect(websites(page)).toHaveText(['https://hope.example', 'https://www.grace.example'])
  await expect(field).toHaveValue('')
  expect(await sitesOf(admin)).toEqual(['https://hope.example', 'https://www.grace.example'])
})

test('shows steps for each kind of site, whose snippet works on such a page', async ({ page, admin, context }) => {
  await admin.api.put(`/networks/${admin.network.id}`, { embedOrigins: [site.origin] })
  await page.goto('/settings/embed')
  const church = await context.newPage()
  const show = async (body: string) => {
    site.show(body, '', { styles: true })
    await church.goto(site.url)
  }
  for (const [tab, around] of [
    ['HTML', (pasted: string) => `<div>${pasted}</div>`],
    // WordPress adds its own paragraphs and line breaks to a snippet.
    ['WordPress', (pasted: string) => `<article><div class="entry-content"><p>${pasted.replaceAll('\n', '<br>\n')}</p></div></article>`],
    [
      'Squarespace',
      (pasted: string) => `<div class="sqs-block code-block"><div class="sqs-block-content" style="overflow:hidden">${pasted}</div></div>`,
    ],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await show(around(await snippet(page).inputValue()))
    await expect(church.frameLocator('vestry-pay iframe').getByRole('heading', { name: 'Find my bill' }), tab).toBeVisible()
  }
  for (const tab of ['Wix', 'Google Sites']) {
    await page.getByRole('tab', { name: tab }).click()
    const address = await page.getByRole('tabpanel').getByRole('textbox', { name: 'Address' }).inputValue()
    await show(`<a data-testid="linkElement" href="${address}" target="_blank" role="button">Pay your dues</a>`)
    const opened = context.waitForEvent('page')
    await church.getByRole('button', { name: 'Pay your dues' }).click()
    await expect((await opened).getByRole('heading', { name: 'Find my bill' }), tab).toBeVisible()
  }
})

test('a site without scripts gets a button, and paper gets a QR code', async ({ page, admin, context, product }) => {
  await page.goto('/settings/embed')
  await page.getByLabel('Text of the link').fill('Dues & fees')
  const pasted = await page.getByRole('textbox', { name: 'Button' }).inputValue()
  const church = await context.newPage()
  site.show(pasted, '', { styles: true })
  await church.goto(site.url)
  await church.getByRole('link', { name: 'Dues & fees' }).click()
  await expect(church).toHaveURL(`${product.url}/find/${admin.network.id}`)
  for (const [kind, begins] of [
    ['PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['SVG', Buffer.from('<svg ')],
  ] as const) {
    const download = page.waitForEvent('download')
    await button(page, `QR Code as ${kind}`).click()
    const file = await readFile(await (await download).path())
    expect(file.subarray(0, begins.length), kind).toEqual(begins)
  }
  // The browser can decode the image.
  const found = await page.getByRole('img', { name: 'QR code of' }).evaluate((image: HTMLImageElement) => image.naturalWidth)
  expect(found).toBeGreaterThan(20)
})

test('a developer pastes a pinned version with its integrity hash', async ({ page, admin, context }) => {
  await admin.api.put(`/networks/${admin.network.id}`, { embedOrigins: [site.origin] })
  await page.goto('/settings/embed')
  const pasted = await page.getByRole('textbox', { name: 'which never changes' }).inputValue()
  expect(pasted).toMatch(/\/v1\.\d+\.\d+\.js" integrity="sha384-/)
  const church = await context.newPage()
  site.show(pasted)
  await church.goto(site.url)
  await expect(church.frameLocator('vestry-pay iframe').getByRole('heading', { name: 'Find my bill' })).toBeVisible()
})

test('an Auditor can read but not change the settings; a Member sees neither tab nor page', async ({ page, product }) => {
  const host = await newAdmin(product.url)
  const guest = await newAdmin(product.url)
  await host.api.put(`/networks/${host.network.id}`, { embedOrigins: ['https://grace.example'] })
  await grantAccess(host, guest, 'Auditor')
  await guest.api.post('/auth/network', { networkId: host.network.id })
  await signIn(page, guest.email)
  await page.goto('/settings/embed')
  await expect(websites(page)).toHaveText(['https://grace.example'])
  await expect(page.getByRole('button', { name: /Remove|Add Website|Allow/ })).toHaveCount(0)
  await grantAccess(host, guest, 'Member')
  await page.goto('/settings/embed')
  await expect(page.getByRole('heading', { name: 'You do not have permission to view this network.' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Embed' })).toHaveCount(0)
})
