import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { Bill } from '../../modules/bills/contract.ts'
import { authenticate, challenge, PAID, pay, typeCard } from './card-form.ts'
import { type ChurchSite, startChurchSite } from './church-site.ts'
import { billsFor, frameOf, listen, payorOf, received, tagFor } from './embedded.ts'
import { expectReadable } from './reading-order.ts'
import { expect, test } from './test.ts'

// This browser blocks third-party cookies: older ones by a flag, newer ones by a command of the DevTools protocol.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout'] }),
})
test.beforeEach(async ({ page }) => {
  const devTools = await page.context().newCDPSession(page)
  const strict = { enableThirdPartyCookieRestriction: true, disableThirdPartyCookieMetadata: true, disableThirdPartyCookieHeuristics: true }
  await devTools.send('Network.enable')
  await devTools.send('Network.setCookieControls', strict).catch(() => {})
})

let site: ChurchSite
test.beforeAll(async ({ product }) => {
  site = await startChurchSite(product.url)
})
test.afterAll(() => site.stop())

const fallback = (page: Page) => page.getByRole('link', { name: 'Pay your dues' })
const claim = async (page: Page) => {
  const frame = frameOf(page)
  await frame.getByRole('tab', { name: 'Zelle' }).click()
  await frame.getByLabel('I have sent this payment').check()
  await frame.getByRole('button', { name: 'Mark as sent' }).click()
}
const SENT = "Thanks! We've recorded your payment as sent."

test('without third-party cookies one bill is paid by card with authentication and another by claim', async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 2, [site.origin])
  await listen(page)
  site.show(tagFor(product.url, bills[0]))
  await page.goto(site.url)
  const frame = frameOf(page)
  await typeCard(frame, '4000002760003184')
  await pay(frame)
  await expect(challenge(frame).getByRole('button', { name: 'Complete' })).toBeVisible()
  await authenticate(frame, 'Complete')
  await expect(frame.getByText(PAID)).toBeVisible()
  site.show(tagFor(product.url, bills[1]))
  await page.goto(site.url)
  await claim(page)
  await expect(frameOf(page).getByText(SENT).first()).toBeVisible()
  const { data } = await admin.api.get<{ data: Bill[] }>(`/assessment-bills?assessmentProgramId=${bills[0]?.program.id}`)
  expect(data.map(({ status }) => status).sort()).toEqual(['Paid', 'PendingConfirmation'])
})

