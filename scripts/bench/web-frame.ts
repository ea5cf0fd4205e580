import type { Browser } from '@playwright/test'
import { tagOf } from '../e2e/church-site.ts'
import { type Figure, median, ms, plus } from './table.ts'
import { openBrowser, SLOW, visit } from './web-browser.ts'
import type { WebTestBed } from './web-test-bed.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const BLOCKED_AFTER_MS = 50
/** After this time, the tag has done all its work. */
const SETTLED_MS = 3_000

const WORDS = `<h1>Grace Church</h1>${'<p>Worship on Sundays at nine and at eleven, with a meal for everybody after the second.</p>'.repeat(12)}`

/** Milliseconds for which tasks blocked the site's own thread during and after loading. */
const blockedTime = (browser: Browser, url: string): Promise<number> =>
  visit(browser, { cpu: SLOW.cpu }, async ({ page }) => {
    await page.addInitScript(() => {
      if (window !== top) return
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: true,
      })
    })
    await page.goto(url)
    await page.waitForTimeout(SETTLED_MS)
    const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
    return tasks.reduce((sum, duration) => sum + Math.max(0, duration - BLOCKED_AFTER_MS), 0)
  })

/** The blocking time that the tag adds to a site, and the requests that it sends before its frame is near. */
export const onSite = async ({ product: { base }, site, bill }: WebTestBed): Promise<Figure[]> => {
  const browser = await openBrowser({ together: false })
  try {
    const blocked = async (body: string) => {
      site.show(body)
      return blockedTime(browser, site.url)
    }
    const withTag = `<main>${WORDS}${tagOf(base, bill, 'loading="eager"')}</main>`
    await blocked(withTag)
    const rounds: { without: number; tagged: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) rounds.push({ without: await blocked(`<main>${WORDS}</main>`), tagged: await blocked(withTag) })
    const [without, tagged] = [median(rounds.map((one) => one.without)), median(rounds.map((one) => one.tagged))]
    const growth = median(rounds.map((one) => one.tagged - one.without))

    site.show(`<main>${WORDS}${'<br>'.repeat(300)}${tagOf(base, bill)}</main>`)
    const asked = await visit(browser, { cpu: 1 }, async ({ page }) => {
      const urls: string[] = []
      page.on('request', (request) => request.url().startsWith(base) && urls.push(new URL(request.url()).pathname))
      await page.goto(site.url, { waitUntil: 'networkidle' })
      const before = [...urls]
      await page.locator('vestry-pay').scrollIntoViewIfNeeded()
      await page.waitForEvent('framenavigated')
      if (urls.length === before.length) throw new Error('the frame was never opened')
      return before
    })
    return [
      {
        job: 'total blocking time of a site with the tag, processor ×4',
        limit: `without ${ms(without)}`,
        measured: ms(tagged),
        ratio: plus(growth),
        goal: '≤ +10 ms',
        ok: growth <= 10,
      },
      {
        job: 'requests of the tag before its frame is near',
        limit: '1 (v1.js)',
        measured: `${asked.length} (${asked.join(', ').replaceAll('/', '')})`,
        ratio: '',
        goal: 'v1.js alone',
        ok: asked.join() === '/v1.js',
      },
    ]
  } finally {
    await browser.close()
  }
}

/** The delay until a payor can pay in a frame, compared with the pay page. */
export const untilReady = async ({ product: { base }, site, bill }: WebTestBed): Promise<Figure[]> => {
  const browser = await openBrowser({ together: true })
  const hosted = () =>
    visit(browser, SLOW, async ({ page, reached }) => {
      await page.goto(`${base}/pay/${bill}?as=guest`)
      return { answers: await reached('tabs'), form: await reached('form') }
    })
  const framed = () =>
    visit(browser, SLOW, async ({ page, reached }) => {
      await page.goto(site.url)
      return { answers: await reached('notified'), form: await reached('form') }
    })
  try {
    site.show(`<main>${tagOf(base, bill)}</main>`)
    await hosted()
    await framed()
    const rounds: { hosted: Awaited<ReturnType<typeof hosted>>; framed: Awaited<ReturnType<typeof framed>> }[] = []
    for (let i = 0; i < ROUNDS; i += 1) rounds.push({ hosted: await hosted(), framed: await framed() })
    return (['answers', 'form'] as const).map((step) => {
      const later = median(rounds.map((round) => round.framed[step] - round.hosted[step]))
      return {
        job: `${step === 'form' ? "frame's card form (Stripe's stand-in) ready to pay" : 'frame seen (vestry-pay:ready)'}, processor ×4, 150 ms, 1.6 Mbps`,
        limit: `hosted ${step === 'form' ? 'form' : 'tabs'} ${ms(median(rounds.map((round) => round.hosted[step])))}`,
        measured: ms(median(rounds.map((round) => round.framed[step]))),
        ratio: plus(later),
        goal: '≤ +400 ms',
        ok: later <= 400,
      }
    })
  } finally {
    await browser.close()
  }
}
