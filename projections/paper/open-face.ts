import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { create, type Font, type GlyphRun } from 'fontkit'
import { recent } from './recent.ts'
import { sfntOf } from './sfnt.ts'
import { unwrapWoff2 } from './unwrap-woff2.ts'
import { variableSubset } from './variable-subset.ts'

const HEADER = 44
const ENTRY = 20

/**
 * The uncompressed font of a WOFF file (w3.org/TR/WOFF, an sfnt): fontkit would inflate a table again for each letter
 * that it embeds.
 */
const unwrapWoff = (woff: Buffer): Buffer => {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = HEADER + index * ENTRY
    const [offset, packed, whole] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag: woff.subarray(at, at + 4), bytes: packed < whole ? inflateSync(bytes) : bytes }
  })
  return sfntOf(woff.subarray(4, 8), tables)
}

export type Weight = 400 | 600
export type Face = Readonly<{ name: string; font: Font; widthOf: (text: string) => number }>
/** A face in both directions of writing. */
export type Pair = Readonly<{ ltr: Face; rtl: Face; has: (letter: string) => boolean }>

type Memory = Readonly<{ widths: number; laidOut: number }>
/**
 * For the sentences that are on every sheet. Widths take little memory, while a layout has an object for each letter.
 */
const SENTENCES: Memory = { widths: 4_000, laidOut: 600 }
/** For names in other scripts: they are short, and there are hundreds of font files. */
const NAMES: Memory = { widths: 200, laidOut: 50 }

/**
 * pdfkit scales the positions of a run each time it gets the run, which is wrong for a cached run. These positions are
 * scaled already, and hidden from pdfkit's loop.
 */
const scaledOnce = (run: GlyphRun, scale: number): GlyphRun => {
  const positions = run.positions.map((position) =>
    Object.defineProperties({}, Object.fromEntries(Object.entries(position).map(([key, value]) => [key, { value: value * scale }]))),
  )
  return Object.create(run, { positions: { value: positions }, advanceWidth: { value: run.advanceWidth * scale } })
}

const faceOf = (read: Font, name: string, features: Features, memory: Memory, direction?: 'rtl'): Face => {
  // pdfkit's own cache grows with the document; this one is bounded.
  const known = recent<GlyphRun>(memory.laidOut)
  const layOut = (text: string) => read.layout(text, features, undefined, undefined, direction)
  const font: Font = Object.create(read, {
    // pdfkit takes two fonts with the same name and file for one, whatever their weight and direction.
    postscriptName: { value: name },
    layout: { value: (text: string) => known(text, () => scaledOnce(layOut(text), 1000 / read.unitsPerEm)) },
  })
  const widths = recent<number>(memory.widths)
  const widthOfWord = (word: string): number => widths(word, () => font.layout(word).advanceWidth / 1000)
  // Measures word by word, so that most widths are cached.
  const widthOf = (text: string) => text.split(/(?<= )/).reduce((sum, word) => sum + widthOfWord(word), 0)
  return { name, font, widthOf }
}

type Features = Readonly<Record<string, boolean>>

const read = (bytes: Buffer): Font => {
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('A font file is a collection.')
  return font
}

const pairOf = (font: Font, name: string, features: Features, memory: Memory): Pair => {
  let rtl: Face | null = null
  return {
    ltr: faceOf(font, name, features, memory),
    get rtl() {
      rtl ??= faceOf(font, `${name}-rtl`, features, memory, 'rtl')
      return rtl
    },
    has: (letter) => [...letter].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
  }
}

/**
 * A font for layout, with the subsets of another one to embed. fontkit caches a glyph at its first use. If that is as a
 * part of an accented letter, the glyph has no character, and every later document would copy it as nothing.
 */
const embedding = (font: Font, subset: () => unknown): Font => Object.create(font, { createSubset: { value: subset } })

export const openFace = (path: string, name: string, features: Features): Pair => {
  const file = unwrapWoff(readFileSync(path))
  const embedded = read(file)
  return pairOf(
    embedding(read(file), () => embedded.createSubset()),
    name,
    features,
    SENTENCES,
  )
}

export const openVariable = (path: string) => {
  const { file, tables } = unwrapWoff2(readFileSync(path))
  return { file, tables: new Map(['head', 'hhea', 'maxp'].map((tag) => [tag, Buffer.from(tables.get(tag) ?? [])])) }
}

export const variableFace = ({ file, tables }: ReturnType<typeof openVariable>, name: string, weight: Weight): Pair => {
  const instance = () => read(file).getVariation({ wght: weight })
  const embedded = instance()
  return pairOf(
    embedding(instance(), () => variableSubset(embedded, tables)),
    name,
    {},
    NAMES,
  )
}
