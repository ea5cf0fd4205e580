import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import * as tokens from '../../modules/shared/design-tokens.ts'

const light = { color: { ...tokens.colors.light, shadow: tokens.raised.light } }
const dark: typeof light = { color: { ...tokens.colors.dark, shadow: tokens.raised.dark } }
const theme = createGlobalThemeContract(light, tokens.tokenName)
export const { color } = theme
createGlobalTheme(':root', theme, light)

export const from = { two: '(min-width: 30em)', wide: '(min-width: 40em)', large: '(min-width: 64em)' }

export const size = createGlobalTheme(':root', {
  control: tokens.control,
  pay: '32rem',
  bill: '24rem',
  pair: '68rem',
  list: '60rem',
  hairline: '1px',
  ring: tokens.ring,
})

export const space = createGlobalTheme(':root', tokens.space)
/** A custom property with a fixed name, like the colours, so that a framing site can set it. */
const rounded = createGlobalThemeContract({ radius: tokens.radius }, tokens.tokenName)
createGlobalTheme(':root', rounded, { radius: tokens.radius })
export const { radius } = rounded

export const text = createGlobalTheme(':root', {
  ...tokens.text,
  facts: '.9375rem',
  amount: '2.75rem',
  tight: tokens.leading.base,
  leading: tokens.leading.md,
})

export const { weight } = tokens
export const motion = createGlobalTheme(':root', { fast: tokens.duration, ease: tokens.ease })
export const fontPay = tokens.fonts.pay

// Set if a framing site asks for it. Paper is always light.
globalStyle(':root[data-theme="light"]', { colorScheme: 'light', vars: assignVars(theme, light) })
globalStyle(':root[data-theme="dark"]', {
  colorScheme: 'dark',
  '@media': { screen: { vars: assignVars(theme, dark) }, print: { colorScheme: 'light' } },
})
globalStyle(':root', {
  colorScheme: 'light dark',
  '@media': {
    '(prefers-color-scheme: dark)': { vars: assignVars(theme, dark) },
    [tokens.touch.media]: { vars: { [size.control]: tokens.touch.control } },
    '(prefers-reduced-motion: reduce)': { vars: { [motion.fast]: '0ms' } },
    // Paper is always light.
    print: { colorScheme: 'light', vars: assignVars(theme, light) },
  },
})
