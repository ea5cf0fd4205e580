/** Scripts that need a joiner or non-joiner within a word (UAX 31), such as Persian, Hindi and Sinhala. */
const JOINING = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Phag',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
  'Tibt',
]
const joining = `(?:(?=[\\p{L}\\p{M}])[${JOINING.map((script) => `\\p{scx=${script}}`).join('')}])`
const emoji = '\\p{Emoji}'
const pictured = '\\p{Extended_Pictographic}'

const needed = [
  `(?<=${joining})[\\u200C\\u200D](?=${joining})`,
  // A Malayalam word may end with a consonant, a virama and a joiner.
  '(?<=\\u0D4D)\\u200D',
  `(?<=(?:${pictured}|\\p{Emoji_Modifier})\\uFE0F?)\\u200D(?=${pictured})`,
  `(?<=${emoji})[\\uFE0E\\uFE0F]`,
  // The flags of England, Scotland and Wales are a black flag followed by hidden letters.
  '(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}\\u{E0030}-\\u{E0039}]{1,6}\\u{E007F}',
  '(?<=\\p{scx=Hani})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{scx=Mong})[\\u180B-\\u180D\\u180F]',
].join('|')

// Tabs and line ends are spaces to readers; the blank braille pattern is drawn as nothing.
const invisible = '(?![\\t\\n\\r])[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800\\uFFF9-\\uFFFB]'
const found = new RegExp(`(?:${needed})|(${invisible})`, 'gu')
const anywhere = new RegExp(invisible, 'gu')

/** Removes invisible characters, except those that the script or an emoji needs. */
export const withoutInvisible = (text: string): string => text.replace(found, (all: string, hidden?: string) => (hidden === undefined ? all : ''))

/** Removes all invisible characters, for comparison. */
export const withoutIgnorable = (text: string): string => text.replace(anywhere, '')

export const isVisible = (text: string): boolean => withoutInvisible(text) === text
export const INVISIBLE = 'Remove the invisible characters; typing it again instead of pasting it helps'

const LATIN = /\p{Script=Latin}/u
const CYRILLIC = /\p{Script=Cyrillic}/u
const GREEK = /\p{Script=Greek}/u

/** True if a word mixes alphabets with identical-looking letters. */
export const mixesAlphabets = (text: string): boolean =>
  (
    withoutIgnorable(text)
      .normalize('NFKC')
      .match(/[\p{L}\p{M}]+/gu) ?? []
  ).some((word) => [LATIN, CYRILLIC, GREEK].filter((alphabet) => alphabet.test(word)).length > 1)
export const MIXED_ALPHABETS = 'Write each word in one alphabet: letters of Latin, Greek and Cyrillic look alike'
