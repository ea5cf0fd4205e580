// npm test: builds stale targets, then runs the code tests (vitest) and the browser stories (Playwright). `--screens`
// only takes screenshots. Any failure exits with a nonzero code.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const screens = process.argv.includes('--screens')
const chosen = process.argv.slice(2).filter((argument) => argument !== '--screens')

/** If more files than this fail, they are not run again: that many are not flaky. */
const MOST_FLAKY = 3

/** The output of both runners is passed through. */
const passes = (program, ...args) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(screens ? { SCREENS: '1' } : {}) },
  }).status === 0

/** Failures from vitest's report. An error outside of tests, such as an unhandled rejection, belongs to no file. */
const failuresIn = (report) => {
  const failed = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return { files: [], printed: ['an error outside of the tests, which vitest prints above'] }
  const printed = failed.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative(root, name)}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${path.relative(root, name)} > ${fullName}\n${failureMessages.join('\n')}`),
  ])
  return { files: failed.map(({ name }) => path.relative(root, name)), printed }
}

const vitest = (files = []) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-vitest-'))
  const report = path.join(folder, 'report.json')
  const args = ['run', '--config', 'scripts/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...files]
  try {
    if (passes('vitest/vitest.mjs', ...args)) return null
    return existsSync(report) ? failuresIn(report) : { files: [], printed: ['no report was written'] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Failed files run once more, like the stories, since a busy machine may be slow: a second success counts as flaky. */
const codeTests = () => {
  const first = vitest()
  if (first === null) return { failed: [], flaky: [] }
  const again = first.files.length > 0 && first.files.length <= MOST_FLAKY ? vitest(first.files) : first
  return again === null ? { failed: [], flaky: first.printed } : { failed: again.printed, flaky: [] }
}
const playwright = () => passes('@playwright/test/cli.js', 'test', '--config', 'scripts/playwright.config.ts', ...chosen)

build()
// Stories run even after failed code tests, and those failures are printed again at the end.
const { failed, flaky } = screens ? { failed: [], flaky: [] } : codeTests()
const storiesPass = playwright()
if (failed.length > 0) console.error(['', 'Failed before, in vitest:', ...failed].join('\n'))
if (flaky.length > 0) console.error(['', 'Flaky, in vitest (failed at first, and passed in a second try):', ...flaky].join('\n'))
process.exit(storiesPass && failed.length === 0 ? 0 : 1)
