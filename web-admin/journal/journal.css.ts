import { style } from '@vanilla-extract/css'
import { from, offPaper } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const controls = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  alignItems: 'end',
  gap: space[3],
  marginBottom: space[6],
  '@media': { [from.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})
export const file = style({ '@media': { [from.medium]: { justifySelf: 'end' } } })
export const onScreen = style({ '@media': offPaper })
export const only = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2], marginBottom: space[4] })
