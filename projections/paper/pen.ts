import type { Font } from 'fontkit'
import { breakable } from '../../modules/shared/breakable.ts'
import { runsOf } from './faces.ts'
import type { Weight } from './open-face.ts'
import { recent } from './recent.ts'

declare global {
  namespace PDFKit.Mixins {
    // Fonts are read once and shared by all documents; pdfkit's types accept only files and buffers.
    interface PDFFont {
      registerFont(name: string, read: Font): this
    }
  }
}

export type Style = Readonly<{ size: number; leading: number; weight?: Weight; colour?: string }>

const INK = '#1c1a17'
/** Keeps this many texts with their lines, since most texts are on every sheet. */
const KEPT = 2_000
const broken = recent<readonly string[]>(KEPT)

/** Thai, Chinese and Japanese set no spaces between words; a dictionary finds the words. */
const unspaced = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const words = new Intl.Segmenter('en', { granularity: 'word' })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Closing punctuation, with which no line may begin. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u

/** The last natural break in the part of a word that fits; 0 without one. */
const softCutOf = (word: string, fits: number): number => {
  const parts = unspaced.test(word) ? [...words.segment(word)].map(({ segment }) => segment) : breakable(word)
  let [end, cut] = [0, 0]
  for (const part of parts) {
    if (end > fits) break
    if (!(unspaced.test(word) && closing.test(part))) cut = end
    end += part.length
  }
  return end <= fits ? end : cut
}

const widthOf = (text: string, { size, weight = 400 }: Style): number => runsOf(text, weight).runs.reduce((sum, { width }) => sum + width, 0) * size

/** The length of the part of a long word that fits; at least one letter. */
const cutOf = (word: string, style: Style, width: number): number => {
  let [fits, over] = [1, word.length]
  while (fits + 1 < over) {
    const middle = Math.floor((fits + over) / 2)
    if (widthOf(word.slice(0, middle), style) <= width) fits = middle
    else over = middle
  }
  // Never cut inside a letter: it may be a surrogate pair, or a consonant with its vowel sign.
  const letter = letters.segment(word).containing(fits)
  return letter ? letter.index || letter.segment.length : fits
}

const brokenInto = (text: string, style: Style, width: number, most: number): readonly string[] => {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let [line, used] = ['', 0]
    for (const word of paragraph.split(/(?<=\s)/)) {
      if (used + widthOf(word.trimEnd(), style) <= width) {
        line += word
        used += widthOf(word, style)
        continue
      }
      if (line !== '') lines.push(line.trimEnd())
      line = word
      while (widthOf(line.trimEnd(), style) > width) {
        const fits = cutOf(line, style, width)
        const cut = softCutOf(line, fits) || fits
        lines.push(line.slice(0, cut))
        line = line.slice(cut)
      }
      used = widthOf(line, style)
    }
    lines.push(line.trimEnd())
    if (lines.length > most) break
  }
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  const last = kept.at(-1) ?? ''
  const room = widthOf(`${last}…`, style) <= width ? last : last.slice(0, cutOf(last, style, width - widthOf('…', style)))
  return [...kept.slice(0, -1), `${room.trimEnd()}…`]
}

/**
 * Breaks a text into lines of a width, at spaces if possible. If there are more than `most` lines, the last one kept
 * ends in '…'.
 */
const linesOf = (text: string, style: Style, width: number, most = Number.POSITIVE_INFINITY): readonly string[] => {
  const key = `${style.size} ${style.weight} ${width} ${most} ${text}`
  return broken(key, () => brokenInto(text, style, width, most))
}

export type Tag = 'P' | 'H1' | 'H2' | 'Figure'

/** Draws on a document. Any text can be drawn on one line: each letter uses a typeface that has it. */
export const penOf = (doc: PDFKit.PDFDocument) => {
  const registered = new Set<string>()
  const root = doc.struct('Document')
  doc.addStructure(root)
  let sheet: PDFKit.PDFStructureElement | null = null

  /** Draws a sheet as one section of the document's structure. */
  const section = (language: string, drawing: () => void): void => {
    sheet = doc.struct('Sect', { lang: language })
    root.add(sheet)
    drawing()
    sheet.end()
    sheet = null
  }
  /** Draws one structure element of the sheet. `alt`: the text alternative of a picture. */
  const element = (tag: Tag, drawing: () => void, alt?: string): void => {
    if (sheet) sheet.add(doc.struct(tag, alt === undefined ? {} : { alt }, drawing))
    else drawing()
  }
  /** Draws decoration that screen readers skip. */
  const decoration = (drawing: () => void): void => {
    doc.markContent('Artifact')
    drawing()
    doc.endMarkedContent()
  }

  /** Text drawn by `drawing` is copied and read aloud as `words`. */
  const readAs = (words: string | null, drawing: () => void): void => {
    if (words !== null) doc.markContent('Span', { actual: words })
    drawing()
    if (words !== null) doc.endMarkedContent()
  }

  const draw = (text: string, x: number, baseline: number, { size, weight = 400, colour = INK }: Style): void => {
    doc.fillColor(colour)
    const { runs, said } = runsOf(text, weight)
    readAs(said, () => {
      let at = x
      for (const { text: piece, is, width, lacks } of runs) {
        if (!registered.has(is.name)) doc.registerFont(is.name, is.font)
        registered.add(is.name)
        readAs(said === null ? lacks : null, () =>
          doc.font(is.name, size).text(piece, at, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] }),
        )
        at += width * size
      }
    })
  }

  return {
    doc,
    section,
    element,
    decoration,
    widthOf,
    draw,
    linesOf,
    canDraw: (text: string): boolean => runsOf(text, 400).isComplete,
  }
}
export type Pen = ReturnType<typeof penOf>
