import { expect, test } from 'vitest'
import { isVisible, mixesAlphabets, withoutInvisible } from './visible.ts'

test.each([
  ['a zero-width space', 'Grace\u200bChurch', 'GraceChurch'],
  ['a joiner between Latin letters', 'Gr\u200dace', 'Grace'],
  ['a non-joiner between Latin letters', 'Gr\u200cace', 'Grace'],
  ['a bidi override', 'Grace \u202Ehcruhc', 'Grace hcruhc'],
  ['a bidi isolate', '\u2067Grace\u2069', 'Grace'],
  ['a left-to-right mark', 'Grace\u200e', 'Grace'],
  ['a soft hyphen', 'Gra\u00adce', 'Grace'],
  ['a byte order mark', '\ufeffGrace', 'Grace'],
  ['a word joiner', 'Gra\u2060ce', 'Grace'],
  ['a combining grapheme joiner', 'Gra\u034fce', 'Grace'],
  ['a Hangul filler', 'Grace\u3164', 'Grace'],
  ['a blank braille pattern', 'Grace\u2800', 'Grace'],
  ['a tag', 'Grace\u{E0041}', 'Grace'],
  ['a variation selector behind a Latin letter', 'Grace\ufe0f', 'Grace'],
  ['a control character', 'Gra\u0007ce', 'Grace'],
])('%s is invisible', (_, text, left) => {
  expect(isVisible(text)).toBe(false)
  expect(withoutInvisible(text)).toBe(left)
})

test.each([
  ['Persian with a non-joiner', 'علی\u200cرضا'],
  ['Sinhala with a joiner', 'ශ්\u200dරී'],
  ['Hindi with a joiner', 'क्\u200dष'],
  ['Malayalam with a final joiner', 'അവന്\u200d'],
  ['a family of emoji', '👨\u200d👩\u200d👧'],
  ['a heart with a selector', 'Love ❤\ufe0f'],
  ['an emoji of two with a selector', '❤\ufe0f\u200d🔥'],
  ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['a Japanese name with a variant', '葛\u{E0100}城'],
  ['Korean', '은혜교회'],
  ['Hebrew', 'יוסף'],
  ['accents on their own', 'Jose\u0301'],
])('%s is visible', (_, text) => expect(isVisible(text)).toBe(true))

test.each([
  ['Grаce Church', true],
  ['Grαce', true],
  ['Gr\u200bа', true],
  ['Благοдать', true],
  ['Grace Church 은혜교회', false],
  ['Grace Церковь', false],
  ['Glory教会', false],
  ['Благодать', false],
  ['Alpha-Ωμέγα', false],
])('%j mixes alphabets: %s', (text, mixed) => expect(mixesAlphabets(text)).toBe(mixed))
