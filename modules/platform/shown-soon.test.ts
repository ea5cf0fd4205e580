import { expect, test } from 'vitest'
import { Unavailable } from './event-store/event-store.ts'
import { shownSoon } from './shown-soon.ts'

test('waits for a lagging read model, and fails when it stays behind', async () => {
  let looks = 0
  expect(await shownSoon(async () => (looks++ < 2 ? null : 'there'))).toBe('there')
  expect(looks).toBe(3)
  await expect(shownSoon(async () => null, 60)).rejects.toBeInstanceOf(Unavailable)
})
