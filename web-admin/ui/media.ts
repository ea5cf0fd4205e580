/** In em, so that larger text gets the smaller layout. */
export const from = {
  small: '(min-width: 40em)',
  medium: '(min-width: 48em)',
  large: '(min-width: 64em)',
  wide: '(min-width: 80em)',
} as const

export const below = {
  /** Text of twice its size on a phone. */
  tiny: '(max-width: 19.99em)',
  narrow: '(max-width: 29.99em)',
  small: '(max-width: 39.99em)',
  medium: '(max-width: 47.99em)',
  large: '(max-width: 63.99em)',
  wide: '(max-width: 79.99em)',
} as const

/** Where a list is a table: with room for it, and on paper, however narrow. */
export const tabled = `${from.large}, print`

/** Fingers: narrow screens and coarse pointers. */
export const touch = '(max-width: 63.99em), (pointer: coarse)'
export const still = '(prefers-reduced-motion: reduce)'
/** What is operated, rather than read, stays off paper. */
export const offPaper = { print: { display: 'none !important' } } as const
/** Stands on paper alone. */
export const paperOnly = (display: 'block' | 'flex') => ({ display: 'none', '@media': { print: { display } } }) as const
/** On a screen: paper is always light. */
export const darkScreen = 'screen and (prefers-color-scheme: dark)'
export const forced = '(forced-colors: active)'
