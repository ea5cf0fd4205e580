import { expect, test } from 'vitest'
import { nameKey, phoneDigits } from './names.ts'

test.each([
  ['José Núñez', 'jose  nunez'],
  ['ÅSE Lindström', 'ase lindstrom'],
  ['Jose\u0301', 'JOSÉ'],
  ['Søren Ørsted', 'soren orsted'],
  ['Strauß', 'STRAUSS'],
  ['Ana\u00a0María', 'ana maria'],
  ["  O'Brien ", "o'brien"],
])('%j and %j are one name', (a, b) => expect(nameKey(a)).toBe(nameKey(b)))

test('other names stay apart', () => expect(nameKey('Jon')).not.toBe(nameKey('John')))

test.each([
  ['+1 (212) 555-0100', '2125550100'],
  ['212.555.0100', '2125550100'],
  ['+44 20 7946 0958', '442079460958'],
])('%s is dialled as %s', (phone, digits) => expect(phoneDigits(phone)).toBe(digits))
