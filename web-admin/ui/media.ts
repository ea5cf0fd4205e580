/** The widths are in em, so that larger text gets the layout of a smaller screen. */
export const from = {
  small: '(min-width: 40em)',
  medium: '(min-width: 48em)',
  large: '(min-width: 64em)',
  wide: '(min-width: 80em)',
} as const

export const below = {
  /** The width of a phone with text at 200 %. */
  tiny: '(max-width: 19.99em)',
  narrow: '(max-width: 29.99em)',
  small: '(max-width: 39.99em)',
  medium: '(max-width: 47.99em)',
  large: '(max-width: 63.99em)',
  wide: '(max-width: 79.99em)',
} as const

/** Lists are tables on a wide screen, and always in print. */
export const tabled = `${from.large}, print`

/** Touch: narrow screens and coarse pointers. */
export const touch = '(max-width: 63.99em), (pointer: coarse)'
export const still = '(prefers-reduced-motion: reduce)'
/** Hides controls in print. */
export const offPaper = { print: { display: 'none !important' } } as const
export const paperOnly = (display: 'block' | 'flex') => ({ display: 'none', '@media': { print: { display } } }) as const
/** Print is always light. */
export const darkScreen = 'screen and (prefers-color-scheme: dark)'
export const forced = '(forced-colors: active)'
