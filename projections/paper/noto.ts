import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { openVariable, type Pair, variableFace, type Weight } from './open-face.ts'
import { recent } from './recent.ts'

const require = createRequire(import.meta.url)
/** Each package lists the letters of each of its files. */
const FAMILIES = {
  'noto-sans-arabic': () => require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  'noto-sans-hebrew': () => require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  'noto-sans-devanagari': () => require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  'noto-sans-thai': () => require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-kr': () => require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-jp': () => require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-sc': () => require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-tc': () => require.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  'noto-emoji': () => require.resolve('@fontsource-variable/noto-emoji/unicode.json'),
} as const
type Family = keyof typeof FAMILIES
type Han = 'noto-sans-sc' | 'noto-sans-tc' | 'noto-sans-jp' | 'noto-sans-kr'
const familiesWith = (...han: readonly Han[]): readonly Family[] => [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  ...han,
  'noto-emoji',
]
const korean = familiesWith('noto-sans-kr', 'noto-sans-tc', 'noto-sans-sc', 'noto-sans-jp')
const japanese = familiesWith('noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr')
const chinese = familiesWith('noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr')

/** The number of letters whose face is cached. */
const LETTERS = 10_000

type Range = Readonly<{ from: number; to: number; subset: string }>
const rangesOf = (file: string): Range[] =>
  Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))).flatMap(([subset, ranges]) =>
    ranges.split(',').map((range) => {
      const [from = '', to = from] = range.slice(2).split('-')
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), subset: subset.replace(/[[\]]/g, '') }
    }),
  )

const indexes = new Map<Family, Readonly<{ folder: string; ranges: readonly Range[] }>>()
const indexOf = (family: Family) => {
  const known = indexes.get(family)
  if (known) return known
  const file = FAMILIES[family]()
  const index = { folder: path.join(path.dirname(file), 'files'), ranges: rangesOf(file) }
  indexes.set(family, index)
  return index
}

/**
 * Files stay open: all of them take about 50 MB, and with a smaller cache a text of many files would reopen each one
 * for each measure.
 */
const files = new Map<string, ReturnType<typeof openVariable>>()
const faces = new Map<string, Pair>()
const kept = <Value>(known: Map<string, Value>, key: string, make: () => Value): Value => {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
export const openFiles = (): number => files.size

/**
 * The families for the letters of a text. Characters that Chinese, Japanese and Korean share are drawn in the style of
 * the text's language.
 */
export const familiesFor = (text: string): readonly Family[] => {
  if (/\p{Script=Hangul}/u.test(text)) return korean
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? japanese : chinese
}

const found = recent<Readonly<{ face: Pair | null }>>(LETTERS)

const search = (letter: string, families: readonly Family[], weight: Weight): Pair | null => {
  const first = letter.codePointAt(0) ?? 0
  for (const family of families) {
    const { folder, ranges } = indexOf(family)
    const subset = ranges.find(({ from, to }) => from <= first && first <= to)?.subset
    if (!subset) continue
    const name = `${family}-${subset}`
    const face = kept(faces, `${name}-${weight}`, () => {
      const file = kept(files, name, () => openVariable(path.join(folder, `${name}-wght-normal.woff2`)))
      return variableFace(file, `${name}-${weight}`, weight)
    })
    if (face.has(letter)) return face
  }
  return null
}

/** The face of the first family that has a letter, opened on first use. */
export const notoWith = (letter: string, families: readonly Family[], weight: Weight): Pair | null =>
  found(`${weight} ${families[4]} ${letter}`, () => ({ face: search(letter, families, weight) })).face
