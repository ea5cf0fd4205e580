import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font, type GlyphRun } from 'fontkit'
import { recent } from './recent.ts'
import { unwrapWoff } from './unwrap-woff.ts'

/** Inter comes in a file for each range of letters; the first file that has a letter is used. */
const RANGES = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const
export type Weight = 400 | 600

/** Letters of one file, with their width at size 1; `is: null` where no file has them. */
type Run = Readonly<{ text: string; is: Face | null; width: number }>
/** A letter that no typeface has is as wide as the box that stands for it. */
export const BOX = 0.72
export type Face = Readonly<{ name: string; font: Font; widthOf: (text: string) => number }>

/** The same sentences stand on every sheet: their widths are small, while what is laid out has an object for each letter. */
const [WIDTHS, LAID_OUT] = [4_000, 600]

/** Figures of one width; no arrows for '->', and no '×' for the x between two figures of a reference. */
const FEATURES = { tnum: true, calt: false }

/** pdfkit scales the positions of a run whenever it gets it, which is right once: these are scaled, and its loop does not see them. */
const scaledOnce = (run: GlyphRun, scale: number): GlyphRun => {
  const positions = run.positions.map((position) =>
    Object.defineProperties({}, Object.fromEntries(Object.entries(position).map(([key, value]) => [key, { value: value * scale }]))),
  )
  return Object.create(run, { positions: { value: positions }, advanceWidth: { value: run.advanceWidth * scale } })
}

/** fontkit's font with a bounded memory of its own: the one that pdfkit keeps for a document grows with its length. */
const remembering = (font: Font): Font => {
  const known = recent<GlyphRun>(LAID_OUT)
  const layOut = font.layout.bind(font)
  font.layout = (text) => known(text, () => scaledOnce(layOut(text, FEATURES), 1000 / font.unitsPerEm))
  return font
}

const open = (file: string, name: string): Face => {
  const read = create(unwrapWoff(readFileSync(file)))
  if (!('layout' in read)) throw new Error(`${file} is no typeface`)
  const font = remembering(read)
  const widths = recent<number>(WIDTHS)
  const widthOfWord = (word: string): number => widths(word, () => font.layout(word).advanceWidth / 1000)
  // Word by word, so that most of them are known.
  const widthOf = (text: string) => text.split(/(?<= )/).reduce((sum, word) => sum + widthOfWord(word), 0)
  return { name, font, widthOf }
}

const require = createRequire(import.meta.url)
const files = path.dirname(require.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
const opened = new Map<string, Face>()

const faceOf = (range: string, weight: Weight): Face => {
  const name = `inter-${range}-${weight}`
  const known = opened.get(name)
  if (known) return known
  const face = open(path.join(files, `${name}-normal.woff`), name)
  opened.set(name, face)
  return face
}

/** Direction marks and joiners, control characters and variation selectors: nothing to see. */
const invisible = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Variation_Selector}/gu
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const ofLetter = (letter: string, weight: Weight): Face | null => {
  for (const range of RANGES) {
    const face = faceOf(range, weight)
    if ([...letter].every((character) => face.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))) return face
  }
  return null
}

const plain = /^[\u0020-\u00ff]*$/

const runsIn = (text: string, weight: Weight): Run[] => {
  const seen = text.replace(/\s/g, ' ').normalize('NFC').replace(invisible, '')
  const pieces: { text: string; is: Face | null }[] = []
  if (plain.test(seen)) pieces.push({ text: seen, is: faceOf('latin', weight) })
  else
    for (const { segment } of letters.segment(seen)) {
      const is = ofLetter(segment, weight)
      const last = pieces.at(-1)
      // Each letter that is missing is seen as one.
      if (last && is && last.is === is) last.text += segment
      else pieces.push({ text: segment, is })
    }
  return pieces.flatMap((piece) => (piece.text === '' ? [] : [{ ...piece, width: piece.is ? piece.is.widthOf(piece.text) : BOX }]))
}

const knownRuns = { 400: recent<readonly Run[]>(WIDTHS), 600: recent<readonly Run[]>(WIDTHS) } as const satisfies Record<Weight, unknown>

/** A text in pieces, each of one typeface. */
export const runsOf = (text: string, weight: Weight): readonly Run[] => knownRuns[weight](text, () => runsIn(text, weight))
