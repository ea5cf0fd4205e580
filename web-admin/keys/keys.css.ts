import { style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { color, space, weight } = vars

export const intro = style({ maxWidth: '40rem', marginBottom: space[4], color: color.textSecondary, textWrap: 'pretty' })
export const link = style({ textDecoration: 'underline', textUnderlineOffset: '3px' })
export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const name = style({ fontWeight: weight.medium, overflowWrap: 'anywhere' })
