import { spacedKey } from '../kernel/names.ts'

/** Words that many congregations' names have in common. They identify none of them. */
const COMMON = new Set(
  'church churches parish congregation fellowship ministry ministries chapel cathedral temple center centre mission of the and at in for first second united saint st ch umc ucc elca pc usa inc catholic lutheran methodist baptist presbyterian episcopal reformed evangelical community'.split(
    ' ',
  ),
)
const OF_CONGREGATIONS = /\b(church|parish|congregation|fellowship|ministr(y|ies)|chapel|cathedral|temple|mission)\b/
/** A bank cuts a name to fewer letters, but not to fewer than these. */
const SHORTEST = 3

/**
 * What identifies a payor in a bank's text. `keys`: words one of which must appear. `words`: a person's first and last
 * name, or the words by which a congregation differs from others.
 */
export type NameParts = Readonly<{ isCongregation: boolean; keys: readonly string[]; words: readonly string[] }>

const split = (text: string): string[] =>
  spacedKey(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

export const wordsOf = (text: string): ReadonlySet<string> => new Set(split(text))

export const namePartsOf = (name: string): NameParts => {
  const words = split(name)
  if (OF_CONGREGATIONS.test(spacedKey(name))) {
    const own = words.filter((word) => !COMMON.has(word))
    return { isCongregation: true, keys: own, words: own }
  }
  const last = words.at(-1)
  return { isCongregation: false, keys: last === undefined ? [] : [last], words: words.length > 1 ? [words[0] ?? '', last ?? ''] : words }
}

/**
 * True if a text names the payor: a person by the last name with the first name, its beginning or its initial; a
 * congregation by all words that are its own.
 */
export const namedIn = (text: ReadonlySet<string>, { isCongregation, words }: NameParts): boolean => {
  if (words.length === 0) return false
  if (isCongregation) return words.every((word) => text.has(word))
  const [first = '', last = ''] = words
  if (words.length < 2) return false
  if (!text.has(last)) return false
  if (text.has(first) || text.has(first.charAt(0))) return true
  for (const word of text) if (word !== last && word.length >= SHORTEST && first.startsWith(word)) return true
  return false
}
