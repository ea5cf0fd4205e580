import { style } from '@vanilla-extract/css'
import { offPaper } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

/** The selection and its actions stay visible while the list scrolls. */
export const bar = style({
  position: 'sticky',
  top: 0,
  zIndex: vars.layer.sticky,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space[2]} ${space[4]}`,
  paddingBlock: space[3],
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  '@media': offPaper,
})
export const ticked = style({ flex: '1 1 auto' })
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })
export const tickColumn = style({ width: '2.75rem' })
export const withTick = style({ display: 'flex', alignItems: 'flex-start', gap: space[3] })
/** Aligned with the name, to the right of the checkbox. */
export const besideTick = style({ paddingLeft: space[8] })
export const refused = style({ marginBlock: space[2], paddingLeft: space[5] })
