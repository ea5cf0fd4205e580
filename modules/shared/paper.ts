export const paperSizes = ['letter', 'a4'] as const
export type PaperSize = (typeof paperSizes)[number]
export const paperLabels: Readonly<Record<PaperSize, string>> = { letter: 'Letter', a4: 'A4' }

/** The layout of a bill's sheet, in millimetres from its top and left edges. */
export type Paper = Readonly<{
  width: number
  height: number
  left: number
  right: number
  /** From top to bottom: the network's head, the payor's address in the envelope's window, the bill, and the slip. */
  head: number
  headEnd: number
  window: number
  windowEnd: number
  body: number
  slip: number
  end: number
  /** The place of the bill's facts: beside the window, so that they do not show in it. */
  facts: number
}>

/**
 * Folded twice, a sheet shows only the payor in a window envelope.
 *
 * Letter: a #10 envelope (4 1/8 by 9 1/2 in.) with the standard left window, 1 1/8 by 4 1/2 in., 7/8 in. from the left
 * and 1/2 in. from the bottom. The folded sheet (8 1/2 by 3 2/3 in.) has 0.46 in. to move up and 1 in. to move aside:
 * always visible is 2.5 to 3.16 in. from the top and 0.875 to 4.375 in. from the left; possibly
 * visible is 2.04 to 3.63 in. and up to 5.375 in. (136.5 mm).
 *
 * A4: form B of DIN 5008 for window envelopes DIN lang (DIN 680): the address field is 45 to 90 mm from the top and 20
 * to 105 mm from the left; its upper 17.7 mm are for remarks, addresses begin at 62.7 mm and 25 mm from the left, and
 * text beside it begins at 125 mm.
 */
export const papers: Readonly<Record<PaperSize, Paper>> = {
  letter: {
    ...{ width: 215.9, height: 279.4, left: 25.4, right: 19 },
    ...{ head: 12, headEnd: 51, window: 63.8, windowEnd: 80.2, body: 94, slip: 213, end: 269.4, facts: 139 },
  },
  a4: {
    ...{ width: 210, height: 297, left: 25, right: 20 },
    ...{ head: 12, headEnd: 45, window: 63, windowEnd: 89, body: 97, slip: 231, end: 287, facts: 125 },
  },
}
