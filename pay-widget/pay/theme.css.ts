import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'

/** Names say what a value means, never what it looks like. */
export const color = createGlobalThemeContract({
  canvas: 'color-canvas',
  surface: 'color-surface',
  surfaceRaised: 'color-surface-raised',
  surfaceSunken: 'color-surface-sunken',
  surfaceHover: 'color-surface-hover',
  surfaceSelected: 'color-surface-selected',
  line: 'color-line',
  lineStrong: 'color-line-strong',
  lineControl: 'color-line-control',
  text: 'color-text',
  textSecondary: 'color-text-secondary',
  textMuted: 'color-text-muted',
  textDisabled: 'color-text-disabled',
  accent: 'color-accent',
  accentHover: 'color-accent-hover',
  accentActive: 'color-accent-active',
  onAccent: 'color-on-accent',
  accentText: 'color-accent-text',
  accentSoft: 'color-accent-soft',
  accentLine: 'color-accent-line',
  focus: 'color-focus',
  paid: 'color-paid',
  paidSoft: 'color-paid-soft',
  paidLine: 'color-paid-line',
  pending: 'color-pending',
  pendingSoft: 'color-pending-soft',
  pendingLine: 'color-pending-line',
  overdue: 'color-overdue',
  overdueSoft: 'color-overdue-soft',
  overdueLine: 'color-overdue-line',
  archived: 'color-archived',
  archivedSoft: 'color-archived-soft',
  archivedLine: 'color-archived-line',
  onInverse: 'color-on-inverse',
  skeleton: 'color-skeleton',
  skeletonShine: 'color-skeleton-shine',
  shadow: 'shadow-raised',
})

type Scheme = Record<keyof typeof color, string>

const light: Scheme = {
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
  shadow: '0 1px 2px rgb(28 26 23 / .06)',
}

const dark: Scheme = {
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
  shadow: '0 1px 2px rgb(0 0 0 / .4)',
}
createGlobalTheme(':root', color, light)

/** A finger needs 44 px: narrow screens and coarse pointers get it without anybody asking. */
const touch = '(max-width: 63.99em), (pointer: coarse)'
export const from = { two: '(min-width: 30em)', wide: '(min-width: 40em)', large: '(min-width: 64em)' }

export const size = createGlobalTheme(':root', {
  control: '2.25rem',
  pay: '32rem',
  list: '60rem',
  hairline: '1px',
  ring: '2px',
})

export const space = createGlobalTheme(':root', {
  px1: '.25rem',
  px2: '.5rem',
  px3: '.75rem',
  px4: '1rem',
  px5: '1.25rem',
  px6: '1.5rem',
  px8: '2rem',
  px12: '3rem',
})

export const radius = createGlobalTheme(':root', { sm: '4px', md: '6px', lg: '8px', xl: '12px', full: '999px' })

export const text = createGlobalTheme(':root', {
  xs: '.75rem',
  sm: '.8125rem',
  base: '.875rem',
  facts: '.9375rem',
  md: '1rem',
  amount: '2.75rem',
  tight: '1.25rem',
  leading: '1.5rem',
  leadingAmount: '3rem',
})

export const weight = { medium: 500, strong: 600 }
export const motion = createGlobalTheme(':root', { fast: '100ms', ease: 'cubic-bezier(.2, .8, .2, 1)' })
export const fontPay = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

globalStyle(':root', {
  colorScheme: 'light dark',
  '@media': {
    '(prefers-color-scheme: dark)': { vars: assignVars(color, dark) },
    [touch]: { vars: { [size.control]: '2.75rem' } },
    '(prefers-reduced-motion: reduce)': { vars: { [motion.fast]: '0ms' } },
    // Paper is white whatever the screen was.
    print: { colorScheme: 'light', vars: assignVars(color, light) },
  },
})
