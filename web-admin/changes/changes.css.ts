import { style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const days = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: space[3],
  marginBottom: space[6],
  '@media': {
    [from.small]: { gridTemplateColumns: 'minmax(0, 12rem) minmax(0, 12rem)' },
    [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})
/** A bill's state on one of the days, with the badge on the baseline of the words. */
export const at = style({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: `0 ${space[1]}` })
export const section = style({ marginTop: space[8] })
