import { expect, test } from 'vitest'
import { agoWords, behindWords, jobLabel, oldestWords } from './operations-words.ts'

const one = { name: 'ledger', behind: 0, secondsBehind: 0, holder: null, stopped: false, unreadable: null }

test.each([
  [null, null, 'Not known'],
  [0, 0, 'Up to date'],
  [1, 0, '1 position'],
  [1_200, 0.4, '1,200 positions'],
  [1_200, 95, '1,200 positions, for 1 minute'],
])('%s positions and %s seconds behind: %s', (behind, secondsBehind, words) => expect(behindWords({ ...one, behind, secondsBehind })).toBe(words))

test('formats jobs, ages and moments', () => {
  expect(['mail-payors', 'look-at-stripe'].map((task) => jobLabel({ task }))).toEqual(['Mail payors', 'Look at Stripe'])
  expect([oldestWords(0), oldestWords(59), oldestWords(7_300)]).toEqual(['None', '59 seconds', '2 hours'])
  expect(agoWords('2026-03-01T10:00:00Z', '2026-03-01T10:00:30Z')).toBe('just now')
  expect(agoWords('2026-03-01T10:00:00Z', '2026-03-03T10:00:30Z')).toBe('2 days ago')
})
