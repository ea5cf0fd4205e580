import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const body = style({ marginTop: space[6] })
export const form = style({ display: 'grid', gap: space[5], maxWidth: '28rem' })
export const formFoot = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], paddingTop: space[2] })

export const profileRow = style({
  display: 'grid',
  gridTemplate: '"facts edit" auto "stripe stripe" auto / minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `0 ${space[4]}`,
  padding: `${space[4]} 0`,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [from.small]: { gap: `0 ${space[2]}`, gridTemplate: '"facts stripe edit" auto / minmax(0, 1fr) auto auto' } },
})
export const profileStripe = style({
  gridArea: 'stripe',
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  '@media': { [below.small]: { selectors: { '&:not(:empty)': { marginTop: space[3] } } } },
})
export const profileEdit = style({ gridArea: 'edit' })
export const profileName = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2] })
globalStyle(`${profileName} > h3`, { fontSize: vars.text.base, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })

export const dialogForm = style({ display: 'grid', gap: space[4] })
export const methods = style({ display: 'grid', margin: 0, padding: 0, border: 0, minWidth: 0 })
export const legend = style({ padding: 0, fontWeight: vars.weight.medium, marginBottom: space[1] })
export const method = style({ padding: `${space[1]} 0`, borderTop: `1px solid ${color.line}` })
/** Aligned with the checkbox's label. */
export const methodFields = style({ display: 'grid', gap: space[3], padding: `${space[1]} 0 ${space[3]} ${space[8]}` })
export const pair = style({
  display: 'grid',
  gap: space[3],
  '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } },
})

export const above = style({ marginBottom: space[5] })
export const providerCards = style({
  display: 'grid',
  gap: space[3],
  '@media': { [from.medium]: { gridTemplateColumns: '1fr 1fr', gap: space[4] } },
})
export const providerCard = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space[3],
  padding: space[4],
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.lg,
  background: color.surface,
})
globalStyle(`${providerCard} > svg`, { width: '1.5rem', height: '1.5rem' })
export const providerReason = style({ gridColumn: '1 / -1' })
export const providerName = style({ fontSize: vars.text.base, fontWeight: vars.weight.medium })
export const beneath = style({ marginTop: space[8], paddingTop: space[5], borderTop: `1px solid ${color.line}`, maxWidth: '28rem' })
globalStyle(`${beneath} a`, { textDecoration: 'underline', textUnderlineOffset: '3px' })
