import { globalStyle, style } from '@vanilla-extract/css'
import { color, from, radius, size, space, text, weight } from './theme.css.ts'

export const column = style({
  width: '100%',
  maxWidth: size.pay,
  margin: '0 auto',
  // Keeps the sheet's border away from the edge of the window.
  '@media': { [`screen and ${from.wide}`]: { width: `calc(100% - 2 * min(${space[6]}, 2vw))` } },
})
/** Bill and payment next to each other. */
export const columnPair = style({ '@media': { [from.large]: { maxWidth: size.pair } } })
/** Lists need the width of a table. */
export const columnWide = style({ '@media': { [from.large]: { maxWidth: size.list } } })

export const top = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space[3],
  padding: `${space[3]} ${space[4]}`,
  fontWeight: weight.medium,
  '@media': { [from.wide]: { padding: `${space[4]} 0` }, print: { paddingInline: 0 } },
})
export const whose = style({ flex: '1 1 5rem' })
export const mark = style({
  flex: 'none',
  display: 'grid',
  placeContent: 'center',
  width: '2.5rem',
  height: '2.5rem',
  borderRadius: radius.lg,
  background: color.accent,
  color: color.onAccent,
  fontSize: text.sm,
  fontWeight: weight.strong,
  letterSpacing: '.02em',
  '@media': { print: { background: 'none', color: color.text, boxShadow: `inset 0 0 0 ${size.hairline} ${color.lineStrong}` } },
})

export const langs = style({ display: 'flex' })
export const langLink = style({
  display: 'grid',
  placeContent: 'center',
  minWidth: '2.75rem',
  minHeight: '2.75rem',
  color: color.textMuted,
  fontSize: text.sm,
  fontWeight: weight.medium,
  selectors: {
    '&[aria-current]': {
      color: color.text,
      textDecoration: 'underline',
      textUnderlineOffset: '6px',
      textDecorationThickness: size.ring,
      textDecorationColor: color.accent,
    },
  },
})

export const sheet = style({
  background: color.surface,
  borderTop: `${size.hairline} solid ${color.line}`,
  '@media': {
    [`screen and ${from.wide}`]: { border: `${size.hairline} solid ${color.line}`, borderRadius: radius.xl, boxShadow: color.shadow },
  },
})
export const section = style({
  padding: `${space[5]} ${space[4]}`,
  borderBottom: `${size.hairline} solid ${color.line}`,
  '@media': { [from.wide]: { padding: space[6] }, print: { paddingInline: 0 } },
})

/** Bill and payment side by side on a wide screen, so that all instructions and the button are visible at once. */
export const beside = style({
  '@media': {
    [`screen and ${from.large}`]: {
      display: 'grid',
      gridTemplateColumns: `${size.bill} minmax(0, 1fr)`,
    },
  },
})
globalStyle(`${beside} > *, ${beside} > div:not([class]) > *:last-child`, { '@media': { [`screen and ${from.large}`]: { borderBottom: 0 } } })
globalStyle(`${beside} > * + *`, {
  '@media': { [`screen and ${from.large}`]: { paddingBlock: space[4], borderLeft: `${size.hairline} solid ${color.line}` } },
})

// No line below the last section.
globalStyle(`${sheet} > ${section}:last-child, ${sheet} > div > ${section}:last-child, ${sheet} > div > div:not([class]):last-child > *:last-child`, {
  borderBottom: 0,
})

export const ribbon = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space[2],
  padding: `${space[2]} ${space[4]}`,
  background: color.pendingSoft,
  color: color.pending,
  fontSize: text.sm,
  lineHeight: text.tight,
  fontWeight: weight.medium,
  '@media': { [from.wide]: { borderRadius: `${radius.xl} ${radius.xl} 0 0` } },
})

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${space[4]}`,
  minHeight: '6rem',
  padding: `${space[3]} ${space[4]} ${space[8]}`,
  color: color.textMuted,
  fontSize: text.base,
  lineHeight: text.tight,
  '@media': { [from.wide]: { paddingInline: 0 }, print: { paddingInline: 0 } },
})
/** Breaks only between parts; a postal address has its own lines. */
export const askWhom = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  flexBasis: '100%',
  gap: `0 ${space[3]}`,
  fontStyle: 'normal',
  overflowWrap: 'anywhere',
})
globalStyle(`${askWhom} > span`, { flexBasis: '100%', whiteSpace: 'pre-line' })
const footItem = { display: 'inline-flex', alignItems: 'center', gap: space[2], minHeight: '2.75rem' }
globalStyle(`${askWhom} > a`, { ...footItem, color: color.accentText })
export const footNote = style(footItem)
/** Keeps the two links, for print and PDF, on one line. */
export const footLinks = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${space[4]}` })
export const footButton = style({
  ...footItem,
  padding: 0,
  border: 0,
  borderRadius: radius.sm,
  background: 'none',
  color: color.accentText,
  cursor: 'pointer',
  ':hover': { textDecoration: 'underline', textUnderlineOffset: '3px' },
})

export const empty = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space[2],
  padding: `${space[12]} ${space[4]}`,
  textAlign: 'center',
})
globalStyle(`${empty} > svg`, { width: '1.5rem', height: '1.5rem', marginBottom: space[1], color: color.textMuted })
globalStyle(`${empty} > p`, { maxWidth: '26rem', color: color.textSecondary })
export const emptyActions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space[2], marginTop: space[3] })
globalStyle(`${empty} > a, ${empty} > button`, { marginTop: space[3] })
