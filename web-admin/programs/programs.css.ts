import { globalStyle, style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const meter = style({
  display: 'flex',
  gap: '2px',
  height: '4px',
  marginTop: space[1],
  borderRadius: vars.radius.full,
  overflow: 'hidden',
  background: color.line,
  forcedColorAdjust: 'none',
})
export const meterPaid = style({ background: color.paid })
export const meterOpen = style({ background: color.lineStrong })
export const meterOverdue = style({ background: color.overdue })

export const nameColumn = style({ width: '30%' })
export const attached = style({ display: 'flex', alignItems: 'center', gap: space[2], color: color.textSecondary })
globalStyle(`${attached} > svg`, { flex: 'none', color: color.textMuted })

export const profileList = style({ display: 'grid' })
export const profileRow = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[4],
  padding: `${space[3]} 0`,
  borderBottom: `1px solid ${color.line}`,
  selectors: { '&:last-child': { borderBottom: 0 } },
})

export const form = style({ display: 'grid', gap: space[5], maxWidth: '40rem' })
export const pair = style({
  display: 'grid',
  gap: space[5],
  '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr', gap: space[4] } },
})
export const plans = style({ display: 'grid', gap: space[1], margin: 0, padding: 0, border: 0, minWidth: 0 })
export const planCounts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 11rem), 1fr))',
  gap: `${space[1]} ${space[4]}`,
})
globalStyle(`${planCounts} p`, { marginTop: `calc(-1 * ${space[2]})` })
/** A field beside its button; on a phone above it. */
export const withButton = style({
  display: 'grid',
  gap: space[2],
  justifyItems: 'start',
  '@media': { [from.small]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start' } },
})
globalStyle(`${withButton} > div`, { width: '100%' })
export const besideField = style({ '@media': { [from.small]: { marginTop: `calc(${vars.leading.base} + ${space[1]})` } } })
export const formFoot = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], paddingTop: space[2] })
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space[4]}` })
export const section = style({ marginTop: space[8] })
export const figures = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: `${space[4]} ${space[4]}`,
  padding: `${space[4]} 0`,
  borderBlock: `1px solid ${color.line}`,
  '@media': { [from.medium]: { gridTemplateColumns: 'repeat(4, 1fr)' }, [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
globalStyle(`${figures} dt`, { color: color.textSecondary, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
globalStyle(`${figures} dd`, {
  marginTop: space[1],
  fontSize: vars.text.xl,
  lineHeight: vars.leading.xl,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
})
export const about = style({
  display: 'grid',
  gap: `0 ${space[10]}`,
  marginBottom: space[6],
  '@media': { [from.medium]: { gridTemplateColumns: '1fr 1fr' } },
})
export const description = style({ maxWidth: '44rem', marginBottom: space[4], color: color.textSecondary, whiteSpace: 'pre-line' })

export const cardName = style({ color: 'inherit', overflowWrap: 'anywhere' })
export const cardLine = style({
  display: 'block',
  color: color.textMuted,
  fontSize: vars.text.sm,
  lineHeight: vars.leading.sm,
  fontWeight: vars.weight.regular,
})
export const pushed = style({ marginLeft: 'auto' })
export const next = style({ marginBottom: space[6], fontWeight: vars.weight.medium })
export const donePanel = style({ outline: 'none' })
globalStyle(`${donePanel} > div > svg`, { color: color.paid })
/** The name's box extends over the second line, so that the tooltip opens below both lines. */
export const rowName = style({ paddingBottom: vars.leading.sm, color: 'inherit', fontWeight: vars.weight.medium })
globalStyle(`${about} dl > div`, { alignItems: 'center', minHeight: '2.5rem' })
