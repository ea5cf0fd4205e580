import { style } from '@vanilla-extract/css'

export const payorColumn = style({ width: '30%' })
