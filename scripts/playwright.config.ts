import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './chromium.mjs'
import type { Settings } from './e2e/product.ts'

const root = path.resolve(import.meta.dirname, '..')
const realNode = process.env.EVENTSTORE_TEST_URL

/**
 * The stories run on the embedded Postgres, and the main story also on EventStoreDB. Screenshots are only taken on
 * request.
 */
const projects = process.env.SCREENS
  ? [{ name: 'screens', testMatch: 'screens.spec.ts', use: { demo: true } }]
  : [
      { name: 'stories', testIgnore: 'screens.spec.ts' },
      { name: 'eventstoredb', testMatch: 'story.spec.ts', use: { eventStore: 'wire-server' } },
      ...(realNode ? [{ name: 'eventstoredb-node', testMatch: 'story.spec.ts', use: { eventStore: realNode } }] : []),
    ]

export default defineConfig<object, Settings>({
  testDir: path.join(root, 'scripts/e2e'),
  outputDir: path.join(root, 'test-results'),
  // Browsers and products wait for each other, so one more story than processors keeps the processors busy.
  workers: availableParallelism() + 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // A story that passes on its second try is printed as flaky: a bug to fix.
  retries: 1,
  reporter: 'list',
  use: {
    launchOptions: await findChromium(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
  projects,
})
