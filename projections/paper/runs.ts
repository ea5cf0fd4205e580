import bidiFactory from 'bidi-js'
import type { Face } from './open-face.ts'

const bidi = bidiFactory()
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The embedding level of each character in a text with right-to-left writing; null if all of it is left-to-right. */
export const levelsOf = (text: string): Uint8Array | null => (RTL.test(text) ? bidi.getEmbeddingLevels(text).levels : null)

/** Brackets open to the other side in right-to-left writing. */
export const mirrored = (letter: string): string => bidi.getMirroredCharacter(letter) ?? letter

/** Letters of one face and one direction, with their width at size 1. `lacks`: the letter that no face has, printed as '?'. */
export type Run = Readonly<{ text: string; is: Face; width: number; level: number; lacks: string | null }>

/** Runs in their order on the line from left to right (Unicode UAX 9, rule L2). */
export const inVisualOrder = (runs: readonly Run[]): readonly Run[] => {
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
