import { expect, test } from 'vitest'
import { many, timeLeft } from './upload-words.ts'

test('time left reads as people say it', () => {
  expect([0, 2, 3, 89, 90, 200].map(timeLeft)).toEqual([
    'almost done',
    'almost done',
    '3 seconds left',
    '89 seconds left',
    '2 minutes left',
    '3 minutes left',
  ])
})

test('counts read with their noun', () => {
  expect([many(1, 'row'), many(59_500, 'row')]).toEqual(['1 row', '59,500 rows'])
})
