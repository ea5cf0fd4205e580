import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalDate } from './dates.ts'
import { currentDueDate, dueDateOf, type Frequency, periodsToBill } from './schedule.ts'

const day = (text: string) => text as LocalDate
const first = (count: number, from: string, frequency: Frequency) => Array.from({ length: count }, (_, n) => dueDateOf(day(from), frequency, n))

describe.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test("clamps a due date to the month's end, and returns to the first day afterwards", () =>
    expect(first(5, '2026-01-31', 'Monthly')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']))
  test('moves the leap day to 28 February in other years', () =>
    expect(first(5, '2028-02-29', 'Yearly')).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']))
  test('repeats Biannual every six months', () => expect(first(3, '2026-08-31', 'Biannual')).toEqual(['2026-08-31', '2027-02-28', '2027-08-31']))
  test('repeats Quarterly every three months', () => expect(first(3, '2026-11-30', 'Quarterly')).toEqual(['2026-11-30', '2027-02-28', '2027-05-30']))
  test('keeps the due date of OneTime', () => expect(first(3, '2026-11-30', 'OneTime')).toEqual(['2026-11-30', '2026-11-30', '2026-11-30']))

  test.each<[string, Frequency, string, string]>([
    // The next period begins 30 days before it is due.
    ['2026-03-31', 'Monthly', '2026-01-01', '2026-03-31'],
    ['2026-03-31', 'Monthly', '2026-03-30', '2026-03-31'],
    // A period is not skipped before its due date, even in a short month.
    ['2026-03-31', 'Monthly', '2026-03-31', '2026-03-31'],
    ['2026-03-31', 'Monthly', '2026-04-01', '2026-04-30'],
    ['2027-02-03', 'Monthly', '2027-02-01', '2027-02-03'],
    ['2027-02-03', 'Monthly', '2027-02-04', '2027-03-03'],
    ['2026-03-31', 'Yearly', '2027-02-28', '2026-03-31'],
    ['2026-03-31', 'Yearly', '2027-03-01', '2027-03-31'],
    ['2026-03-31', 'OneTime', '2030-01-01', '2026-03-31'],
    ['1900-01-31', 'Monthly', '2026-01-29', '2026-01-31'],
    ['1900-01-31', 'Monthly', '2026-02-01', '2026-02-28'],
  ])('from %s, %s: as of %s the due date is %s', (from, frequency, today, due) => expect(currentDueDate(day(from), frequency, day(today))).toBe(due))
})

describe('periods to bill', () => {
  const bill = (
    dueDate: string,
    frequency: Frequency,
    since: string,
    billed: string | null,
    today: string,
    billedEvery: Frequency | null = frequency,
  ) => periodsToBill({ dueDate: day(dueDate), frequency, since: day(since), billed: billed === null ? null : day(billed), billedEvery }, day(today))

  test('include all that fall due within 30 days, including the first', () => {
    expect(bill('2026-04-30', 'Yearly', '2026-02-01', null, '2026-03-30')).toEqual([])
    expect(bill('2026-04-30', 'Yearly', '2026-02-01', null, '2026-03-31')).toEqual(['2026-04-30'])
  })
  test('include missed ones, each once', () => {
    expect(bill('2026-01-31', 'Monthly', '2026-01-15', '2026-02-28', '2026-05-10')).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
    expect(bill('2026-01-31', 'Monthly', '2026-01-15', '2026-05-31', '2026-05-10')).toEqual([])
  })
  test('include the first one even if the second falls due within 30 days as well', () =>
    expect(bill('2027-02-03', 'Monthly', '2027-02-01', null, '2027-02-01')).toEqual(['2027-02-03', '2027-03-03']))
  test('include none from before program, schedule and campaign were in force', () =>
    expect(bill('2026-01-31', 'Monthly', '2026-11-20', '2026-01-31', '2026-11-20')).toEqual(['2026-11-30']))
  test('exclude a billed period whose due date was moved', () => {
    expect(bill('2026-04-30', 'Yearly', '2026-03-20', '2026-03-31', '2026-04-20')).toEqual([])
    expect(bill('2026-04-30', 'Yearly', '2026-03-20', '2026-03-31', '2027-04-20')).toEqual(['2027-04-30'])
    expect(bill('2026-07-10', 'Monthly', '2026-06-20', '2026-06-30', '2026-07-05')).toEqual([])
    expect(bill('2026-07-20', 'Monthly', '2026-06-20', '2026-06-30', '2026-07-05')).toEqual(['2026-07-20'])
  })
  test('continue with the next one after a change to a lower frequency', () => {
    expect(bill('2026-01-31', 'Yearly', '2026-12-10', '2026-12-31', '2027-01-10', 'Monthly')).toEqual(['2027-01-31'])
    expect(bill('2026-01-31', 'Quarterly', '2026-12-10', '2026-12-31', '2027-01-10', 'Monthly')).toEqual(['2027-01-31'])
    expect(bill('2026-01-31', 'Monthly', '2026-12-10', '2026-06-30', '2026-12-10', 'OneTime')).toEqual(['2026-12-31'])
  })
})
