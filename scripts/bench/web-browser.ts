import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../chromium.mjs'

/** A mid-range phone on a slow mobile network, as in Lighthouse. */
export const SLOW = { cpu: 4, network: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } }

/**
 * Runs in every document of a page, including frames, and reports the time of each step in milliseconds since 1970:
 * `tabs`, once the page responds to its payor; `form`, once Stripe's form is ready; `notified`, once the site is
 * notified that its frame is ready.
 */
const watch = (): void => {
  const { reached } = globalThis as unknown as { reached: (name: string, at: number) => Promise<void> }
  const steps = new Map([
    ['tabs', '[role=tab]'],
    ['form', 'form[aria-busy] button[type=submit]'],
  ])
  const note = (name: string) => void reached(name, performance.timeOrigin + performance.now())
  if (window === top) {
    void reached('start', performance.timeOrigin)
    addEventListener('vestry-pay:ready', () => note('notified'))
  }
  new MutationObserver(() => {
    for (const [name, what] of steps)
      if (document.querySelector(what)) {
        steps.delete(name)
        note(name)
      }
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

export type PageVisit = Readonly<{
  page: Page
  /** The time of a step, after the page's own start. */
  reached: (name: string) => Promise<number>
}>

/**
 * `together`: frames share their page's thread. Then throttling applies to them, too, since a browser throttles only
 * one target.
 */
export const openBrowser = async ({ together }: { together: boolean }): Promise<Browser> => {
  const found = await findChromium()
  const apart = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process']
  return chromium.launch({ ...found, args: [...found.args, ...(together ? apart : ['--site-per-process'])] })
}

/** A visit with an empty cache, on a slow processor and optionally a slow network. */
export const visit = async <Result>(
  browser: Browser,
  { cpu, network }: { cpu: number; network?: (typeof SLOW)['network'] },
  work: (visit: PageVisit) => Promise<Result>,
): Promise<Result> => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'en-US' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    if (network) {
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', network)
    }
    const marks = new Map<string, number>()
    await page.exposeBinding('reached', (_, name: string, at: number) => void marks.set(name, at))
    // tsx wraps functions in a helper that the page lacks.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(watch)
    const reached = async (name: string): Promise<number> => {
      const until = performance.now() + 60_000
      while (!marks.has(name)) {
        if (performance.now() > until) throw new Error(`${page.url()} never reached '${name}'`)
        await page.waitForTimeout(50)
      }
      return (marks.get(name) ?? 0) - (marks.get('start') ?? 0)
    }
    return await work({ page, reached })
  } finally {
    await context.close()
  }
}
