import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiDay } from './date-schemas.ts'
import { addDays, dayIn, dayNamed, daysBetween, endOfDay, formatDay, type Instant, type LocalDate, toApiDay } from './dates.ts'

const at = (text: string) => text as Instant
const day = (text: string) => text as LocalDate
const read = (text: unknown) => ApiDay('not a day').safeParse(text).data

// The server's own zone must not matter.
describe.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test('runs in the time zone of the machine', () =>
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe({ UTC: 0, 'Pacific/Auckland': -780 }[zone] ?? 480))

  test.each([
    ['2026-03-31T03:59:59.999Z', 'America/New_York', '2026-03-30'],
    ['2026-03-31T04:00:00.000Z', 'America/New_York', '2026-03-31'],
    // The clocks go forward on 8 March and back on 1 November 2026.
    ['2026-03-08T04:59:59.999Z', 'America/New_York', '2026-03-07'],
    ['2026-03-08T05:00:00.000Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', 'America/New_York', '2026-03-09'],
    ['2026-11-01T03:59:59.999Z', 'America/New_York', '2026-10-31'],
    ['2026-11-02T04:59:59.999Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', 'America/New_York', '2026-11-02'],
    ['2028-02-29T11:59:59.999Z', 'Pacific/Auckland', '2028-03-01'],
    ['2028-02-29T10:59:59.999Z', 'Pacific/Auckland', '2028-02-29'],
    ['2026-12-31T23:59:59.999Z', 'UTC', '2026-12-31'],
    ['2026-06-01T18:14:59.999Z', 'Asia/Kathmandu', '2026-06-01'],
    ['2026-06-01T18:15:00.000Z', 'Asia/Kathmandu', '2026-06-02'],
  ])('%s in %s is %s', (instant, timeZone, expected) => expect(dayIn(timeZone, at(instant))).toBe(expected))

  test.each([
    ['2026-03-30', 'America/New_York', '2026-03-31T03:59:59.999Z'],
    ['2026-11-01', 'America/New_York', '2026-11-02T04:59:59.999Z'],
    ['2026-06-01', 'Asia/Kathmandu', '2026-06-01T18:14:59.999Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-06-01T09:59:59.999Z'],
    ['2026-06-01', 'Etc/GMT+12', '2026-06-02T11:59:59.999Z'],
    ['9999-12-30', 'America/New_York', '9999-12-31T04:59:59.999Z'],
    // Later moments have years of five digits.
    ['9999-12-31', 'UTC', '9999-12-31T23:59:59.999Z'],
  ])('%s in %s ends at %s', (day, timeZone, expected) => expect(endOfDay(timeZone, day as LocalDate)).toBe(expected))

  test.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-01', -1, '2026-10-31'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s and %i day is %s', (from, days, expected) => expect(addDays(day(from), days)).toBe(expected))

  test('counts days across a change of clocks', () => {
    expect(daysBetween(day('2026-03-07'), day('2026-03-09'))).toBe(2)
    expect(daysBetween(day('2026-11-02'), day('2026-10-31'))).toBe(-2)
    expect(daysBetween(day('2028-02-28'), day('2028-03-01'))).toBe(2)
  })

  test('shows a day unchanged, and sends it unchanged through the API', () => {
    expect(formatDay('2026-03-31')).toBe('Mar 31, 2026')
    expect(formatDay('2026-01-01T00:00:00.000Z')).toBe('Jan 1, 2026')
    expect(read(toApiDay(day('2026-03-31')))).toBe('2026-03-31')
  })
})

test.each(['2026-03-31', '2026-03-31T00:00:00.000Z', '2026-03-31T00:00:00Z', '2026-03-31T00:00:00+00:00', ' 2026-03-31 '])('%j is a day', (text) =>
  expect(read(text)).toBe('2026-03-31'),
)
test('accepts the leap day in leap years only', () => {
  expect(read('2028-02-29')).toBe('2028-02-29')
  expect(read('2026-02-29')).toBeUndefined()
  expect(read('2100-02-29')).toBeUndefined()
})
test.each([
  '',
  'tomorrow',
  '2026-3-1',
  '2026-13-01',
  '2026-04-31',
  '2026-03-31T05:00:00.000Z',
  '2026-03-31T00:00:00.000-05:00',
  '1899-12-31',
  '2200-01-02',
  '+012026-03-31',
  20_260_331,
  null,
  {},
  ['2026-03-31'],
])('%j is no day', (text) => expect(read(text)).toBeUndefined())

test.each(['2026-03-31', '2024-02-29'])('%s names a day', (text) => {
  expect(dayNamed(text)).toBe(text)
})

test.each(['2026-02-29', '2026-02-30', '2026-13-01', '2026-3-1', '2026-03-31T00:00:00.000Z', '+02026-03-31', 'tomorrow', '', null])(
  '%s names no day',
  (text) => {
    expect(dayNamed(text)).toBeNull()
  },
)
