/** Collapses runs of spaces, which look alike on a screen. */
export const singleSpaced = (name: string): string => name.replace(/\s+/g, ' ')

/**
 * Accents and vowel points that people leave out. Marks in Devanagari, Thai and kana stay, since they make a different
 * name.
 */
const ACCENTS = new RegExp(
  `[${[
    ...['\\u0300-\\u036f', '\\u0483-\\u0487', '\\u1ab0-\\u1aff', '\\u1dc0-\\u1dff', '\\u20d0-\\u20ff', '\\ufe00-\\ufe0f', '\\ufe20-\\ufe2f'],
    // Hebrew, Arabic
    ...['\\u0591-\\u05bd', '\\u05bf', '\\u05c1-\\u05c7', '\\u0610-\\u061a', '\\u064b-\\u065f', '\\u0670', '\\u06d6-\\u06dc'],
  ].join('')}]`,
  'g',
)
/**
 * Letters that Unicode does not decompose, with the letters that people type instead, and one form for letters that
 * have two.
 */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't' },
  ...{ ς: 'σ', ى: 'ي', ی: 'ي', ک: 'ك' },
}
/** Characters typed as apostrophes, the Arabic tatweel, and characters without width. */
const APOSTROPHES = /['’‘‛`´ʹʻʼʽʾʿˈ′＇՚׳ـ\p{Cf}]/gu
const SEPARATORS = /[\p{P}\p{Z}\p{Cc}\p{Sk}]+/gu

const folded = (name: string): string =>
  name
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[øłđðþßæœıħŋŧςىیک]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(SEPARATORS, ' ')

/**
 * The words of a name in normal form for comparison, separated by spaces: without case, accents and apostrophes, split
 * at hyphens and stops.
 */
export const spacedKey = (name: string): string => {
  const isAscii = /^[ -~]*$/.test(name)
  const key = isAscii
    ? name
        .toLowerCase()
        .replace(/['`]/g, '')
        .replace(/[^a-z0-9$+<=>|~]+/g, ' ')
    : folded(name)
  // A name that consists only of symbols is compared by its symbols.
  return key.trim() || name.normalize('NFKD').replace(ACCENTS, '').replace(/\s+/g, ' ').trim()
}

/**
 * The key by which names match (R45): "O'Connor", 'O’CONNOR' and 'OConnor' are one name, and so are 'Mary-Ann' and
 * 'Mary Ann'.
 */
export const nameKey = (name: string): string => spacedKey(name).replaceAll(' ', '')

/**
 * The normal form of names from which the ids of uploaded payors are derived (R51). A change would change the ids.
 */
export const registeredKey = (name: string): string => {
  if (/^[\w'.-]+(?: [\w'.-]+)*$/.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđßæœ]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' })[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The digits of a phone number, without the leading country code of the United States. */
export const phoneDigits = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Seven digits are a local number without its area code, and no country has more than fifteen (E.164). */
export const isDialable = (phone: string): boolean => {
  const { length } = phoneDigits(phone)
  return length >= 7 && length <= 15
}

/** The distinct words of at least two characters in a `spacedKey`. */
export const nameWords = (key: string): string[] => [...new Set(key.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length > 1))]

type Searched = Readonly<{
  firstName: string | null
  lastName: string | null
  name: string
  email: string | null
  phone: string | null
}>

/** Scripts that put no space between the last and the first name, and put the last name first. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * A payor's search text: a space before each word of the name, the address in lower case, and the digits of the phone
 * number after a #. Names of several words are included as one word, too, so that 'jeanluc' finds Jean-Luc.
 */
export const searchTextOf = ({ firstName, lastName, name, email, phone }: Searched): string => {
  const parts = [firstName, lastName].flatMap((part) => (part === null ? [] : [spacedKey(part)]))
  const joined = parts.flatMap((part) => (part.includes(' ') ? [` ${part.replaceAll(' ', '')}`] : []))
  const unspaced = UNSPACED.test(name) && parts.length === 2 ? ` ${nameKey(`${lastName}${firstName}`)} ${nameKey(name)}` : ''
  return ` ${spacedKey(name)}${joined.join('')}${unspaced}${email ? ` ${email.toLowerCase()}` : ''}${phone ? ` #${phoneDigits(phone)}` : ''}`
}

/** The key by which confusingly similar names match: letters and digits only, without case and accents. */
export const likenessOf = (name: string): string => nameKey(name).replace(/[^\p{L}\p{N}]+/gu, '') || nameKey(name)
