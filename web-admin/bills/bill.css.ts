import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const pair = style({ display: 'grid', gap: space[4], '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } } })
export const choices = style({ display: 'grid' })
globalStyle(`${choices} > legend`, { padding: 0, fontWeight: vars.weight.medium })
export const words = style({
  '@media': { [below.small]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } },
})

/** History beside the bill on the large screen; the bill above it below. */
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

export const event = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  gap: `0 ${space[4]}`,
  paddingBottom: space[6],
  selectors: {
    '&::before': {
      content: '""',
      position: 'absolute',
      left: 'calc(.75rem - .5px)',
      top: '1.75rem',
      bottom: '-.25rem',
      borderLeft: `1px solid ${color.lineStrong}`,
    },
    '&:last-child': { paddingBottom: 0 },
    '&:last-child::before': { display: 'none' },
  },
})
export const dot = style({
  display: 'grid',
  placeContent: 'center',
  width: '1.5rem',
  height: '1.5rem',
  borderRadius: vars.radius.full,
  background: color.surfaceHover,
  color: color.textSecondary,
})
globalStyle(`${dot} > svg`, { width: '.875rem', height: '.875rem' })
export const eventHead = style({ '@media': { [from.small]: { display: 'flex', justifyContent: 'space-between', gap: space[4] } } })
globalStyle(`${eventHead} > h3`, { lineHeight: '1.5rem' })
globalStyle(`${eventHead} > time`, { color: color.textMuted, fontSize: vars.text.sm, lineHeight: '1.5rem' })
export const change = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space[2]}`,
  marginTop: space[1],
  fontVariantNumeric: 'tabular-nums',
})
globalStyle(`${change} > svg`, { width: '.875rem', height: '.875rem', color: color.textMuted })
globalStyle(`${change} > del`, { color: color.textMuted, textDecoration: 'none' })
export const reason = style({
  marginTop: space[2],
  paddingLeft: space[3],
  borderLeft: `2px solid ${color.lineStrong}`,
  color: color.textSecondary,
})
