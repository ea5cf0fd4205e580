import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { App } from './app.ts'

/**
 * Expects the tests of a `describe` to write nothing: checks after each test, and for late writes such as mails once
 * the app is quiet.
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
