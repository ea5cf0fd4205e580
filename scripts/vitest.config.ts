import { resolve } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  // Without it a style sheet written in TypeScript cannot be imported.
  plugins: [vanillaExtractPlugin()],
  test: {
    // Tests wait for databases and clocks more than they compute, so that no processor need be left to the runner.
    maxWorkers: '100%',
    include: ['{modules,projections,scripts,web-admin,pay-widget}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'scripts/e2e/**'],
    globalSetup: ['scripts/testing/global-postgres.ts'],
    // Long enough for a machine that does something else at the same time; what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
