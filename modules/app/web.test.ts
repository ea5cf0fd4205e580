import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../scripts/testing/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('keeps an idle connection longer than proxies do', async () => {
  const { headers } = await fetch(`${app.base}/healthz`)
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
  // Google's load balancers keep idle connections the longest: ten minutes.
  expect(Number(seconds)).toBeGreaterThan(600)
})
