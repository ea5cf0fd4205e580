import { expect, test } from 'vitest'
import { untilCalm } from './until-calm.ts'

/** How often it is looked before a mail goes, where so many commands wait at each look, and 0 afterwards. */
const looks = async (...counts: readonly number[]): Promise<number> => {
  let looked = 0
  await untilCalm(() => counts[looked++] ?? 0)
  return looked
}

test('a mail goes at once while few commands wait', async () => {
  expect(await looks(3, 32)).toBe(1)
})

test('in a rush it waits until that is over', async () => {
  expect(await looks(32, 8, 4, 3, 32)).toBe(4)
})

test('it goes after a second, however long the rush lasts', async () => {
  const begun = performance.now()
  await untilCalm(() => 32)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000)
})
