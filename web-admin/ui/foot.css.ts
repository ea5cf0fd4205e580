import { style } from '@vanilla-extract/css'
import { from, touch } from './media.ts'
import { vars } from './theme.css.ts'

const { color, space } = vars

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space[2]} ${space[6]}`,
  width: '100%',
  maxWidth: `calc(${vars.size.content} + 2 * ${space[10]})`,
  margin: '0 auto',
  padding: space[4],
  color: color.textMuted,
  fontSize: vars.text.xs,
  lineHeight: vars.leading.xs,
  '@media': {
    [from.medium]: { padding: `${space[4]} ${space[8]}` },
    [from.wide]: { padding: `${space[4]} ${space[10]}` },
    print: { display: 'none' },
  },
})
export const theme = style({
  display: 'flex',
  gap: '2px',
  padding: '2px',
  borderRadius: vars.radius.full,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
})
export const choice = style({
  position: 'relative',
  display: 'grid',
  placeContent: 'center',
  minWidth: '2rem',
  minHeight: '1.5rem',
  borderRadius: vars.radius.full,
  color: color.textMuted,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': { background: color.surfaceSelected, color: color.text },
    '&:has(:focus-visible)': { outline: `${vars.ring.width} solid ${color.focus}` },
  },
  '@media': { [touch]: { minWidth: '2.75rem', minHeight: '2.75rem' } },
})
export const radio = style({ position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' })
