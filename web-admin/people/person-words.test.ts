import { afterEach, expect, test } from 'vitest'
import type { Instant } from '../../modules/kernel/dates.ts'
import { endOf, lastDay, lastDayWords, nameOf, statusOf } from './person-words.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

test('somebody invited is called by the address', () => {
  expect(nameOf({ firstName: 'Ruth', lastName: 'Adeyemi', email: 'ruth@example.org' })).toBe('Ruth Adeyemi')
  expect(nameOf({ firstName: null, lastName: null, email: 'ruth@example.org' })).toBe('ruth@example.org')
})

test('an access is expired from the moment that it ends', () => {
  const ends = '2026-03-31T23:59:59.999Z' as Instant
  expect(statusOf({ status: 'active', expiresAt: ends }, '2026-03-31T23:59:59.998Z')).toBe('Active')
  expect(statusOf({ status: 'active', expiresAt: ends }, ends)).toBe('Expired')
  expect(statusOf({ status: 'invited', expiresAt: ends }, '2026-04-01T00:00:00.000Z')).toBe('Expired')
  expect(statusOf({ status: 'invited', expiresAt: null }, ends)).toBe('Invited')
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])('the last day stays itself in %s', (name) => {
  process.env.TZ = name
  const ends = endOf('2026-03-31')
  expect(lastDay(ends as Instant)).toBe('2026-03-31')
  expect(lastDayWords(ends as Instant)).toBe('Mar 31, 2026')
  expect(endOf('')).toBeNull()
  expect(lastDayWords(null)).toBe('Never')
})
