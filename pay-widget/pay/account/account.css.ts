import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { color, from, motion, radius, size, space, text, weight } from '../theme.css.ts'

const hairline = `${size.hairline} solid ${color.line}`
const soft = '(prefers-reduced-motion: reduce)'

export const tabs = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space[4],
  paddingInline: space[4],
  borderBottom: hairline,
  fontSize: text.base,
  lineHeight: text.tight,
  '@media': {
    [from.two]: { columnGap: space[5] },
    [from.wide]: { paddingInline: space[6] },
  },
})
export const tab = style({
  minHeight: '2.75rem',
  padding: `${space[2]} 0`,
  border: 0,
  borderBottom: `${size.ring} solid transparent`,
  background: 'none',
  color: color.textSecondary,
  fontWeight: weight.medium,
  textAlign: 'left',
  cursor: 'pointer',
  ':hover': { color: color.text, borderColor: color.lineStrong },
  ':focus-visible': { outlineOffset: `calc(-1 * ${size.ring})` },
  selectors: { '&[aria-selected="true"]': { color: color.text, borderColor: color.accent } },
})
export const accountLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space[2]}`,
  minHeight: '2.75rem',
  marginBottom: space[3],
  color: color.textSecondary,
  fontSize: text.base,
  lineHeight: text.tight,
})
globalStyle(`${accountLine} > span`, { flex: '1 1 7rem' })
globalStyle(`${accountLine} a`, { display: 'inline-flex', alignItems: 'center', minHeight: '2.75rem' })

export const listTitle = style({ marginBottom: space[2] })
export const table = style({ width: '100%', borderCollapse: 'collapse', fontSize: text.base, lineHeight: text.tight })
globalStyle(`${table} th`, {
  height: '2.5rem',
  padding: `0 ${space[3]}`,
  borderBottom: hairline,
  color: color.textMuted,
  fontSize: text.xs,
  fontWeight: weight.medium,
  textAlign: 'left',
  whiteSpace: 'nowrap',
})
globalStyle(`${table} td`, { height: '3.5rem', padding: `${space[2]} ${space[3]}`, borderBottom: hairline })
globalStyle(`${table} th:first-child, ${table} td:first-child`, { paddingLeft: 0 })
globalStyle(`${table} th:last-child, ${table} td:last-child`, { paddingRight: 0, textAlign: 'right' })
globalStyle(`${table} td a:not([class])`, { color: 'inherit' })
globalStyle(`${table} tbody tr[title]`, { cursor: 'pointer', transition: `background ${motion.fast}` })
globalStyle(`${table} tbody tr[title]:hover`, {
  background: color.surfaceHover,
  boxShadow: `-12px 0 ${color.surfaceHover}, 12px 0 ${color.surfaceHover}`,
})
export const name = style({ fontWeight: weight.medium })
export const sub = style({
  display: 'block',
  overflowWrap: 'anywhere',
  color: color.textMuted,
  fontSize: text.sm,
  lineHeight: text.tight,
  fontWeight: 400,
})
/** The text that is shown instead of the button, if a bill cannot be paid. */
export const action = style({ color: color.textSecondary, fontSize: text.sm, lineHeight: text.tight })
export const money = style({ fontVariantNumeric: 'tabular-nums' })
globalStyle(`${table} ${money}`, { whiteSpace: 'nowrap' })
export const number = style({ selectors: { '&&': { textAlign: 'right' } } })

export const badge = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[1],
  minHeight: '1.5rem',
  borderRadius: radius.full,
  color: color.textSecondary,
  fontSize: text.sm,
  fontWeight: weight.medium,
})
globalStyle(`${table} ${badge}`, { whiteSpace: 'nowrap' })
const tinted = { padding: `0 ${space[2]} 0 ${space[1]}`, marginLeft: `calc(-1 * ${space[1]})` }
export const badgeTones = styleVariants({
  neutral: {},
  paid: {},
  archived: { color: color.archived },
  pending: { ...tinted, background: color.pendingSoft, color: color.pending },
  overdue: { ...tinted, background: color.overdueSoft, color: color.overdue },
})
globalStyle(`${badgeTones.paid} > svg`, { color: color.paid })
globalStyle(`${badgeTones.neutral} > svg`, { color: color.textMuted })

export const cards = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[3] })
export const card = style({ border: hairline, borderRadius: radius.lg, background: color.surface, padding: space[4] })
globalStyle(`${card}[title]`, { cursor: 'pointer' })
export const cardHead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: `${space[1]} ${space[3]}`,
})
globalStyle(`${cardHead} > p`, { flex: '1 1 9rem' })
export const cardFacts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7rem), 1fr))',
  gap: space[3],
  margin: `${space[3]} 0`,
})
globalStyle(`${cardFacts} dt`, { color: color.textMuted, fontSize: text.sm, lineHeight: text.tight })
globalStyle(`${table} ${action}`, { minWidth: '9rem', maxWidth: '14rem', marginLeft: 'auto' })
globalStyle(`${cardFacts}:last-child`, { marginBottom: 0 })

export const pages = style({
  display: 'grid',
  gridTemplate: '"list list list" auto "prev count next" auto / auto 1fr auto',
  alignItems: 'center',
  gap: `${space[2]} ${space[1]}`,
  marginTop: space[4],
  fontSize: text.base,
  '@media': { [from.wide]: { gridTemplate: '"count prev list next" auto / 1fr auto auto auto' } },
})
export const count = style({
  gridArea: 'count',
  color: color.textMuted,
  fontSize: text.sm,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [from.wide]: { textAlign: 'left' } },
})
export const previous = style({ gridArea: 'prev' })
export const next = style({ gridArea: 'next' })
export const numbers = style({ gridArea: 'list', display: 'flex', justifyContent: 'center' })
export const pageNumber = style({
  selectors: { '&[aria-current]': { background: color.surfaceSelected, color: color.text } },
  fontVariantNumeric: 'tabular-nums',
})
export const gap = style({ display: 'grid', placeContent: 'center', minWidth: space[6], color: color.textMuted })

const shine = keyframes({ to: { backgroundPosition: '0 0' } })
export const bone = style({
  display: 'block',
  height: '.75rem',
  borderRadius: radius.sm,
  background: `linear-gradient(90deg, ${color.skeleton} 40%, ${color.skeletonShine} 50%, ${color.skeleton} 60%) 100% 0/300% 100%`,
  animation: `${shine} 1.6s ease-in-out infinite`,
  '@media': { [soft]: { animation: 'none' } },
})
export const boneRow = style({ display: 'grid', gap: space[2], alignContent: 'center', minHeight: '3.5rem', borderBottom: hairline })
