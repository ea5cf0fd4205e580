import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['{modules,projections,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'scripts/e2e/**'],
    globalSetup: ['scripts/testing/global-postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
