import { globalStyle, style } from '@vanilla-extract/css'
import { from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const filters = style({
  display: 'grid',
  gap: space[3],
  marginBottom: space[4],
  '@media': { [from.small]: { gridTemplateColumns: 'minmax(0, 14rem) minmax(0, 14rem)' } },
})
export const event = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  gap: `0 ${space[4]}`,
  paddingBottom: space[6],
  overflowWrap: 'anywhere',
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
export const later = style({ selectors: { '&::before': { borderLeftStyle: 'dashed' } } })
export const dot = style({
  display: 'grid',
  placeContent: 'center',
  width: '1.5rem',
  height: '1.5rem',
  borderRadius: vars.radius.full,
  background: color.surfaceHover,
  color: color.textSecondary,
  selectors: {
    [`${later} &`]: { background: 'none', boxShadow: `inset 0 0 0 1px ${color.lineStrong}`, color: color.textMuted },
    'li[aria-current] &': { background: color.accent, color: color.onAccent },
  },
})
globalStyle(`${dot} > svg`, { width: '.875rem', height: '.875rem' })
export const eventHead = style({ '@media': { [from.small]: { display: 'flex', justifyContent: 'space-between', gap: space[4] } } })
globalStyle(`${eventHead} > h3`, { lineHeight: '1.5rem' })
globalStyle(`${eventHead} > time`, { flex: 'none', color: color.textMuted, fontSize: vars.text.sm, lineHeight: '1.5rem' })
export const change = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space[2]}`,
  marginTop: space[1],
})
globalStyle(`${change} > svg`, { width: '.875rem', height: '.875rem', color: color.textMuted })
globalStyle(`${change} > del`, { color: color.textMuted, textDecoration: 'none' })
globalStyle(`${later} h3, ${later} ${change}`, { color: color.textMuted, fontWeight: vars.weight.regular })
export const reason = style({
  marginTop: space[2],
  paddingLeft: space[3],
  borderLeft: `2px solid ${color.lineStrong}`,
  color: color.textSecondary,
})
export const divider = style({
  margin: `${space[6]} 0 ${space[4]}`,
  paddingTop: space[4],
  borderTop: `1px solid ${color.line}`,
  color: color.textMuted,
  fontSize: vars.text.sm,
})
