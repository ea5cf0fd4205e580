import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { space } = vars

export const controls = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  alignItems: 'end',
  gap: space[3],
  marginBottom: space[6],
  '@media': { [from.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }, [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
// On a phone the two days share a line, with the file buttons beneath. On a tablet the file buttons have a full line
// too.
globalStyle(`${controls} > :nth-child(3)`, { '@media': { [below.medium]: { gridColumn: '1 / -1' } } })
globalStyle(`${controls} > :last-child`, { '@media': { [below.large]: { gridColumn: '1 / -1' } } })
export const only = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2], marginBottom: space[4] })
export const files = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], '@media': { [from.medium]: { justifyContent: 'end' } } })
export const proof = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[6] })
export const pack = style({ display: 'grid', gap: space[4], alignItems: 'end', '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } } })
globalStyle(`${pack} > button, ${pack} > [role="alert"]`, { gridColumn: '1 / -1' })
export const seals = style({ display: 'grid', gap: space[2], margin: 0, padding: 0, listStyle: 'none' })
export const keys = style({ whiteSpace: 'pre-wrap' })
export const copied = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space[4], marginTop: space[2] })
globalStyle(`${copied} > :first-child`, { minWidth: 0, overflowWrap: 'anywhere' })
globalStyle(`${copied} > button`, { flex: 'none' })
