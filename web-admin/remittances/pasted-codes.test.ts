import { expect, test } from 'vitest'
import { codesIn } from './pasted-codes.ts'

const codes = (text: string) => codesIn(text).map(({ code }) => code)

test.each([
  ['K7XM2P4Q, WAV988G4; abc2def3\tHJK4-5MNP', ['K7XM2P4Q', 'WAV988G4', 'ABC2DEF3', 'HJK45MNP']],
  ['K7XM2P4Q\r\nWAV988G4\n\nK7XM2P4Q', ['K7XM2P4Q', 'WAV988G4']],
  ['ABCDEFGH', ['ABCDEFGH']],
  ['1. Ruth Bergmann, dues 2026 (K7XM2P4Q) 03/31/2026 check 20482', ['K7XM2P4Q']],
  ['Ruth Bergmann', []],
  ['', []],
])('finds the codes in %j', (text, found) => expect(codes(text)).toEqual(found))

test('keeps mistyped codes, so that they can be named', () => {
  expect(codes('K7XM2P4O K7XM2P4 K7XM2P4QQ K7XM2')).toEqual(['K7XM2P4O', 'K7XM2P4', 'K7XM2P4QQ'])
})

test('reads the amount of a line with one code and one sum', () => {
  expect(codesIn('K7XM2P4Q  $1,240.00\nWAV988G4 Ann 100.00 of 240.00\nABC2DEF3 40')).toEqual([
    { code: 'K7XM2P4Q', amount: 124_000 },
    { code: 'WAV988G4', amount: null },
    { code: 'ABC2DEF3', amount: null },
  ])
})
