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

/** More files than this do not fail by chance. */
const MOST_FLAKY = 3

/** Both runners speak for themselves: what they print, their closing lines too, is not touched. */
const passes = (program, ...args) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(screens ? { SCREENS: '1' } : {}) },
  }).status === 0

/** What failed, by vitest's own report: the files, and what each says. An error outside of every test, as a promise that nobody awaits, is in no file. */
const failuresIn = (report) => {
  const failed = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return { files: [], told: ['an error outside of the tests, which vitest tells above'] }
  const told = failed.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative(root, name)}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${path.relative(root, name)} > ${fullName}\n${failureMessages.join('\n')}`),
  ])
  return { files: failed.map(({ name }) => path.relative(root, name)), told }
}

/** Runs these files, or all; answers what failed, null when all passed. */
const vitest = (files = []) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-vitest-'))
  const report = path.join(folder, 'report.json')
  const args = ['run', '--config', 'scripts/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...files]
  try {
    if (passes('vitest/vitest.mjs', ...args)) return null
    return existsSync(report) ? failuresIn(report) : { files: [], told: ['no report was written'] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What failed for good, and what passed in a second try, as the stories have one: a loaded machine is slow, and no fault of the code. */
const codeTests = () => {
  const first = vitest()
  if (first === null) return { failed: [], flaky: [] }
  const again = first.files.length > 0 && first.files.length <= MOST_FLAKY ? vitest(first.files) : first
  return again === null ? { failed: [], flaky: first.told } : { failed: again.told, flaky: [] }
}
const playwright = () => passes('@playwright/test/cli.js', 'test', '--config', 'scripts/playwright.config.ts', ...chosen)

build()
// The stories are told even when a test of the code has failed: both results are wanted, and hundreds of lines may stand between them.
const { failed, flaky } = screens ? { failed: [], flaky: [] } : codeTests()
const storiesPass = playwright()
if (failed.length > 0) console.error(['', 'Failed before, in vitest:', ...failed].join('\n'))
if (flaky.length > 0) console.error(['', 'Flaky, in vitest (failed at first, and passed in a second try):', ...flaky].join('\n'))
process.exit(storiesPass && failed.length === 0 ? 0 : 1)
