import { readFileSync } from 'node:fs'
import { create, type Font, type GlyphRun } from 'fontkit'
import { recent } from './recent.ts'
import { unwrapWoff } from './unwrap-woff.ts'
import { unwrapWoff2 } from './unwrap-woff2.ts'
import { variableSubset } from './variable-subset.ts'

export type Weight = 400 | 600
export type Face = Readonly<{ name: string; font: Font; widthOf: (text: string) => number }>
/** A face in both directions of writing. */
export type Pair = Readonly<{ ltr: Face; rtl: Face; has: (letter: string) => boolean }>

/** The same sentences stand on every sheet: their widths are small, while what is laid out has an object for each letter. */
const [WIDTHS, LAID_OUT] = [4_000, 600]

/** pdfkit scales the positions of a run whenever it gets it, which is right once: these are scaled, and its loop does not see them. */
const scaledOnce = (run: GlyphRun, scale: number): GlyphRun => {
  const positions = run.positions.map((position) =>
    Object.defineProperties({}, Object.fromEntries(Object.entries(position).map(([key, value]) => [key, { value: value * scale }]))),
  )
  return Object.create(run, { positions: { value: positions }, advanceWidth: { value: run.advanceWidth * scale } })
}

const faceOf = (read: Font, name: string, features: Features, direction?: 'rtl'): Face => {
  // pdfkit's own memory grows with the document; this one is bounded.
  const known = recent<GlyphRun>(LAID_OUT)
  const layOut = (text: string) => read.layout(text, features, undefined, undefined, direction)
  const font: Font = Object.create(read, {
    // pdfkit takes two fonts of one name and one file for the same, whatever their weight and direction.
    postscriptName: { value: name },
    layout: { value: (text: string) => known(text, () => scaledOnce(layOut(text), 1000 / read.unitsPerEm)) },
  })
  const widths = recent<number>(WIDTHS)
  const widthOfWord = (word: string): number => widths(word, () => font.layout(word).advanceWidth / 1000)
  // Word by word, so that most of them are known.
  const widthOf = (text: string) => text.split(/(?<= )/).reduce((sum, word) => sum + widthOfWord(word), 0)
  return { name, font, widthOf }
}

type Features = Readonly<Record<string, boolean>>

const read = (bytes: Buffer): Font => {
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('A font file is a collection.')
  return font
}

const pairOf = (font: Font, name: string, features: Features): Pair => {
  let rtl: Face | null = null
  return {
    ltr: faceOf(font, name, features),
    get rtl() {
      rtl ??= faceOf(font, `${name}-rtl`, features, 'rtl')
      return rtl
    },
    has: (letter) => [...letter].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
  }
}

/**
 * A font to lay out, with the subsets of another one to embed. fontkit keeps a glyph as it was first asked for: as a part of an accented letter it
 * stands for no letter, and every later document would copy as nothing.
 */
const embedding = (font: Font, subset: () => unknown): Font => Object.create(font, { createSubset: { value: subset } })

/** Opens a WOFF file. */
export const openFace = (path: string, name: string, features: Features): Pair => {
  const file = unwrapWoff(readFileSync(path))
  const embedded = read(file)
  return pairOf(
    embedding(read(file), () => embedded.createSubset()),
    name,
    features,
  )
}

/** Opens a variable WOFF2 file in one of its weights. */
export const openVariableFace = (path: string, name: string, weight: Weight): Pair => {
  const { file, tables } = unwrapWoff2(readFileSync(path))
  const instance = () => read(file).getVariation({ wght: weight })
  const embedded = instance()
  return pairOf(
    embedding(instance(), () => variableSubset(embedded, tables)),
    name,
    {},
  )
}
