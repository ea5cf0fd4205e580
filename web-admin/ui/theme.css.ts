import { assignVars, createGlobalTheme, createGlobalThemeContract, globalLayer, globalStyle } from '@vanilla-extract/css'
import * as tokens from '../../modules/shared/design-tokens.ts'
import { darkScreen } from './media.ts'

/**
 * The layers make the styles of screens override the styles of primitives, and the styles of primitives override base
 * rules, whatever the order of files.
 */
export const baseLayer = globalLayer('base')
export const primitivesLayer = globalLayer('primitives')

const light = {
  color: {
    ...tokens.colors.light,
    danger: '#b02a1c',
    dangerHover: '#942116',
    onDanger: '#ffffff',
    chartBar: '#3465c4',
    chartGrid: '#eceae5',
    chartBand: '#f3f1ed',
    backdrop: 'rgb(28 26 23 / .36)',
    inverse: '#24211d',
    inverseAccent: '#a9c4ff',
  },
  shadow: {
    raised: tokens.raised.light,
    menu: '0 0 0 1px rgb(28 26 23 / .08), 0 2px 4px rgb(28 26 23 / .04), 0 8px 24px rgb(28 26 23 / .12)',
    dialog: '0 0 0 1px rgb(28 26 23 / .06), 0 8px 16px rgb(28 26 23 / .08), 0 24px 64px rgb(28 26 23 / .2)',
  },
}

const dark: typeof light = {
  color: {
    ...tokens.colors.dark,
    danger: '#c93b2c',
    dangerHover: '#d04434',
    onDanger: '#ffffff',
    chartBar: '#6a92ee',
    chartGrid: '#292724',
    chartBand: '#242220',
    backdrop: 'rgb(0 0 0 / .6)',
    inverse: '#35322e',
    inverseAccent: '#a9c4ff',
  },
  shadow: {
    raised: tokens.raised.dark,
    menu: '0 0 0 1px rgb(255 255 255 / .09), 0 8px 24px rgb(0 0 0 / .5)',
    dialog: '0 0 0 1px rgb(255 255 255 / .09), 0 24px 64px rgb(0 0 0 / .6)',
  },
}

const measures = {
  font: { admin: tokens.fonts.admin, mono: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace' },
  text: { ...tokens.text, lg: '1.125rem', xl: '1.25rem', title: '1.5rem', figure: '1.75rem' },
  leading: { ...tokens.leading, sm: '1.25rem', lg: '1.5rem', xl: '1.75rem', title: '2rem', figure: '2.25rem' },
  weight: tokens.weight,
  tracking: { tight: '-.02em', snug: '-.006em' },
  space: tokens.space,
  size: {
    control: tokens.control,
    controlSmall: '2rem',
    row: '3.5rem',
    sidebar: '16rem',
    topbar: '3.5rem',
    content: '72rem',
    dialog: '35rem',
  },
  radius: tokens.radius,
  ring: { width: tokens.ring, offset: '2px' },
  duration: { fast: tokens.duration, base: '160ms', slow: '240ms' },
  ease: { out: tokens.ease, inOut: 'cubic-bezier(.4, 0, .2, 1)' },
  layer: { sticky: '10', sidebar: '20', backdrop: '30', dialog: '40', menu: '50', toast: '60', tooltip: '70' },
}

/** The names of the variables say what a value is for, not how it looks. */
export const vars = createGlobalThemeContract({ ...light, ...measures }, tokens.tokenName)
createGlobalTheme(':root', vars, { ...light, ...measures })

const { color, shadow } = vars
const darkVars = assignVars({ color, shadow }, dark)

globalStyle(':root', { colorScheme: 'light' })
globalStyle(':root:not([data-theme="light"])', {
  '@media': { [darkScreen]: { colorScheme: 'dark', vars: darkVars } },
})
globalStyle(':root[data-theme="dark"]', { '@media': { screen: { colorScheme: 'dark', vars: darkVars } } })

globalStyle(':root', {
  '@media': {
    [tokens.touch.media]: { vars: { [vars.size.control]: tokens.touch.control, [vars.size.controlSmall]: tokens.touch.control } },
    '(prefers-reduced-motion: reduce)': { vars: { [vars.duration.fast]: '0ms', [vars.duration.base]: '0ms', [vars.duration.slow]: '0ms' } },
  },
})
