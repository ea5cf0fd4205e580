import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const nameColumn = style({ width: '32%' })
export const name = style({ color: 'inherit', fontWeight: vars.weight.medium })
export const owing = style({ fontWeight: vars.weight.medium })
export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const pair = style({ display: 'grid', gap: space[4], '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } } })
export const about = style({
  display: 'grid',
  gap: `0 ${space[10]}`,
  marginBottom: space[4],
  '@media': { [from.medium]: { gridTemplateColumns: '1fr 1fr' } },
})
globalStyle(`${about} dd`, { minWidth: 0, overflowWrap: 'anywhere' })
export const notice = style({ marginBottom: space[4] })
globalStyle(`${notice} button`, { marginTop: space[2] })
export const section = style({ marginTop: space[8] })
export const sum = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space[4],
  padding: `${space[4]} 0`,
  borderBlock: `1px solid ${color.line}`,
})
export const sumFigure = style({
  fontSize: vars.text.xl,
  lineHeight: vars.leading.xl,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
})
export const notPrinted = style({ '@media': { print: { display: 'none' } } })
export const words = style({
  '@media': { [below.small]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } },
})
export const controls = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space[3],
  marginBottom: space[4],
  '@media': {
    [from.medium]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
    [from.large]: { gridTemplateColumns: 'minmax(0, 20rem) minmax(0, 12rem) 1fr' },
  },
})
export const search = style({ gridColumn: '1 / -1', '@media': { [from.large]: { gridColumn: 'auto' } } })
export const file = style({ gridColumn: '1 / -1', '@media': { [from.medium]: { gridColumn: 'auto', justifySelf: 'end' } } })
