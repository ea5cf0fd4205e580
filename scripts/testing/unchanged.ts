import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { App } from './app.ts'

/**
 * Expects the tests of a `describe` to write nothing. Checks this after each test, and once more when the app is quiet,
 * since some writes come late, for example mails.
 */
export const expectNothingWritten = (app: () => App): void => {
  let before = ''
  beforeAll(async () => {
    before = await app().written()
  })
  afterEach(async () => {
    const last = before
    before = await app().writtenNow()
    expect(before, 'was written').toBe(last)
  })
  afterAll(async () => {
    expect(await app().written(), 'was written late').toBe(before)
  })
}
