import { style } from '@vanilla-extract/css'
import { from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const kinds = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space[6]}` })
export const legend = style({ padding: 0, marginBottom: space[1], fontWeight: vars.weight.medium })
export const choices = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', borderTop: `1px solid ${color.line}` })
export const choice = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  justifyItems: 'start',
  gap: space[2],
  padding: `${space[3]} 0`,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [from.small]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const person = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
/** Shown in place of a form, and gets the focus. */
export const step = style({ ':focus': { outline: 'none' } })
export const chosen = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
  padding: `${space[3]} 0`,
  borderBlock: `1px solid ${color.line}`,
})
