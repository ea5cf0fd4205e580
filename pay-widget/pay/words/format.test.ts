import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as kernel from '../../../modules/kernel/money.ts'
import { formatMoney } from './format.ts'

test('formats money as the server does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }), (cents) => {
      expect(formatMoney(cents / 100)).toBe(kernel.formatMoney(cents / 100))
    }),
  )
  for (const dollars of [0, 0.05, 999.99, 1000, 1_000_000]) expect(formatMoney(dollars)).toBe(kernel.formatMoney(dollars))
})
