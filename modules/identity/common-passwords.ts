import { dictionary } from '@zxcvbn-ts/language-common'

/** The passwords are in lower case, most common first. */
const list = dictionary['passwords-common'] as readonly string[]
const common = new Set(list)
const commonest = new Set(list.slice(0, 1000))

/**
 * True for the 49,000 passwords that attackers try first, and for the 1,000 most common ones with other characters
 * before or after ('Password1!'). The list is too large for browsers.
 */
export const isCommon = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase()
  return common.has(plain) || commonest.has(plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
}

const SHORTEST_NAME = 3
const SHORTEST_REST = 4
/** Common substitutes for letters. */
const lookalikes: Readonly<Record<string, string>> = {
  a: '[a4@]',
  b: '[b8]',
  e: '[e3]',
  g: '[g9]',
  i: '[i1!]',
  l: '[l1]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const typed = (word: string): RegExp => new RegExp([...word].map((letter) => lookalikes[letter] ?? letter).join(''), 'gu')

/**
 * True if hardly anything is left of the password without the words of these names and addresses, digits and
 * punctuation ('Vestry-2026!', 'ruth.adeyemi1').
 */
export const isMadeOf = (password: string, names: readonly string[]): boolean => {
  const words = names.flatMap((name) => folded(name).match(/\p{L}+/gu) ?? []).filter((word) => word.length >= SHORTEST_NAME)
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length)
  const whole = folded(password)
  const without = longestFirst.reduce((left, word) => left.replace(typed(word), ''), whole)
  const rest = without.replace(/[^\p{L}]/gu, '')
  return without !== whole && (rest.length < SHORTEST_REST || commonest.has(rest))
}
