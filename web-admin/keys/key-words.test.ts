import { expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { setNetworkClock } from '../domain/api/network-clock.ts'
import { endWords, firstCall, isOver, lastUsedWords, replacedWords } from './key-words.tsx'

setNetworkClock('2026-03-31T17:00:00.000Z[America/Chicago]')
const now = '2026-03-31T17:00:00.000Z'
const at = (text: string) => text as Instant

test("uses days of the network's zone", () => {
  expect(lastUsedWords({ lastUsedAt: null })).toBe('Not yet')
  expect(lastUsedWords({ lastUsedAt: at('2026-03-31T03:00:00.000Z') })).toBe('Mar 30, 2026')
})

test('says that a key never ends, ends on a day, or has ended', () => {
  expect(endWords({ endsAt: null }, now)).toBe('Never')
  expect(endWords({ endsAt: at('2026-06-30T04:59:59.999Z') }, now)).toBe('Jun 29, 2026')
  expect(endWords({ endsAt: at(now) }, now)).toBe('Ended on Mar 31, 2026')
  expect([isOver({ endsAt: null }, now), isOver({ endsAt: at(now) }, now)]).toEqual([false, true])
})

test('mentions the previous key while it still works', () => {
  expect(replacedWords({ replacedUntil: null }, now)).toBeNull()
  expect(replacedWords({ replacedUntil: at(now) }, now)).toBeNull()
  expect(replacedWords({ replacedUntil: at('2026-04-01T17:00:00.000Z') }, now)).toBe('The previous key works until Apr 1, 2026, 12:00 PM')
})

test('requests one bill in the first call', () => {
  expect(firstCall('https://dues.example', 'vestry_1_2')).toBe(
    'curl -H "Authorization: Bearer vestry_1_2" "https://dues.example/api/assessment-bills?pageSize=1"',
  )
})
