import { expect, test } from 'vitest'
import { many, timeLeft } from './upload-words.ts'

test("says the time left in seconds or minutes, and 'almost done' only once no row is left", () => {
  const left = (secondsLeft: number | null, done = 370) => timeLeft({ rows: 1000, done, secondsLeft })
  expect([0, 1, 2, 89, 90, 200].map((seconds) => left(seconds))).toEqual([
    '1 second left',
    '1 second left',
    '2 seconds left',
    '89 seconds left',
    '2 minutes left',
    '3 minutes left',
  ])
  expect(left(null)).toBeNull()
  expect(left(0, 1000)).toBe('almost done')
})

test('counts with a singular or plural noun', () => {
  expect([many(1, 'row'), many(59_500, 'row')]).toEqual(['1 row', '59,500 rows'])
})
