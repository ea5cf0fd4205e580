import { expect, test } from 'vitest'
import { untilCalm } from './mail-payors-about-their-payments.ts'

/** Counts the checks that a mail waits for. The given numbers of commands wait at the first checks, and none later. */
const looks = async (...counts: readonly number[]): Promise<number> => {
  let looked = 0
  await untilCalm(() => counts[looked++] ?? 0)
  return looked
}

test('a mail waits only a moment while few commands wait', async () => {
  expect(await looks(3, 0, 1, 3, 2, 32)).toBe(5)
})

test('in a rush with pauses between its batches, a mail waits until the last batch', async () => {
  expect(await looks(32, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 32)).toBe(13)
})

test('a mail waits at most three seconds', async () => {
  const begun = performance.now()
  await untilCalm(() => 32)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(3_000)
})
