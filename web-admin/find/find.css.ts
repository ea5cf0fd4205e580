import { globalStyle, style } from '@vanilla-extract/css'
import { from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

/** Fixed to the top, so that the field does not move as results change. */
export const box = style({
  alignSelf: 'start',
  height: `calc(100dvh - ${space[6]})`,
  '@media': { [from.small]: { height: 'auto', marginTop: '8vh' } },
})
export const head = style({ padding: `${space[3]} ${space[3]} 0`, display: 'flex', gap: space[2] })
globalStyle(`${head} > :first-child`, { flex: 1 })
export const list = style({
  flex: 1,
  minHeight: '6rem',
  overflowY: 'auto',
  padding: space[2],
  '@media': { [from.small]: { height: '24rem', flex: 'none' } },
})
export const groupTitle = style({
  padding: `${space[2]} ${space[2]} ${space[1]}`,
  color: color.textMuted,
  fontSize: vars.text.xs,
  lineHeight: vars.leading.xs,
  fontWeight: vars.weight.medium,
})
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[3],
  minHeight: '2.75rem',
  padding: `${space[1]} ${space[2]}`,
  borderRadius: vars.radius.md,
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.surfaceHover }, '&[data-active="true"]': { background: color.surfaceSelected } },
  '@media': { '(forced-colors: active)': { selectors: { '&[data-active="true"]': { outline: '2px solid Highlight', outlineOffset: '-2px' } } } },
})
globalStyle(`${option} > svg`, { color: color.textMuted })
export const words = style({ minWidth: 0, display: 'grid' })
export const none = style({ padding: space[2], color: color.textMuted })

export const button = style({
  justifyContent: 'flex-start',
  width: '100%',
  color: color.textMuted,
  fontWeight: vars.weight.regular,
  background: color.surface,
  borderColor: color.line,
})
globalStyle(`${button} > kbd`, { marginLeft: 'auto' })
export const problem = style({ padding: `${space[3]} ${space[3]} 0` })
