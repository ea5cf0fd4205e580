import { style } from '@vanilla-extract/css'
import { vars } from './theme.css.ts'

const { color, space, text, leading, radius } = vars

export const box = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[2] })
export const label = style({ fontSize: text.sm, fontWeight: vars.weight.medium })
export const code = style({
  width: '100%',
  minWidth: 0,
  padding: space[3],
  border: `1px solid ${color.line}`,
  borderRadius: radius.md,
  background: color.surfaceSunken,
  color: color.text,
  fontFamily: vars.font.mono,
  fontSize: text.sm,
  lineHeight: leading.sm,
  resize: 'vertical',
  overflowWrap: 'anywhere',
  fieldSizing: 'content',
})
export const foot = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2] })
export const note = style({ fontSize: text.sm, color: color.textSecondary })
