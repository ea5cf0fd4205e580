import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const section = style({ marginTop: space[8] })
export const points = style({ display: 'grid', gap: space[2], marginTop: space[1], listStyle: 'none' })
globalStyle(`${points} > li`, { overflowWrap: 'anywhere' })
/** Breaks host names and error messages at any place, since their words are long. */
export const code = style({ overflowWrap: 'anywhere' })
export const ways = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
