import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../chromium.mjs'
import { tagOf } from '../e2e/church-site.ts'
import { type Figure, median } from './table.ts'
import type { WebTestBed } from './web-test-bed.ts'

const run = promisify(execFile)
const RUNS = Number(process.env.ROUNDS ?? 3)

type Report = Readonly<{
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>
}>
type Scores = Readonly<{ performance: number; lcp: number; tbt: number; cls: number; accessibility: number }>

const GOAL: Scores = { performance: 98, lcp: 1_300, tbt: 50, cls: 0.02, accessibility: 100 }
const meets = ({ performance, lcp, tbt, cls, accessibility }: Scores): boolean =>
  performance >= GOAL.performance && lcp <= GOAL.lcp && tbt <= GOAL.tbt && cls <= GOAL.cls && accessibility >= GOAL.accessibility

const shown = ({ performance, lcp, tbt, cls, accessibility }: Scores): string =>
  `${Math.round(performance)}, ${(lcp / 1000).toFixed(2)} s, ${Math.round(tbt)} ms, ${cls.toFixed(3)}, ${Math.round(accessibility)}`

/** Lighthouse sometimes gets no trace of a page, and then advises to run it again. */
const tried = async <Result>(work: () => Promise<Result>, left = 2): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (left === 0 || !String(error).includes('Please run Lighthouse again')) throw error
    console.log(`    again: ${/\([A-Z_]+\)/.exec(String(error))?.[0] ?? 'no trace'}`)
    return tried(work, left - 1)
  }
}

/** One run of Lighthouse as a mobile phone, in a separate browser. */
const scoresOf = async (packages: string, url: string): Promise<Scores> => {
  const { executablePath, args, env = process.env } = await findChromium()
  const report = join(packages, 'report.json')
  const flags = ['--only-categories=performance,accessibility', '--output=json', `--output-path=${report}`, '--quiet', '--no-enable-error-reporting']
  await run(
    process.execPath,
    [join(packages, 'node_modules/lighthouse/cli/index.js'), url, ...flags, `--chrome-flags=--headless=new ${args.join(' ')}`],
    { env: { ...env, CHROME_PATH: executablePath }, timeout: 180_000 },
  )
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const score = (name: string) => (categories[name]?.score ?? 0) * 100
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  if (process.env.AUDITS)
    for (const { score: each, title } of Object.values(audits)) if (each !== null && each < 0.9) console.log(`    ${url}: ${title}: ${each}`)
  return {
    performance: score('performance'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    accessibility: score('accessibility'),
  }
}

/** Lighthouse scores of the payors' pages, and of a site with the tag. */
export const lighthouse = async (
  { product: { base }, site, bill, manual }: WebTestBed,
  packages: string,
  missing: string | null,
): Promise<Figure[]> => {
  site.show(`<main><h1>Grace Church</h1>${tagOf(base, bill)}</main>`)
  const pages = [
    ['/pay/:id', `${base}/pay/${bill}`],
    ["/pay/:id, card form of Stripe's stand-in", `${base}/pay/${bill}?as=guest`],
    ['/pay/:id, by hand alone', `${base}/pay/${manual}?as=guest`],
    ["/embed/pay/:id, card form of Stripe's stand-in", `${base}/embed/pay/${bill}`],
    ['a site with the tag', site.url],
  ] as const
  const figures: Figure[] = []
  for (const [name, url] of pages) {
    const row = { job: `Lighthouse mobile (performance, LCP, TBT, CLS, accessibility): ${name}`, limit: '', ratio: '', goal: shown(GOAL) }
    if (missing) {
      figures.push({ ...row, limit: missing, measured: '', ok: true })
      continue
    }
    const runs: Scores[] = []
    for (let i = 0; i < RUNS; i += 1) runs.push(await tried(() => scoresOf(packages, url)))
    const of = (figure: keyof Scores) => median(runs.map((one) => one[figure]))
    const scores = { performance: of('performance'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls'), accessibility: of('accessibility') }
    figures.push({ ...row, measured: shown(scores), ok: meets(scores) })
    console.log(`  ${name}: ${shown(scores)}`)
  }
  return figures
}
