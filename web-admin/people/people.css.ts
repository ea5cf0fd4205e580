import { style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const name = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const alone = style({ marginTop: space[4], color: vars.color.textSecondary, textWrap: 'pretty' })
