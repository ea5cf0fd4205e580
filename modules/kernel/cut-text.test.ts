import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each<[text: string, most: number, cut: string]>([
  ['Ruth', 4, 'Ruth'],
  ['Ruth', 3, 'Rut'],
  ['Sam 😀', 5, 'Sam '],
  ['Sam 😀', 6, 'Sam 😀'],
  ['Jose\u0301', 4, 'Jos'],
  ['👩‍👧‍👦 Lee', 7, ''],
  ['👩‍👧‍👦 Lee', 9, '👩‍👧‍👦 '],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['김민수'.normalize('NFD'), 4, '김'.normalize('NFD')],
  [`a${'\u0301'.repeat(200)}`, 100, `a${'\u0301'.repeat(99)}`],
])('%j cut to %i is %j', (text, most, cut) => expect(cutText(text, most).trimStart()).toBe(cut.trimStart()))

test('never cuts within a character, nor exceeds the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(90), (text, most) => {
      const cut = cutText(text, most)
      return cut.length <= most && text.startsWith(cut) && !/[\ud800-\udbff](?![\udc00-\udfff])/.test(cut)
    }),
  )
})
