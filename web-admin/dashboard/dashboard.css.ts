import { style } from '@vanilla-extract/css'
import { below, from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars
const line = `1px solid ${color.line}`

export const figures = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  borderBlock: line,
  '@media': {
    [from.medium]: { gridTemplateColumns: 'repeat(4, 1fr)' },
    [below.tiny]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})
export const figure = style({
  padding: `${space[4]} 0`,
  minWidth: 0,
  selectors: { '&:nth-child(even)': { paddingLeft: space[4], borderLeft: line }, '&:nth-child(n+3)': { borderTop: line } },
  '@media': {
    [from.medium]: {
      selectors: {
        '&:nth-child(n)': { padding: `${space[5]} ${space[4]} ${space[5]} ${space[5]}`, borderTop: 0, borderLeft: line },
        '&:first-child': { paddingLeft: 0, borderLeft: 0 },
      },
    },
    [below.tiny]: { selectors: { '&:nth-child(n)': { paddingLeft: 0, borderLeft: 0 }, '&:nth-child(n+2)': { borderTop: line } } },
  },
})
export const term = style({ color: color.textSecondary, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
export const value = style({
  marginTop: space[1],
  fontSize: vars.text.xl,
  lineHeight: vars.leading.xl,
  fontWeight: vars.weight.strong,
  letterSpacing: vars.tracking.tight,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [from.medium]: { fontSize: vars.text.figure, lineHeight: vars.leading.figure } },
})
export const note = style({
  marginTop: space[1],
  minHeight: vars.leading.sm,
  color: color.textMuted,
  fontSize: vars.text.sm,
  lineHeight: vars.leading.sm,
})

export const todo = style({
  paddingTop: space[4],
  '@media': { [from.large]: { display: 'grid', alignItems: 'center', gridTemplateColumns: '1fr 3fr', paddingTop: 0, borderBottom: line } },
})
export const todoTitle = style({ fontSize: vars.text.base, lineHeight: vars.leading.base, letterSpacing: vars.tracking.snug })
export const todoList = style({
  '@media': { [from.large]: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(13rem, 1fr))', alignItems: 'center' } },
})
export const todoItem = style({
  borderBottom: line,
  '@media': { [from.large]: { borderBottom: 0, borderLeft: line, selectors: { '&:last-child': { marginRight: 0 } } } },
})
export const todoLink = style({
  display: 'flex',
  width: '100%',
  padding: 0,
  border: 0,
  background: 'none',
  textAlign: 'left',
  cursor: 'pointer',
  alignItems: 'center',
  gap: space[2],
  minHeight: '3.25rem',
  borderRadius: 0,
  color: color.text,
  selectors: { '&:hover': { textDecoration: 'none' } },
  '@media': { [from.large]: { padding: `0 ${space[4]} 0 ${space[5]}` } },
})
export const go = style({ marginLeft: 'auto', color: color.textMuted, selectors: { [`${todoLink}:hover &`]: { color: color.text } } })

export const overdue = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${space[2]} ${space[6]}`,
  padding: `${space[4]} 0`,
  borderBottom: line,
  '@media': { [below.small]: { justifyContent: 'space-between' } },
})
/** Side by side; on a phone one below the other, with the sums in a column. */
export const buckets = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space[2]} ${space[6]}`,
  flex: 1,
  '@media': { [below.small]: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', flexBasis: '100%', order: 1 } },
})
export const bucket = style({
  display: 'flex',
  gap: space[2],
  alignItems: 'baseline',
  '@media': { [below.small]: { justifyContent: 'space-between' } },
})
export const dialogRow = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[4],
  minHeight: '3.25rem',
  padding: `${space[2]} 0`,
  borderBottom: line,
  selectors: { '&:last-child': { borderBottom: 0 } },
})

export const split = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[10],
  marginTop: space[8],
  '@media': { [from.wide]: { gridTemplateColumns: 'minmax(0, 1fr) 23rem' } },
})
export const overview = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const recent = style({ minWidth: 0, '@media': { [from.wide]: { borderLeft: line, paddingLeft: space[10] } } })
export const feedRow = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: space[4],
  minHeight: '3.25rem',
  padding: `${space[2]} 0`,
  borderBottom: line,
  selectors: { '&:last-child': { borderBottom: 0 } },
})
export const mine = style({ selectors: { '&:not(:first-child)': { marginTop: space[8] } } })
export const offer = style({ marginTop: space[8], borderTop: line })
export const payNow = style({ marginLeft: 'auto' })
export const payTogether = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginBottom: space[4] })
