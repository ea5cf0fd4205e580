import { expect, test } from 'vitest'
import { operatorsAt } from './user.ts'

const isOperator = operatorsAt(['Olga.Kent@Vestry.example'])

test.each([
  ['olga.kent@vestry.example', true, true],
  ['OLGA.KENT@VESTRY.EXAMPLE', true, true],
  ['olga.kent@vestry.example', false, false],
  ['olga.\u212aent@vestry.example', true, false],
  ['olga.kent@vestry.example.org', true, false],
  ['', true, false],
])('%s, confirmed %s: %s', (email, confirmed, expected) => expect(isOperator({ email, confirmed })).toBe(expected))

test('an installation without OPERATORS has no operator', () => expect(operatorsAt([])({ email: '', confirmed: true })).toBe(false))
