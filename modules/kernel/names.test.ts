import { expect, test } from 'vitest'
import { nameKey, nameWords, phoneDigits, registeredKey, searchTextOf, spacedKey } from './names.ts'

test.each([
  ['José Núñez', 'jose  nunez'],
  ['ÅSE Lindström', 'ase lindstrom'],
  ['Jose\u0301', 'JOSÉ'],
  ['Søren Ørsted', 'soren orsted'],
  ['Strauß', 'STRAUSS'],
  ['Ana\u00a0María', 'ana maria'],
  ["  O'Brien ", "o'brien"],
  ["O'Connor", 'O’Connor'],
  ["O'Connor", 'OConnor'],
  ["O'Connor", 'O Connor'],
  ["O'Connor", 'O`Connor'],
  ["O'Connor", 'O´Connor'],
  ["O'Connor", 'OʼConnor'],
  ['Mary-Ann', 'Mary‑Ann'],
  ['Mary-Ann', 'Mary–Ann'],
  ['Mary-Ann', 'Mary Ann'],
  ['Mary-Ann', 'Maryann'],
  ['Mary\u00adAnn', 'Mary\u200bAnn'],
  ["D'Arcy Smith", 'darcy smith'],
  ['Jean-Luc', 'jean luc'],
  ['Þórðardóttir', 'thordardottir'],
  ['Işık', 'isik'],
  ['IŞIK', 'işık'],
  ['İsmail', 'ismail'],
  ['Kaʻiulani', 'Kaiulani'],
  ['Ｓｍｉｔｈ', 'Smith'],
  ['ﬁelding', 'Fielding'],
  ['St. Mary’s', 'st marys'],
  ['ΠΑΠΑΔΑΚΗΣ', 'Παπαδάκης'],
  ['Фёдор', 'федор'],
  ['أحمد', 'احمد'],
  ['مُحَمَّد', 'محمد'],
  ['דָּוִד', 'דוד'],
  ['김민수', '김민수'.normalize('NFD')],
  ['ﾀﾞｲｽｹ', 'ダイスケ'],
])('%j and %j are one name', (a, b) => expect(nameKey(a)).toBe(nameKey(b)))

test.each([
  ['Jon', 'John'],
  ['राम', 'रमा'],
  ['ธนา', 'ธนี'],
  ['かき', 'かぎ'],
  ['😀', '😎'],
  ['...', '---'],
])('%j and %j are different names', (a, b) => expect(nameKey(a)).not.toBe(nameKey(b)))

test('gives an empty key to a name that consists only of accents', () => expect(nameKey('\u0301 \u0301')).toBe(''))

test('gives an ASCII name the same key by the fast way as by the general one', () => {
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  for (const sign of ascii) expect(spacedKey(`A${sign}b`), sign).toBe(spacedKey(`A${sign}b\u0301`))
})

test('separates words at spaces, hyphens and periods', () => {
  expect(spacedKey("Jean-Luc  O'Brien, Jr.")).toBe('jean luc obrien jr')
  expect(nameWords(spacedKey('J. Jean-Luc राम'))).toEqual(['jean', 'luc', 'राम'])
})

test("also finds a payor's name of several words if it is typed as one word", () => {
  const nothing = { email: null, phone: null }
  const sean = {
    firstName: 'Jean-Luc',
    lastName: "O'Brien",
    name: "Jean-Luc O'Brien",
  }
  expect(
    searchTextOf({
      ...sean,
      email: 'Sean@Example.org',
      phone: '+1 (212) 555-0100',
    }),
  ).toBe(' jean luc obrien jeanluc sean@example.org #2125550100')
  expect(
    searchTextOf({
      firstName: '小明',
      lastName: '王',
      name: '小明 王',
      ...nothing,
    }),
  ).toBe(' 小明 王 王小明 小明王')
  expect(
    searchTextOf({
      firstName: null,
      lastName: null,
      name: 'St. Mary’s',
      ...nothing,
    }),
  ).toBe(' st marys')
})

test('never changes the form from which ids are derived', () => {
  expect(["José  O'Brien", 'Mary-Ann Þór', 'Işık', 'Strauß', 'O’Brien', 'राम'].map(registeredKey)).toEqual([
    "jose o'brien",
    'mary-ann þor',
    'isık',
    'strauss',
    'o’brien',
    'रम',
  ])
})

test.each([
  ['+1 (212) 555-0100', '2125550100'],
  ['212.555.0100', '2125550100'],
  ['+44 20 7946 0958', '442079460958'],
])('%s is dialled as %s', (phone, digits) => expect(phoneDigits(phone)).toBe(digits))
