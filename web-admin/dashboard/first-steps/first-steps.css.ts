import { style } from '@vanilla-extract/css'
import { from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const steps = style({ paddingBlock: `${space[2]} ${space[6]}` })
export const count = style({ marginLeft: space[2], fontWeight: vars.weight.regular })
export const step = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: `${space[2]} ${space[3]}`,
  minHeight: vars.size.row,
  paddingBlock: space[2],
  borderBottom: `1px solid ${color.line}`,
  '@media': { [from.small]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
})
/** On a phone this is below the text and aligned with it. */
export const way = style({ gridColumn: '2', justifySelf: 'start', '@media': { [from.small]: { gridColumn: '3', justifySelf: 'end' } } })
export const back = style({ paddingTop: space[6] })
