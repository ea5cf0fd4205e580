import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const history = style({ marginTop: space[10], maxWidth: '48rem' })
/** Two columns on a wide screen: the network, and the settings for payors and Admins. */
export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[5],
  maxWidth: '35rem',
  '@media': { [from.wide]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', columnGap: space[10], maxWidth: 'none' } },
})
export const column = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[5], alignContent: 'start' })
globalStyle(`${form} > :not(${column})`, { gridColumn: '1 / -1' })
export const formFoot = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], paddingTop: space[2] })
export const readOnly = style({ maxWidth: '35rem' })
globalStyle(`${readOnly} dl > div`, { borderBottom: `1px solid ${color.line}` })
globalStyle(`${readOnly} dd`, { overflowWrap: 'anywhere', minWidth: 0 })
globalStyle(`${readOnly} dt`, { flex: 'none' })

export const group = style({
  display: 'grid',
  gap: space[3],
  margin: 0,
  padding: `${space[5]} 0 0`,
  border: 0,
  borderTop: `1px solid ${color.line}`,
  minWidth: 0,
  '@media': { [from.wide]: { selectors: { '&:first-child': { paddingTop: 0, borderTop: 0 } } } },
})
export const legend = style({ float: 'left', padding: 0, fontWeight: vars.weight.medium })
export const groupHint = style({ marginTop: `calc(-1 * ${space[2]})`, color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
export const none = style({ color: color.textSecondary })
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  paddingLeft: space[3],
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.full,
  background: color.surfaceSunken,
  overflowWrap: 'anywhere',
})
export const chipRemove = style({ borderRadius: vars.radius.full })
export const adder = style({
  display: 'grid',
  gridTemplateColumns: '6rem minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: space[2],
  '@media': { [below.small]: { gridTemplateColumns: '6rem minmax(0, 1fr)' } },
})
globalStyle(`${adder} > button`, { '@media': { [below.small]: { gridColumn: '1 / -1' } } })
