import { expect, test } from 'vitest'
import { untilCalm } from './until-calm.ts'

/** How often it is looked before a mail goes, where so many commands wait at each look, and 0 afterwards. */
const looks = async (...counts: readonly number[]): Promise<number> => {
  let looked = 0
  await untilCalm(() => counts[looked++] ?? 0)
  return looked
}

test('a mail goes after a moment while few commands wait', async () => {
  expect(await looks(3, 0, 1, 3, 2, 32)).toBe(5)
})

test('in a rush, whose waves leave moments of calm, it waits until that is over', async () => {
  expect(await looks(32, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 32)).toBe(13)
})

test('it goes after three seconds, however long the rush lasts', async () => {
  const begun = performance.now()
  await untilCalm(() => 32)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(3_000)
})
