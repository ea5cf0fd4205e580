import { expect, test } from 'vitest'
import type { LocalDate } from '../../modules/kernel/dates.ts'
import { dayHere, daysAgo, formatDayHere } from './days.ts'

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

test("formats a moment as its day in the reader's zone", () => {
  const evening = '2026-11-22T00:30:00.000Z'
  expect(inZone('America/New_York', () => formatDayHere(evening))).toBe('Nov 21, 2026')
  expect(inZone('Asia/Tokyo', () => formatDayHere(evening))).toBe('Nov 22, 2026')
  expect(inZone('Pacific/Kiritimati', () => dayHere(evening))).toBe('2026-11-22')
})

test('counts past days in whole days', () => {
  const ago = (day: string) => daysAgo(day as LocalDate, '2026-03-18' as LocalDate)
  expect(['2026-03-19', '2026-03-18', '2026-03-17', '2026-03-06'].map(ago)).toEqual(['today', 'today', 'yesterday', '12 days ago'])
})
