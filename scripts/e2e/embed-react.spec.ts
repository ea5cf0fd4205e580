import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { Bill } from '../../modules/bills/contract.ts'
import { type Consumer, packReact } from '../testing/pack.ts'
import { PAID, pay, typeCard } from './card-form.ts'
import { type ChurchSite, startChurchSite } from './church-site.ts'
import { billsFor, frameOf } from './embedded.ts'
import { expect, test } from './test.ts'

let site: ChurchSite
let consumer: Consumer
let script = ''
test.beforeAll(async ({ product }) => {
  site = await startChurchSite(product.url)
  consumer = packReact()
  // React's development build, which reports findings of StrictMode and hydration mismatches.
  const options = { bundle: true, jsx: 'automatic', tsconfigRaw: {}, define: { 'process.env.NODE_ENV': '"development"' } } as const
  const at = (name: string) => path.join(consumer.folder, name)
  await build({ ...options, entryPoints: [at('app/page.tsx')], outfile: at('page.js') })
  await build({ ...options, entryPoints: [at('app/server.tsx')], outfile: at('server.cjs'), platform: 'node' })
  script = readFileSync(at('page.js'), 'utf8')
})
test.afterAll(async () => {
  consumer.remove()
  await site.stop()
})

/**
 * Opens a church's React page with this bill, and returns the browser's warnings. `drawn`: HTML that the server has
 * rendered.
 */
const open = async (page: Page, url: string, bill: Bill | undefined, drawn = ''): Promise<string[]> => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  site.show(`<div id="root">${drawn}</div><script src="/site.js"></script>`, '', {
    styles: drawn !== '',
    script,
    data: `data-origin="${url}" data-bill="${bill?.id}"`,
  })
  await page.goto(site.url)
  return complaints
}
const received = (page: Page) => page.evaluate(() => (window as unknown as { received: string[] }).received)

test('a React page shows a bill, is notified when it is paid, and unmounts it without a trace', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  const complaints = await open(page, product.url, bills[0])
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Annual dues')
  await expect.poll(() => received(page)).toEqual(['vestry-pay:ready Unpaid, once unknown'])
  await expect(page.locator('vestry-pay')).toHaveClass('dues')
  const accent = () => frame.locator(':root').evaluate((root) => getComputedStyle(root).getPropertyValue('--color-accent'))
  expect(await accent()).toBe('#5b2a86')

  // The ref of the tag, and a theme that changes.
  await page.getByRole('button', { name: 'To the form' }).click()
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('vestry-pay')
  await page.getByRole('button', { name: 'Go green' }).click()
  await expect.poll(accent).toBe('#0a5c36')
  await page.getByRole('button', { name: 'Once more' }).click()
  await expect.poll(() => received(page)).toHaveLength(3)

  await typeCard(frame, '4242424242424242')
  await pay(frame)
  await expect(frame.getByText(PAID)).toBeVisible()
  // Only the newest render's handler is called, and only once, although StrictMode mounts everything twice.
  await expect(page.getByText('Your bill: Paid')).toBeVisible()
  expect((await received(page)).slice(1)).toEqual([...Array(2).fill('vestry-pay:ready Unpaid, once Unpaid'), 'vestry-pay:paid Paid, once Unpaid'])

  const toggle = page.getByRole('button', { name: 'Show or hide' })
  await toggle.click()
  await expect(page.locator('vestry-pay, iframe')).toHaveCount(0)
  await toggle.click()
  await expect(frame.getByText('This assessment has been paid in full.')).toBeVisible()
  await expect(page.locator(`script[src="${product.url}/v1.js"]`)).toHaveCount(1)
  await expect.poll(async () => (await received(page)).at(-1)).toBe('vestry-pay:ready Paid, once Paid')
  expect(complaints).toEqual([])
})

test('a React page is notified when a payment was marked as sent', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  await open(page, product.url, bills[0])
  const frame = frameOf(page)
  await frame.getByRole('tab', { name: 'Zelle' }).click()
  await frame.getByLabel('I have sent this payment').check()
  await frame.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('Your bill: PendingConfirmation')).toBeVisible()
  expect((await received(page)).at(-1)).toBe('vestry-pay:pending PendingConfirmation, once Unpaid')
})

test('a React page is notified when the script fails to load, and keeps the link', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  await page.route('**/v1.js', (route) => route.abort())
  await open(page, product.url, bills[0])
  await expect(page.getByText('Your bill: unavailable')).toBeVisible()
  await page.getByRole('link', { name: 'Pay your bill' }).click()
  await expect(page).toHaveURL(`${product.url}/pay/${bills[0]?.id}?lang=en`)
})

test('React hydrates the tag that its server rendered, even if the script was loaded before', async ({ page, product }) => {
  const { bills } = await billsFor(product.url, 1, [site.origin])
  const { draw } = createRequire(import.meta.url)(path.join(consumer.folder, 'server.cjs')) as { draw: (origin: string, bill: string) => string }
  const drawn = draw(product.url, String(bills[0]?.id))
  expect(drawn).toContain(`<a slot="fallback" href="${product.url}/pay/${bills[0]?.id}?lang=en">Pay your bill</a></vestry-pay>`)
  for (const before of ['', `<script src="${product.url}/v1.js"></script>`]) {
    const complaints = await open(page, product.url, bills[0], `${drawn}</div>${before}<div>`)
    await expect(frameOf(page).getByRole('heading', { level: 1 })).toHaveText('Annual dues')
    await page.getByRole('button', { name: 'Show or hide' }).click()
    await expect(page.locator('vestry-pay')).toHaveCount(0)
    expect(complaints).toEqual([])
  }
})
