import { afterAll, beforeAll, expect, test } from 'vitest'
import { treasurerAt } from '../../scripts/bench/treasurer.ts'
import { sendHostile } from '../../scripts/faults/hostile-csvs.ts'
import { type App, startApp } from '../../scripts/testing/app.ts'
import { seeded } from '../app/demo/seeded.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('answers any file with a result or an error message', async () => {
  const { violations, taken, refused } = await sendHostile(await treasurerAt(app.base), seeded(Date.now() % 100_000), 31, { light: true })
  expect(violations).toEqual([])
  expect(Math.min(taken, refused)).toBeGreaterThan(5)
  expect(app.complaints).toEqual([])
}, 120_000)
