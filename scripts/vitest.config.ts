import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'
import { eventIconsPlugin } from './event-icons-plugin.ts'

const root = resolve(import.meta.dirname, '..')

/**
 * Signs that a test may affect the next one in the same process: settings, mocks, listeners, a clock. Each app has its
 * own database.
 */
const LEAVES_TRACES =
  /\bvi\.(mock|stub|use|spy)|process\.(on|once|chdir|exit|emit)\b|process\.env\.\w+ = |delete process\.env|globalThis|worker_threads|thread:|contract-suite|startPostgres|setNetworkClock|otlp|newStranger|telemetry/

const tests = ['modules', 'projections', 'scripts', 'web-admin', 'pay-widget']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules/'))
const leavesTraces = (file: string): boolean => LEAVES_TRACES.test(readFileSync(join(root, file), 'utf8'))

export default defineConfig({
  root,
  // Imports style sheets written in TypeScript.
  plugins: [vanillaExtractPlugin(), eventIconsPlugin()],
  test: {
    // Tests wait for databases and clocks about half of their time, so one worker more than processors keeps the
    // processors busy.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['scripts/testing/global-postgres.ts'],
    // Long enough for a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // These test files share a process and its loaded modules; each of the others has a separate process.
      { extends: true, test: { name: 'together', include: tests.filter((file) => !leavesTraces(file)), isolate: false } },
      { extends: true, test: { name: 'alone', include: tests.filter(leavesTraces) } },
    ],
  },
})
