// npm test: builds what is stale, then the tests of the code (vitest), then people's stories in a browser (Playwright).
// `--screens` makes the pictures alone. Any failure ends it with a code that isn't 0.
import { spawnSync } from 'node:child_process'
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

const vitest = () => passes('vitest/vitest.mjs', 'run', '--config', 'scripts/vitest.config.ts')
const playwright = () => passes('@playwright/test/cli.js', 'test', '--config', 'scripts/playwright.config.ts', ...chosen)

build()
// The stories are told even when a test of the code has failed: both results are wanted.
const results = screens ? [playwright()] : [vitest(), playwright()]
process.exit(results.every(Boolean) ? 0 : 1)
