import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, MAX_CENTS, plainMoney, toDollars } from '../kernel/money.ts'
import { readCount, readMoney } from './typed-money.ts'

const NO_NUMBER = 'This is not an amount. Type it like 1250.00.'
const UNCLEAR = 'This amount can be read in more than one way. Type it like 1250.00.'
const DECIMALS = 'Amount must have at most two decimals. Type it like 1250.00.'
const CURRENCY = 'Amounts are in US dollars. Type the number alone.'
const SIGNED = 'Type the amount without a plus sign.'
const POSITIVE = 'Amount must be a positive number'
const LARGE = 'Amount must be $9,999,999.99 or less'

test.each([
  ['5', 500],
  ['12.5', 1250],
  ['12.50', 1250],
  ['.5', 50],
  ['.05', 5],
  ['5.', 500],
  ['0.01', 1],
  ['007', 700],
  [' 12.50 ', 1250],
  ['12.50\t', 1250],
  ['12.50\r\n', 1250],
  ['9999999.99', 999_999_999],
  // A decimal comma: one or two digits follow.
  ['12,5', 1250],
  ['12,50', 1250],
  [',50', 50],
  ['0,99', 99],
  // Thousands: groups of three digits, with any separator.
  ['1,200', 120_000],
  ['1,200.5', 120_050],
  ['1,200.50', 120_050],
  ['1,200.', 120_000],
  ['1,234,567', 123_456_700],
  ['1,234,567.89', 123_456_789],
  ['1.200,50', 120_050],
  ['1.234.567', 123_456_700],
  ['1.234.567,8', 123_456_780],
  ["1'200.00", 120_000],
  ['1’200,00', 120_000],
  ["1'200", 120_000],
  ['1 200,00', 120_000],
  ['1 200', 120_000],
  ['1\u00a0200,00', 120_000],
  ['1\u202f200.50', 120_050],
  ['1\u2009200', 120_000],
  // Currency signs and codes.
  ['$5', 500],
  ['$ 5.00', 500],
  ['$1,200.00', 120_000],
  ['$1,200.00 USD', 120_000],
  ['US$5', 500],
  ['USD 5', 500],
  ['usd5', 500],
  ['5 USD', 500],
  ['5,00 $', 500],
  // Digits of other keyboards.
  ['１２．５０', 1250],
  ['＄５', 500],
  ['１，２００', 120_000],
  ['١٢', 1200],
  ['١٢٫٥', 1250],
  ['١٬٢٠٠٫٥٠', 120_050],
  ['۱۲٫۵۰', 1250],
  ['१२.५०', 1250],
  ['\u200e12.50\u200f', 1250],
  ['\ufeff12.50', 1250],
] as const)('%j is %d cents', (typed, cents) => {
  expect(readMoney(typed)).toEqual({ cents, problem: null })
})

test.each([
  ['', POSITIVE],
  ['   ', POSITIVE],
  ['0', POSITIVE],
  ['0.00', POSITIVE],
  ['$0', POSITIVE],
  ['-5', POSITIVE],
  ['−5', POSITIVE],
  ['$-5', POSITIVE],
  ['-$5.00', POSITIVE],
  ['(5.00)', POSITIVE],
  ['+5', SIGNED],
  ['$+5', SIGNED],
  ['5-', NO_NUMBER],
  // Ambiguous: the mark may separate thousands or decimals.
  ['1.200', UNCLEAR],
  ['12.345', UNCLEAR],
  ['0,500', DECIMALS],
  ['0.125', DECIMALS],
  ['.125', DECIMALS],
  ['12.3456', DECIMALS],
  ['1234.567', DECIMALS],
  ['1,200.505', DECIMALS],
  ['1234,567', DECIMALS],
  ['1,2,3', UNCLEAR],
  ['1,20,000', UNCLEAR],
  ['1.20.00', UNCLEAR],
  ['12,34,56', UNCLEAR],
  ['1,2.5', UNCLEAR],
  ['12..5', UNCLEAR],
  ['1,,200', UNCLEAR],
  ['1 2', UNCLEAR],
  ['12 50', UNCLEAR],
  ["1'20", UNCLEAR],
  ['1.200 50', UNCLEAR],
  ['0,200,000', UNCLEAR],
  ['5,', UNCLEAR],
  ['12.50 13.00', UNCLEAR],
  // Not amounts of dollars.
  ['.', NO_NUMBER],
  [',', NO_NUMBER],
  ['$', NO_NUMBER],
  ['0x10', NO_NUMBER],
  ['1e3', NO_NUMBER],
  ['1E+3', NO_NUMBER],
  ['Infinity', NO_NUMBER],
  ['NaN', NO_NUMBER],
  ['abc', NO_NUMBER],
  ['5²', NO_NUMBER],
  ['½', NO_NUMBER],
  ['5%', NO_NUMBER],
  ['1_000', NO_NUMBER],
  ['5/2', NO_NUMBER],
  ['=5', NO_NUMBER],
  ['5 5 USD 5', NO_NUMBER],
  ['12.50\n13.00', NO_NUMBER],
  ['#N/A', NO_NUMBER],
  ['€5', CURRENCY],
  ['5 €', CURRENCY],
  ['£5.00', CURRENCY],
  ['₩12,000', CURRENCY],
  ['5 EUR', CURRENCY],
  ['C$5', CURRENCY],
  ['MX$5', CURRENCY],
  ['10000000', LARGE],
  ['99999999999999999999', LARGE],
] as const)('%j is refused: %s', (typed, problem) => {
  expect(readMoney(typed)).toEqual({ cents: null, problem })
})

test('reads back every displayed amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_CENTS }), (cents) => {
      expect(readMoney(plainMoney(cents)).cents).toBe(cents)
      expect(readMoney(formatMoney(toDollars(cents))).cents).toBe(cents)
    }),
  )
})

test('never reads an amount that differs from the typed digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1', '2', '5', '.', ',', ' ', "'", '$', '-', 'e', 'x'), maxLength: 12 }), (typed) => {
      const { cents } = readMoney(typed)
      if (cents === null) return
      const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
      expect(`${cents}`.replace(/0+$/, '')).toBe(digits.replace(/0+$/, ''))
    }),
  )
})

test.each([
  ['7', 7],
  [' 30 ', 30],
  ['٧', 7],
  ['１４', 14],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e1', null],
  ['0x10', null],
  ['7 days', null],
] as const)('%j is a count of %j', (typed, count) => expect(readCount(typed)).toBe(count))
