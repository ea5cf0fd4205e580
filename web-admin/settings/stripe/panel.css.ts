import { style } from '@vanilla-extract/css'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const panel = style({ display: 'grid', gap: space[5], maxWidth: '36rem', margin: '0 auto' })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })
export const next = style({ margin: `${space[5]} 0 ${space[2]}` })
export const steps = style({ display: 'grid', gap: space[2], paddingLeft: space[5], listStyle: 'decimal', color: color.textSecondary })
export const wanted = style({ paddingLeft: space[5], listStyle: 'disc' })
export const support = style({
  paddingTop: space[4],
  borderTop: `1px solid ${color.line}`,
  color: color.textMuted,
  fontSize: vars.text.sm,
  lineHeight: vars.leading.sm,
})
export const supportLink = style({ textDecoration: 'underline', textUnderlineOffset: '3px' })
