import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { color, space, text, leading, weight, font } = vars

export const intro = style({ maxWidth: '40rem', marginBottom: space[4], color: color.textSecondary, textWrap: 'pretty' })
export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const name = style({ fontWeight: weight.medium, overflowWrap: 'anywhere' })
export const code = style({ fontFamily: font.mono, fontSize: text.sm, lineHeight: leading.sm, overflowWrap: 'anywhere' })

export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[3], marginTop: space[10] })
globalStyle(`${intro} a, ${part} a`, { textDecoration: 'underline', textUnderlineOffset: '3px' })
globalStyle(`${part} > p`, { maxWidth: '40rem', color: color.textSecondary })
export const above = style({ marginBottom: space[4] })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginBottom: space[4] })
