const graphemes = new Intl.Segmenter()
/** Longer than any letter with its accents, or any emoji made of several. */
const LONGEST_GRAPHEME = 32

const HALF = /[\ud800-\udbff]$/

/** A text of at most so many UTF-16 units, cut between two characters as people see them. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text
  const from = Math.max(0, most - LONGEST_GRAPHEME)
  // The segments near the cut alone, since a text may be long; from a place that is no half of a pair.
  const start = /[\udc00-\udfff]/.test(text.charAt(from)) ? from - 1 : from
  let end = start
  for (const { index, segment } of graphemes.segment(text.slice(start, most + LONGEST_GRAPHEME))) {
    // Accents without end are no character that anybody sees.
    if (segment.length > LONGEST_GRAPHEME) return text.slice(0, most).replace(HALF, '')
    if (start + index + segment.length > most) break
    end = start + index + segment.length
  }
  return text.slice(0, end).replace(HALF, '')
}
