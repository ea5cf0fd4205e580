// npm test: builds what is stale, then the tests of the code (vitest), then people's stories in a browser (Playwright).
// `--screens` makes the pictures alone. Any failure ends it with a code that isn't 0.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const screens = process.argv.includes('--screens')
const chosen = process.argv.slice(2).filter((argument) => argument !== '--screens')

/** Both runners speak for themselves: what they print, their closing lines too, is not touched. */
const passes = (program, ...args) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(screens ? { SCREENS: '1' } : {}) },
  }).status === 0

/** What failed, by vitest's own report. */
const failuresIn = (report) =>
  JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative(root, name)}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${path.relative(root, name)} > ${fullName}\n${failureMessages.join('\n')}`),
  ])

/** What failed; nothing when all passed. */
const vitest = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-vitest-'))
  const report = path.join(folder, 'report.json')
  const args = ['run', '--config', 'scripts/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile=${report}`]
  try {
    if (passes('vitest/vitest.mjs', ...args)) return []
    return ['', 'Failed before, in vitest:', ...(existsSync(report) ? failuresIn(report) : ['no report was written'])]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const playwright = () => passes('@playwright/test/cli.js', 'test', '--config', 'scripts/playwright.config.ts', ...chosen)

build()
// The stories are told even when a test of the code has failed: both results are wanted, and hundreds of lines may stand between them.
const failures = screens ? [] : vitest()
const storiesPass = playwright()
if (failures.length > 0) console.error(failures.join('\n'))
process.exit(storiesPass && failures.length === 0 ? 0 : 1)