test('this browser sends no cookies from frames', async ({ page }) => {
  const cookies: (string | undefined)[] = []
  const server = createServer(({ url, headers }, res) => {
    if (url === '/frame') cookies.push(headers.cookie)
    const set = { 'set-cookie': 'known=1; SameSite=None; Secure; Path=/' }
    const { port } = server.address() as AddressInfo
    res.writeHead(200, { 'content-type': 'text/html', ...(url === '/frame' ? set : {}) })
    res.end(url === '/frame' ? 'frame' : `<iframe src="http://localhost:${port}/frame"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (let i = 0; i < 2; i += 1) {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await expect(page.frameLocator('iframe').getByText('frame')).toBeVisible()
  }
  await new Promise((resolve) => server.close(resolve).closeAllConnections())
  expect(cookies).toEqual([undefined, undefined])
})

test('fits a narrow column, right-to-left, large text, forced colors and reduced motion', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  const tag = tagFor(product.url, bills[0])
  const shown = async (what: string) => {
    const frame = frameOf(page)
    await expect(frame.getByRole('heading', { level: 1 }), what).toHaveText('Annual dues')
    // Nothing is cut off: the frame scrolls neither way.
    const over = () =>
      frame
        .locator(':root')
        .evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight])
    await expect.poll(async () => (await over()).every((pixels) => pixels <= 0), what).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what).toBe(true)
    await expectReadable(page, what, frame)
  }
  await page.setViewportSize({ width: 1024, height: 800 })
  site.show(`<main style="width:320px;float:right"><h2>Give</h2>${tag}</main>`, '', { styles: true })
  await page.goto(site.url)
  await shown('a column of 320 pixels')
  await page.setViewportSize({ width: 390, height: 800 })
  site.show(`<main dir="rtl" lang="ar"><h2>تبرع</h2>${tag}</main>`)
  await page.goto(site.url)
  await shown('right to left')
  expect(
    await frameOf(page)
      .locator(':root')
      .evaluate((root) => getComputedStyle(root).direction),
  ).toBe('ltr')
  // Text at 200 %, as a browser setting.
  await page.setViewportSize({ width: 640, height: 800 })
  await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')))
  site.show(`<main><h2>Give</h2>${tag}</main>`)
  await page.goto(site.url)
  await shown('twice the text')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await expect(frameOf(page).getByRole('tab', { name: 'Zelle' })).toBeVisible()
  await frameOf(page).getByRole('tab', { name: 'Zelle' }).click()
  // The visible outline of a tab is drawn behind its text.
  const outline = (name: string) =>
    frameOf(page)
      .getByRole('tab', { name })
      .evaluate((tab) => getComputedStyle(tab, '::after').outlineStyle)
  expect(await outline('Zelle'), 'the chosen tab differs without its colours').not.toBe(await outline('Credit Card'))
})

test('the link stays if an ad blocker blocks the script, and appears after five seconds if it blocks the frame', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  site.show(tagFor(product.url, bills[0]))
  await listen(page)
  await page.route('**/v1.js', (route) => route.abort('blockedbyclient'))
  await page.goto(site.url)
  await expect(fallback(page)).toHaveAttribute('href', `${product.url}/pay/${bills[0]?.id}`)
  await page.unroute('**/v1.js')
  await page.route('**/embed/**', (route) => route.abort('blockedbyclient'))
  await page.goto(site.url)
  await expect.poll(() => received(page)).toEqual([['error', { bill: bills[0]?.id, status: 'unavailable' }]])
  await expect(fallback(page)).toBeVisible()
  await expect(page.locator('vestry-pay iframe')).toBeHidden()
})

test('a slow network shows the link at once and the form when it arrives, even late', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  site.show(tagFor(product.url, bills[0]))
  await listen(page)
  await page.route('**/embed/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    await route.continue()
  })
  await page.goto(site.url)
  await expect(fallback(page)).toBeVisible()
  await expect(frameOf(page).getByText(payorOf(bills[0])).first()).toBeVisible()
  await expect(fallback(page)).toBeHidden()
  expect((await received(page)).map((event) => (event as [string])[0])).toEqual(['error', 'ready'])
})

test('a tab frozen in the background resumes when it is shown', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  site.show(tagFor(product.url, bills[0]))
  const devtools = await page.context().newCDPSession(page)
  await page.route('**/embed/**', async (route) => {
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await route.continue()
  })
  await page.goto(site.url)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(frameOf(page).getByText(payorOf(bills[0])).first()).toBeVisible({ timeout: 10_000 })
  await expect(fallback(page)).toBeHidden()
})

test('tells a payor about a lost connection, and counts a repeated payment once', async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 1, [site.origin])
  site.show(tagFor(product.url, bills[0]))
  await page.goto(site.url)
  const frame = frameOf(page)
  await expect(frame.getByText(payorOf(bills[0])).first()).toBeVisible()
  // The payment is recorded, but the response is lost.
  let lost = 0
  await page.route('**/mark-as-paid', async (route) => {
    lost += 1
    if (lost > 1) return route.continue()
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await claim(page)
  await expect(frame.getByRole('alert')).toBeVisible()
  await frame.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(frame.getByText(SENT).first()).toBeVisible()
  expect(lost).toBe(2)
  const { data } = await admin.api.get<{ data: { type: string }[] }>(`/assessment-bills/${bills[0]?.id}/history`)
  expect(data.filter(({ type }) => type === 'PaymentClaimed')).toHaveLength(1)
})

test('the frame and its site ignore messages that another frame forges or replays', async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 1, [site.origin])
  const forger = await startChurchSite(product.url)
  try {
    // An advertisement on the church's page, from a site that is not listed.
    forger.show('<p>Advertisement</p>')
    site.show(`${tagFor(product.url, bills[0])}<iframe title="ad" src="${forger.url}"></iframe>`, '', { frame: forger.origin })
    await listen(page)
    await page.goto(site.url)
    const frame = frameOf(page)
    await expect(frame.getByText(payorOf(bills[0])).first()).toBeVisible()
    await expect(page.frameLocator('iframe[title=ad]').getByText('Advertisement')).toBeVisible()
    const before = await received(page)
    const advertisement = page.frames().find((one) => one.url() === forger.url)
    await advertisement?.evaluate(async (bill) => {
      const messages = [
        { type: 'vestry-pay:here', v: 1 },
        { type: 'vestry-pay:hello', v: 1 },
        { type: 'paid', bill, status: 'Paid' },
        { type: 'resize', height: 5 },
        'vestry-pay:here',
        null,
      ]
      for (const window of [top, ...Array.from({ length: top?.length ?? 0 }, (_, i) => top?.[i])])
        for (const message of messages) window?.postMessage(message, '*', [new MessageChannel().port2])
      await new Promise((resolve) => setTimeout(resolve, 300))
    }, bills[0]?.id)
    expect(await received(page)).toEqual(before)
    // The real frame still reaches its site over their channel.
    await claim(page)
    await expect(frame.getByText(SENT).first()).toBeVisible()
    await expect.poll(async () => (await received(page)).at(-1)).toEqual(['pending', { bill: bills[0]?.id, status: 'PendingConfirmation' }])
    expect((await admin.api.get<{ data: Bill }>(`/assessment-bills/${bills[0]?.id}`)).data.status).toBe('PendingConfirmation')
  } finally {
    await forger.stop()
  }
})

test('a paid, archived or inactive bill says so in its frame', async ({ page, product }) => {
  const { admin, bills } = await billsFor(product.url, 2, [site.origin])
  await admin.api.put(`/assessment-bills/${bills[0]?.id}/mark-as-paid`, {})
  await admin.api.put(`/assessment-bills/${bills[1]?.id}/archive`, {})
  for (const [bill, words] of [
    [bills[0], 'This assessment has been paid in full.'],
    [bills[1], /archived/i],
  ] as const) {
    site.show(`<main><h2>Give</h2>${tagFor(product.url, bill)}</main>`)
    await page.goto(site.url)
    await expect(frameOf(page).getByText(words).first()).toBeVisible()
    await expect(fallback(page)).toBeHidden()
    await expectReadable(page, `a bill in a frame: ${words}`)
  }
})
