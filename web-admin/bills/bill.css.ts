import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const pair = style({ display: 'grid', gap: space[4], '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } } })
export const choices = style({ display: 'grid' })
export const plans = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))',
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
})
globalStyle(`:is(${choices}, ${plans}) > legend`, { padding: 0, fontWeight: vars.weight.medium })
export const words = style({
  '@media': { [below.small]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } },
})

/** On a wide screen the facts are beside the history, on a narrow one above it. */
export const split = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[8],
  '@media': { [from.large]: { gridTemplateColumns: 'minmax(0, 1fr) 20rem', gap: space[10] } },
})
export const aside = style({
  '@media': { [from.large]: { order: 2, borderLeft: `1px solid ${color.line}`, paddingLeft: space[10] } },
})
export const stick = style({ display: 'grid', gap: space[6], '@media': { [from.large]: { position: 'sticky', top: space[8] } } })
export const total = style({ fontWeight: vars.weight.strong })
globalStyle(`${aside} dl > div:has(${total})`, { borderTop: `1px solid ${color.line}` })
export const column = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: space[8] })
export const allOfPayor = style({ marginTop: space[2] })
export const claim = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginTop: space[3] })
export const money = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space[1]} ${space[4]}`,
  padding: `${space[3]} 0`,
  borderBottom: `1px solid ${color.line}`,
})
globalStyle(`${money} > :first-child`, { flex: '1 1 12rem', minWidth: 0 })
export const moneyName = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `0 ${space[2]}` })
export const moneyActions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })
