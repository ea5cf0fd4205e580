// npm test: builds what is stale, then the tests of the code (vitest), then people's stories in a browser (Playwright).
// `--screens` makes the pictures alone. Any failure ends it with a code that isn't 0.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

/** What failed, by vitest's own report; nothing when it wrote none. */
const failuresIn = (report) => {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${path.relative(root, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${path.relative(root, name)} > ${fullName}\n${failureMessages.join('\n')}`),
    ])
  } catch {
    return []
  }
}

/** Answers whether it passed, and a function that tells once more what did not: hundreds of lines may stand below it by then. */
const vitest = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vestry-vitest-'))
  const report = path.join(folder, 'report.json')
  const passed = passes(
    'vitest/vitest.mjs',
    'run',
    '--config',
    'scripts/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  )
  const failures = failuresIn(report)
  rmSync(folder, { recursive: true })
  return { passed, remind: () => console.error(['', 'Failed before, in vitest:', ...failures].join('\n')) }
}
const playwright = () => passes('@playwright/test/cli.js', 'test', '--config', 'scripts/playwright.config.ts', ...chosen)

build()
// The stories are told even when a test of the code has failed: both results are wanted.
const code = screens ? null : vitest()
const told = playwright()
if (code && !code.passed) code.remind()
process.exit(told && (code?.passed ?? true) ? 0 : 1)
