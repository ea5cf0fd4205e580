import { style } from '@vanilla-extract/css'
import { from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

export const pair = style({ display: 'grid', gap: vars.space[4], '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } } })
/** The banner is printed too: a printed page must say which day its figures are from. */
export const banner = style({ marginBottom: vars.space[6] })
export const ways = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[2],
  marginTop: vars.space[2],
  '@media': { print: { display: 'none' } },
})
