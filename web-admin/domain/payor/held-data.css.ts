import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../../ui/theme.css.ts'

export const files = style({ display: 'flex', flexWrap: 'wrap', gap: vars.space[2] })
globalStyle(`${files} > [role="alert"]`, { flexBasis: '100%' })
