import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('an idle connection is kept for longer than proxies keep theirs', async () => {
  const { headers } = await fetch(`${app.base}/healthz`)
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
  // Google's balancers keep them for the longest, ten minutes.
  expect(Number(seconds)).toBeGreaterThan(600)
})
