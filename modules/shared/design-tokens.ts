/**
 * Design tokens that the admin and the pay page share; each of the two has further ones. A name describes what its
 * value means.
 */
const light = {
  canvas: '#f7f6f3',
  surface: '#ffffff',
  surfaceRaised: '#ffffff',
  surfaceSunken: '#faf9f7',
  surfaceHover: '#f6f5f2',
  surfaceSelected: '#edebe6',
  line: '#e8e5e0',
  lineStrong: '#d3cfc8',
  lineControl: '#918c84',
  text: '#1c1a17',
  textSecondary: '#57524b',
  textMuted: '#6a655d',
  textDisabled: '#736e66',
  accent: '#1f4aa3',
  accentHover: '#193d89',
  accentActive: '#143270',
  onAccent: '#ffffff',
  accentText: '#1f4aa3',
  accentSoft: '#ecf1fb',
  accentLine: '#b9cbee',
  focus: '#2a5bc4',
  paid: '#1c6b3c',
  paidSoft: '#e9f4ec',
  paidLine: '#b7dcc3',
  pending: '#7a4b00',
  pendingSoft: '#fbf1dc',
  pendingLine: '#ecd3a0',
  overdue: '#a92a1d',
  overdueSoft: '#fceeeb',
  overdueLine: '#f0c3bb',
  archived: '#5f5a53',
  archivedSoft: '#f1efeb',
  archivedLine: '#dbd7d0',
  onInverse: '#f7f5f1',
  skeleton: '#eceae5',
  skeletonShine: '#f6f5f2',
}
const dark: Record<keyof typeof light, string> = {
  canvas: '#131211',
  surface: '#191816',
  surfaceRaised: '#22201e',
  surfaceSunken: '#141312',
  surfaceHover: '#272522',
  surfaceSelected: '#33302c',
  line: '#2e2b28',
  lineStrong: '#413e39',
  lineControl: '#78736b',
  text: '#f1efeb',
  textSecondary: '#bbb5ac',
  textMuted: '#a49e95',
  textDisabled: '#969087',
  accent: '#3f69d8',
  accentHover: '#4870da',
  accentActive: '#3459bd',
  onAccent: '#ffffff',
  accentText: '#9dbbff',
  accentSoft: '#1b2438',
  accentLine: '#334875',
  focus: '#8fb0ff',
  paid: '#74cc94',
  paidSoft: '#16281c',
  paidLine: '#2b4d37',
  pending: '#e8b653',
  pendingSoft: '#2d2413',
  pendingLine: '#554422',
  overdue: '#ff9f92',
  overdueSoft: '#351c18',
  overdueLine: '#63342c',
  archived: '#aaa49b',
  archivedSoft: '#262421',
  archivedLine: '#403d38',
  onInverse: '#f4f2ee',
  skeleton: '#272522',
  skeletonShine: '#312e2b',
}
export const colors = { light, dark }
export const raised = { light: '0 1px 2px rgb(28 26 23 / .06)', dark: '0 1px 2px rgb(0 0 0 / .4)' }

export const fonts = {
  admin: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  pay: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
}
export const text = { xs: '.75rem', sm: '.8125rem', base: '.875rem', md: '1rem' }
export const leading = { xs: '1rem', base: '1.25rem', md: '1.5rem' }
export const weight = { regular: '400', medium: '500', strong: '600' }
export const space = {
  1: '.25rem',
  2: '.5rem',
  3: '.75rem',
  4: '1rem',
  5: '1.25rem',
  6: '1.5rem',
  8: '2rem',
  10: '2.5rem',
  12: '3rem',
  16: '4rem',
}
export const radius = { sm: '4px', md: '6px', lg: '8px', xl: '12px', full: '999px' }
export const ring = '2px'
export const duration = '100ms'
export const ease = 'cubic-bezier(.2, .8, .2, 1)'

/** The height of controls on narrow screens and coarse pointers: touch needs 44 px. */
export const touch = { media: '(max-width: 63.99em), (pointer: coarse)', control: '2.75rem' }
export const control = '2.25rem'

/** 'color-text-secondary' for ['color', 'textSecondary']: a token's name in CSS. */
export const tokenName = (_: string | null, path: string[]): string => path.join('-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
