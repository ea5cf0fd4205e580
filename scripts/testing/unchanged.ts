import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { App } from './app.ts'

/**
 * Nothing may be written by the tests of a describe block. Each is looked at as soon as it ends, which is quick; what comes late, as a mail does, is
 * found by a later one, or at the latest once all have ended and the app is quiet.
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
