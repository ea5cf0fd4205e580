import type { Font } from 'fontkit'
import { breakable } from '../../modules/kernel/breakable.ts'
import { BOX, runsOf, type Weight } from './faces.ts'
import { recent } from './recent.ts'

declare global {
  namespace PDFKit.Mixins {
    // Typefaces that were read once are lent to each document; the types know files and buffers alone.
    interface PDFFont {
      registerFont(name: string, read: Font): this
    }
  }
}

export type Style = Readonly<{ size: number; leading: number; weight?: Weight; colour?: string }>

/** Stands for a letter that no typeface has. */
const MISSING = '?'
const INK = '#1c1a17'
/** The lines of what stands on every sheet are found once. */
const KEPT = 2_000
const broken = recent<readonly string[]>(KEPT)

/** The last place within what fits of a word at which a person would break it; 0 for none. */
const softCutOf = (word: string, fits: number): number => {
  let end = 0
  for (const { length } of breakable(word)) {
    if (end + length > fits) break
    end += length
  }
  return end
}

/** Writes on a document: any text on one line, each letter in the typeface that has it. */
export const penOf = (doc: PDFKit.PDFDocument) => {
  const registered = new Set<string>()
  let lacked = false

  const widthOf = (text: string, { size, weight = 400 }: Style): number => runsOf(text, weight).reduce((sum, { width }) => sum + width, 0) * size

  const draw = (text: string, x: number, baseline: number, { size, weight = 400, colour = INK }: Style): void => {
    doc.fillColor(colour)
    let at = x
    for (const { text: piece, is, width } of runsOf(text, weight)) {
      if (is) {
        if (!registered.has(is.name)) doc.registerFont(is.name, is.font)
        registered.add(is.name)
        doc.font(is.name, size).text(piece, at, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] })
      } else {
        lacked = true
        // A question mark in a box; whoever copies the text or has it read aloud gets the letter itself.
        doc
          .lineWidth(size * 0.05)
          .rect(at + size * 0.05, baseline - size * 0.79, size * (BOX - 0.1), size * 0.86)
          .stroke(colour)
        doc.markContent('Span', { actual: piece })
        draw(MISSING, at + size * 0.14, baseline, { size: size * 0.8, leading: 0, weight, colour })
        doc.endMarkedContent()
      }
      at += width * size
    }
  }

  /** A text in lines of a width, at spaces where it can be; of more than `most` lines the last one ends in '…'. */
  const linesOf = (text: string, style: Style, width: number, most = Number.POSITIVE_INFINITY): readonly string[] => {
    const key = `${style.size} ${style.weight} ${width} ${most} ${text}`
    return broken(key, () => brokenInto(text, style, width, most))
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

  /** How much of a long word fits; at least a letter. */
  const cutOf = (word: string, style: Style, width: number): number => {
    let [fits, over] = [1, word.length]
    while (fits + 1 < over) {
      const middle = Math.floor((fits + over) / 2)
      if (widthOf(word.slice(0, middle), style) <= width) fits = middle
      else over = middle
    }
    // Not within a letter that is written as two halves.
    return /[\uD800-\uDBFF]/.test(word[fits - 1] ?? '') ? fits + 1 : fits
  }

  return {
    doc,
    widthOf,
    draw,
    linesOf,
    /** Whether a letter was missing since it was last asked. */
    hasLacked: (): boolean => {
      const had = lacked
      lacked = false
      return had
    },
  }
}
export type Pen = ReturnType<typeof penOf>
