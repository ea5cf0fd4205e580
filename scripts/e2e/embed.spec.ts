import type { Bill } from '../../modules/bills/contract.ts'
import { expectAccessible } from './axe.ts'
import { authenticate, challenge, form, PAID, pay, typeCard } from './card-form.ts'
import { type ChurchSite, startChurchSite } from './church-site.ts'
import { billsFor, frameOf, listen, payorOf, received, tagFor } from './embedded.ts'
import { inFull } from './figures.ts'
import { newProgram } from './network.ts'
import { expect, signIn, test } from './test.ts'

let site: ChurchSite
test.beforeAll(async ({ product }) => {
  site = await startChurchSite(product.url)
})
test.afterAll(() => site.stop())

test("a bill is paid by card with authentication on a church's own site, without a session", async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 1, [site.origin])
  const [bill] = bills
  await signIn(page, admin.email)
  site.show(`<h1>Grace Church</h1>${tagFor(product.url, bill)}`)
  await listen(page)
  await page.goto(site.url)
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Annual dues')
  await expect(page.getByRole('link', { name: 'Pay your dues' })).toBeHidden()
  await expect.poll(() => received(page)).toEqual([['ready', { bill: bill?.id, status: 'Unpaid' }]])
  await expect(frame.getByText('You are signed in as')).toHaveCount(0)
  await expect(frame.getByRole('link', { name: /Sign In & Pay/ })).toHaveAttribute('target', '_top')
  // The frame is as high as its content.
  await expect.poll(() => frame.locator(':root').evaluate((root) => root.scrollHeight - root.clientHeight)).toBeLessThanOrEqual(0)

  await typeCard(frame, '4000002760003184')
  await pay(frame)
  await expect(challenge(frame).getByRole('button', { name: 'Complete' })).toBeVisible()
  // The bank's authentication fills the window.
  await expect.poll(() => page.locator('vestry-pay iframe').evaluate((own) => [own.clientWidth, own.clientHeight])).toEqual([1440, 900])
  await authenticate(frame, 'Complete')
  await expect(frame.getByText(PAID)).toBeVisible()
  await expect
    .poll(() => received(page))
    .toEqual([
      ['ready', { bill: bill?.id, status: 'Unpaid' }],
      ['expand', { bill: bill?.id, status: 'Unpaid' }],
      ['expand', { bill: bill?.id, status: 'Unpaid' }],
      ['paid', { bill: bill?.id, status: 'Paid' }],
    ])
  expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bill?.id}`)).data.status).toBe('Paid')
})

test("a frame takes the colors of its site, resists the site's styles, and lets a payor mark a payment as sent", async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 1, [site.origin])
  const look = '--vestry-pay-accent:#5b2a86;--vestry-pay-radius:2px;--vestry-pay-font:Georgia;--vestry-pay-surface:#fffdf5;--vestry-pay-text:#777'
  const tags = [tagFor(product.url, bills[0], 'theme="light" locale="en"'), tagFor(product.url, bills[0], 'mode="button" label="Give now"')]
  site.show(`<main><h1>Grace Church</h1>${tags.join('')}</main>`)
  await listen(page)
  await page.addInitScript((rules) => {
    if (window !== top) return
    // Added by script, because the site's policy allows no inline style.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { all: unset !important } vestry-pay { ${rules} }`)
    document.adoptedStyleSheets = [sheet]
  }, look)
  await page.goto(site.url)
  const frame = frameOf(page)
  const tab = frame.getByRole('tab', { name: 'Zelle' })
  await tab.click()
  await frame.getByLabel('I have sent this payment').check()
  await expectAccessible(page, 'the pay page in a frame')
  const root = frame.locator(':root')
  const shown = (name: string) => root.evaluate((own, property) => getComputedStyle(own).getPropertyValue(property), name)
  expect(await shown('--color-accent')).toBe('#5b2a86')
  expect(await shown('--radius-lg')).toBe('2px')
  // An invalid colour is ignored together with its surface.
  expect(await shown('--color-surface')).not.toBe('#fffdf5')
  await frame.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(frame.getByText("Thanks! We've recorded your payment as sent.").first()).toBeVisible()
  await expect.poll(() => received(page)).toContainEqual(['pending', { bill: bills[0]?.id, status: 'PendingConfirmation' }])
  expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bills[0]?.id}`)).data.status).toBe('PendingConfirmation')
  await expect(page.getByRole('link', { name: 'Give now' })).toHaveAttribute('href', `${product.url}/pay/${bills[0]?.id}`)
  expect(await page.evaluate(() => (window as unknown as { VestryPay: object }).VestryPay)).toEqual({ v: 1 })
})

test('the card form follows the color scheme of its frame, not that of the device', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  for (const [theme, machine] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: machine })
    site.show(tagFor(product.url, bills[0], `theme="${theme}"`))
    await page.goto(site.url)
    await form(frameOf(page)).getByLabel('Card number').waitFor()
    const background = await form(frameOf(page))
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(background, theme).toBe(theme === 'dark' ? 'rgb(25, 24, 22)' : 'rgb(255, 255, 255)')
  }
})

test.describe('with a bill or site that cannot be framed', () => {
  test.use({ unframed: true })
  test('an unlisted site and an unknown bill leave the link to the pay page', async ({ page, product }) => {
    const { bills } = await billsFor(product.url, 1, ['https://elsewhere.example'])
    await listen(page)
    for (const bill of [bills[0], { id: 'AAAAAAAAAAAAAAAAAAAAAA' } as Bill]) {
      site.show(tagFor(product.url, bill))
      await page.goto(site.url)
      await expect.poll(() => received(page)).toEqual([['error', { bill: bill?.id, status: 'unavailable' }]])
      await expect(page.getByRole('link', { name: 'Pay your dues' })).toBeVisible()
      await expect(page.locator('vestry-pay iframe')).toBeHidden()
    }
  })
})

test('a payor who has lost the link requests a new one in a frame of the network', async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 1, [site.origin])
  const email = `lost.${admin.network.id.slice(0, 8)}@example.org`
  const program = await newProgram(admin, { name: 'Camp fees' })
  await admin.api.upload(program.id, `firstName,lastName,email\nLee,Lost,${email}`)
  expect(bills).toHaveLength(1)
  site.show(
    `<main><script async src="${product.url}/v1.js"></script><vestry-pay network="${admin.network.id}" label="Find your bill"></vestry-pay></main>`,
  )
  await listen(page)
  await page.goto(site.url)
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { name: 'Find my bill' })).toBeVisible()
  await expect.poll(() => received(page)).toEqual([['ready', { bill: null, status: null }]])
  await expectAccessible(page, 'find my bill in a frame')
  await frame.getByLabel('E-mail address').fill(email)
  await frame.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect(frame.getByText("If we find bills, we've e-mailed a link")).toBeVisible()
  await expect.poll(async () => (await received(page)).length).toBe(2)
})

test('a printed bill opened in a frame has its amount in view', async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 1, [site.origin])
  await page.setViewportSize({ width: 375, height: 420 })
  site.show(
    `<main><p>Welcome</p><script async src="${product.url}/v1.js"></script><vestry-pay network="${admin.network.id}" label="Find your bill"></vestry-pay></main>`,
  )
  await page.goto(site.url)
  const frame = frameOf(page)
  await frame.getByLabel('Bill code').fill(bills[0]?.code ?? '')
  await frame.getByLabel('Last name, or name of the congregation').fill(bills[0]?.individualMember?.lastName ?? '')
  await frame.getByRole('button', { name: 'Open the bill' }).click()
  const amount = frame.getByText(inFull(123.45)).first()
  await expect(amount).toBeVisible()
  await expect(amount).toBeInViewport({ ratio: 1 })
})

test('loads a frame only near the window; tags can be added, moved, changed and removed', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 2, [site.origin])
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/embed/') && asked.push(request.url())))
  site.show(`<script async src="${product.url}/v1.js"></script><script async src="${product.url}/v1.0.0.js"></script><main></main>`)
  await page.goto(site.url)
  await page.evaluate((id) => {
    document.body.style.paddingTop = '5000px'
    const tag = document.createElement('vestry-pay')
    tag.setAttribute('bill', id)
    document.body.append(tag)
  }, String(bills[0]?.id))
  await expect(page.getByRole('link', { name: 'Pay your bill' })).toHaveAttribute('href', `${product.url}/pay/${bills[0]?.id}`)
  expect(asked).toEqual([])
  await page.locator('vestry-pay').scrollIntoViewIfNeeded()
  await expect(frameOf(page).getByText(payorOf(bills[0])).first()).toBeVisible()
  await page.evaluate((id) => document.querySelector('vestry-pay')?.setAttribute('bill', id), String(bills[1]?.id))
  await expect(frameOf(page).getByText(payorOf(bills[1])).first()).toBeVisible()
  await page.evaluate(() => document.querySelector('main')?.append(document.querySelector('vestry-pay') as Element))
  await expect(frameOf(page).getByText(payorOf(bills[1])).first()).toBeVisible()
  // Messages from a page that pretends to be the frame are ignored.
  await page.evaluate(() => postMessage({ type: 'vestry-pay:here', v: 1 }, '*'))
  await page.evaluate(() => document.querySelector('vestry-pay')?.remove())
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto('about:blank')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the tag is a link to the pay page, and the frame works without script', async ({ page, product }) => {
    const { admin, bills } = await billsFor(product.url, 1, [site.origin])
    site.show(tagFor(product.url, bills[0]))
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Pay your dues' }).click()
    await expect(page).toHaveURL(`${product.url}/pay/${bills[0]?.id}`)
    await page.goto(`/embed/pay/${bills[0]?.id}`)
    await page.getByRole('link', { name: 'Zelle' }).click()
    await expect(page).toHaveURL(/\/embed\/pay\//)
    await page.getByLabel('I have sent this payment').check()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(page.getByText("Thanks! We've recorded your payment as sent.")).toBeVisible()
    expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bills[0]?.id}`)).data.status).toBe('PendingConfirmation')
  })
})
