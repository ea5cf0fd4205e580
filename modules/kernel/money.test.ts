import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PositiveDollars } from './dollars.ts'
import { formatMoney, formatMoneyExact, formatMoneyShort, fromDollars, MAX_CENTS, toDollars } from './money.ts'

test('converts every amount to API dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }), (cents) => {
      expect(fromDollars(JSON.parse(JSON.stringify(toDollars(cents))))).toBe(cents)
    }),
  )
})

test.each([
  [0.1 + 0.2, 30],
  [1.005, null],
  [19.99, 1999],
  [9_999_999.99, 999_999_999],
  [10_000_000, null],
  [0.001, null],
  [1e30, null],
  [Number.POSITIVE_INFINITY, null],
  [Number.NaN, null],
  [-5, -500],
])('$%d is %o cents', (dollars, cents) => expect(fromDollars(dollars)).toBe(cents))

test.each([0, -0, -1, 0.004, 0.001, 1.234, 1e30, 1e-9, Number.NaN, '5', 'NaN', null, undefined, [5], {}, true])(
  '%j is no positive amount',
  (value) => {
    const { error } = PositiveDollars('Amount must be a positive number').safeParse(value)
    expect(error?.issues[0]?.message).toBe('Amount must be a positive number')
  },
)

test('refuses a billionth of a dollar', () => expect(fromDollars(10.000000001)).toBeNull())

test('adds up a million of the largest amounts exactly', () => expect(Number.isSafeInteger(MAX_CENTS * 1_000_000)).toBe(true))

test('formats dollars', () => {
  expect(formatMoney(1234.5)).toBe('$1,234.50')
  expect(formatMoney(-3)).toBe('−$3.00')
  expect(formatMoneyShort(999.99)).toBe('$999.99')
  expect(formatMoneyShort(1000)).toBe('$1,000')
  expect(formatMoneyShort(1234.5)).toBe('$1,235')
  expect(formatMoneyExact(1234.5)).toBe('$1,234.50')
  expect(formatMoneyExact(1000)).toBe('$1,000')
  expect(formatMoneyExact(3)).toBe('$3.00')
})
