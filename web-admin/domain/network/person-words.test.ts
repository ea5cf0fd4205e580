import { afterEach, expect, test } from 'vitest'
import { endOfDay, type Instant, type LocalDate } from '../../../modules/kernel/dates.ts'
import { setNetworkClock } from '../api/network-clock.ts'
import { lastDay, lastDayWords, nameOf, statusOf } from './person-words.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

test('uses the address of an invited person without a name', () => {
  expect(nameOf({ firstName: 'Ruth', lastName: 'Adeyemi', email: 'ruth@example.org' })).toBe('Ruth Adeyemi')
  expect(nameOf({ firstName: null, lastName: null, email: 'ruth@example.org' })).toBe('ruth@example.org')
})

test('access has expired from its end on', () => {
  const ends = '2026-03-31T23:59:59.999Z' as Instant
  expect(statusOf({ status: 'active', expiresAt: ends }, '2026-03-31T23:59:59.998Z')).toBe('Active')
  expect(statusOf({ status: 'active', expiresAt: ends }, ends)).toBe('Expired')
  expect(statusOf({ status: 'invited', expiresAt: ends }, '2026-04-01T00:00:00.000Z')).toBe('Expired')
  expect(statusOf({ status: 'invited', expiresAt: null }, ends)).toBe('Invited')
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])("the last day is the network's in %s, as mails name it", (name) => {
  process.env.TZ = name
  setNetworkClock('2026-03-18T12:00:00.000Z[America/New_York]')
  const ends = endOfDay('America/New_York', '2026-03-31' as LocalDate)
  expect(lastDay(ends)).toBe('2026-03-31')
  expect(lastDayWords(ends)).toBe('Mar 31, 2026')
  expect(lastDay(null)).toBe('')
  expect(lastDayWords(null)).toBe('Never')
})
