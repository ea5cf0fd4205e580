import { expect, test } from 'vitest'
import { dayHere, daysAgo, dueDistance, formatDayHere } from './days.ts'

const inZone = <Result>(zone: string, work: () => Result): Result => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    return work()
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}

test('a moment is told by the day that it falls on where the reader is', () => {
  const evening = '2026-11-22T00:30:00.000Z'
  expect(inZone('America/New_York', () => formatDayHere(evening))).toBe('Nov 21, 2026')
  expect(inZone('Asia/Tokyo', () => formatDayHere(evening))).toBe('Nov 22, 2026')
  expect(inZone('Pacific/Kiritimati', () => dayHere(evening))).toBe('2026-11-22')
})

test('how long ago a moment was is counted in days of the calendar', () => {
  const ago = (days: number) => daysAgo(new Date(Date.now() - days * 86_400_000).toISOString())
  expect(inZone('UTC', () => [ago(0), ago(-2), ago(1), ago(12)])).toEqual(['today', 'today', 'yesterday', '12 days ago'])
})

test('how far off a due date is is told in whole days', () => {
  const due = (day: string) => dueDistance(`${day}T00:00:00.000Z`, '2026-03-18' as never)
  expect(due('2026-03-31')).toBe('in 13 days')
  expect(due('2026-03-19')).toBe('in 1 day')
  expect(due('2026-03-18')).toBe('today')
  expect(due('2026-01-15')).toBe('overdue 62 days')
})
