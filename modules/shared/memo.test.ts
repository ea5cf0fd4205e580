import { expect, test } from 'vitest'
import { memoOf } from './memo.ts'

test('joins the code and the payor, cut to the length that banks pass on, never within a letter', () => {
  expect(memoOf('ABCD2345', 'Ruth Bell')).toBe('ABCD2345 Ruth Bell')
  expect(memoOf('ABCD2345', 'Iglesia Evangélica de la Santísima Trinidad')).toBe('ABCD2345 Iglesia Evangélica de la Santís')
  expect([...memoOf('ABCD2345', `${'x'.repeat(29)} 𝒜𝒜`)]).toHaveLength(40)
  expect(memoOf('ABCD2345', `${'x'.repeat(30)}𝒜𝒜`).endsWith('𝒜')).toBe(true)
})
