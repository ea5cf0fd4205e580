import { createRequire } from 'node:module'
import path from 'node:path'
import bidiFactory from 'bidi-js'
import { familiesFor, notoWith, openFiles } from './noto.ts'
import { type Face, openFace, type Pair, type Weight } from './open-face.ts'
import { recent } from './recent.ts'

const bidi = bidiFactory()
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The embedding level of each character in a text with right-to-left writing; null if all of it is left-to-right. */
const levelsOf = (text: string): Uint8Array | null => (RTL.test(text) ? bidi.getEmbeddingLevels(text).levels : null)

/** Brackets open to the other side in right-to-left writing. */
const mirrored = (letter: string): string => bidi.getMirroredCharacter(letter) ?? letter

/**
 * Letters of one face and one direction, with their width at size 1. `lacks`: a letter that no face has, printed as
 * '?'.
 */
type Run = Readonly<{ text: string; is: Face; width: number; level: number; lacks: string | null }>

/** Runs in their order on the line from left to right (Unicode UAX 9, rule L2). */
const inVisualOrder = (runs: readonly Run[]): readonly Run[] => {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to += 1
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  return ordered
}

/** Inter has a file for each range of letters; the first file that has a letter is used. */
const RANGES = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const

/** Replaces a letter that no face has. */
const MISSING = '?'
/** The number of texts whose runs are cached. */
const KEPT = 2_000

/** Tabular figures; no arrows for '->', and no '×' for the x between two figures of a reference. */
const features = { tnum: true, calt: false }

const require = createRequire(import.meta.url)
const files = path.dirname(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
const opened = new Map<string, Pair>()

const inter = (range: (typeof RANGES)[number], weight: Weight): Pair => {
  const name = `inter-${range}-${weight}`
  const known = opened.get(name)
  if (known) return known
  const face = openFace(path.join(files, `${name}-normal.woff`), name, features)
  opened.set(name, face)
  return face
}

/**
 * Direction marks, control characters and variation selectors are invisible. Joiners change the shape of the letters
 * beside them.
 */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu
const joiners = /[\u200c\u200d]/g
const neutral = /^[\s\p{P}]$/u
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const plain = /^[\u0020-\u00ff]*$/

type Piece = { text: string; level: number; pair: Pair; of: 'inter' | 'noto'; lacks: string | null }

const piecesIn = (text: string, weight: Weight): Piece[] => {
  const [levels, families] = [levelsOf(text), familiesFor(text)]
  const pieces: Piece[] = []
  const find = (letter: string): Pick<Piece, 'text' | 'pair' | 'of'> | null => {
    const bare = letter.replace(joiners, '')
    for (const range of RANGES) {
      const pair = inter(range, weight)
      if (pair.has(bare)) return { text: bare, pair, of: 'inter' }
    }
    for (const form of new Set([letter, bare])) {
      const pair = notoWith(form, families, weight)
      if (pair) return { text: form, pair, of: 'noto' }
    }
    return null
  }
  const add = (letter: string, level: number): void => {
    const last = pieces.at(-1)
    const turned = level % 2 === 1 ? mirrored(letter) : letter
    // A space or a punctuation mark gets the face of the letters before it.
    const joins = last?.of === 'noto' && last.level === level && /\p{L}/u.test(last.text) && neutral.test(turned) && last.pair.has(turned)
    const found = joins ? { ...last, text: turned } : find(turned)
    if (found?.text === '') return
    if (found && last?.pair === found.pair && last.level === level && last.lacks === null) last.text += found.text
    else if (found) pieces.push({ text: found.text, level, pair: found.pair, of: found.of, lacks: null })
    // A character joined from several, such as a family emoji, is drawn as its parts.
    else if ([...letter].length > 1) for (const part of letter.replace(joiners, '')) add(part, level)
    else pieces.push({ text: MISSING, level, pair: inter('latin', weight), of: 'inter', lacks: letter })
  }
  for (const { segment, index } of letters.segment(text)) add(segment, levels?.[index] ?? 0)
  return pieces
}

/** A text in runs from left to right. `said`: the text to copy and read aloud, if its order differs. */
export type Line = Readonly<{ runs: readonly Run[]; said: string | null; isComplete: boolean }>

/**
 * Indic vowels are drawn before the consonant after which they are read, and Thai marks apart from their consonant.
 * Right-to-left lines stay as drawn: PDF readers turn them.
 */
const reordered = /[\u0900-\u0dff\u0e00-\u0e7f]/

const lineOf = (text: string, weight: Weight): Line => {
  const seen = text.replace(/\s/g, ' ').normalize('NFC').replace(invisible, '')
  if (seen === '') return { runs: [], said: null, isComplete: true }
  if (plain.test(seen)) {
    const is = inter('latin', weight).ltr
    return { runs: [{ text: seen, is, width: is.widthOf(seen), level: 0, lacks: null }], said: null, isComplete: true }
  }
  const runs = piecesIn(seen, weight).map(({ text: piece, level, pair, lacks }) => {
    const is = level % 2 === 1 ? pair.rtl : pair.ltr
    return { text: piece, is, width: is.widthOf(piece), level, lacks }
  })
  return { runs: inVisualOrder(runs), said: reordered.test(seen) ? seen : null, isComplete: runs.every(({ lacks }) => lacks === null) }
}

const known = { 400: recent<Line>(KEPT), 600: recent<Line>(KEPT) } as const satisfies Record<Weight, unknown>

/** A text in pieces, each of one face and direction. */
export const runsOf = (text: string, weight: Weight): Line => known[weight](text, () => lineOf(text, weight))

const WEIGHTS: readonly Weight[] = [400, 600]
/**
 * Opens the files for the letters of a text, and pauses after each: a text in Chinese may need dozens, at some ten
 * milliseconds each.
 */
export function* openFor(text: string): Generator<undefined> {
  if (plain.test(text)) return
  for (const letter of new Set(text.normalize('NFC')))
    for (const weight of WEIGHTS) {
      const before = openFiles()
      if (!RANGES.some((range) => inter(range, weight).has(letter))) notoWith(letter, familiesFor(text), weight)
      if (openFiles() > before) yield
    }
}
