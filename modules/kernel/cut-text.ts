const graphemes = new Intl.Segmenter()
/** The longest visible character in UTF-16 units: a letter with its accents, or an emoji made of several. */
const LONGEST_GRAPHEME = 32

const HALF = /[\ud800-\udbff]$/

/** Cuts a text to at most `most` UTF-16 units, between two characters as readers see them. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text
  const from = Math.max(0, most - LONGEST_GRAPHEME)
  // Segments only near the cut, since a text may be long; never starts within a surrogate pair.
  const start = /[\udc00-\udfff]/.test(text.charAt(from)) ? from - 1 : from
  let end = start
  for (const { index, segment } of graphemes.segment(text.slice(start, most + LONGEST_GRAPHEME))) {
    // A letter with very many accents is no visible character, so it is cut, too.
    if (segment.length > LONGEST_GRAPHEME) return text.slice(0, most).replace(HALF, '')
    if (start + index + segment.length > most) break
    end = start + index + segment.length
  }
  return text.slice(0, end).replace(HALF, '')
}
