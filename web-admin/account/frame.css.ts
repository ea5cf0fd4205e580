import { globalStyle, style } from '@vanilla-extract/css'
import { from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100dvh',
  '@media': { [from.small]: { background: color.canvas } },
})
export const column = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: '27rem',
  margin: '0 auto',
  padding: `${space[4]} ${space[4]} ${space[10]}`,
  '@media': { [from.small]: { justifyContent: 'center', padding: `${space[8]} 0 ${space[12]}` } },
})
export const brand = style({ alignSelf: 'flex-start', marginBottom: space[6], '@media': { [from.small]: { alignSelf: 'center' } } })
export const sheet = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[5],
  '@media': {
    [from.small]: {
      padding: space[8],
      border: `1px solid ${color.line}`,
      borderRadius: vars.radius.xl,
      background: color.surface,
      boxShadow: vars.shadow.raised,
    },
  },
})
/** The specification writes these titles in lower case; the page capitalizes the first letter. */
export const title = style({
  ':first-letter': { textTransform: 'uppercase' },
  fontSize: vars.text.xl,
  lineHeight: vars.leading.xl,
  '@media': { [from.small]: { fontSize: vars.text.title, lineHeight: vars.leading.title } },
})
export const text = style({ marginTop: space[1], color: color.textSecondary, textWrap: 'pretty' })
export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const pair = style({ display: 'grid', gap: space[4], '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr', gap: space[3] } } })
export const after = style({ color: color.textSecondary, textAlign: 'center' })
globalStyle(`${after} a`, { textDecoration: 'underline', textUnderlineOffset: '3px' })
export const aside = style({
  justifySelf: 'end',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '2rem',
  marginBlock: `calc(-1 * ${space[2]})`,
})
export const or = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[3],
  color: color.textMuted,
  fontSize: vars.text.sm,
  selectors: { '&::before, &::after': { content: '', flex: 1, borderTop: `1px solid ${color.line}` } },
})
export const wait = style({ display: 'flex', alignItems: 'center', gap: space[3], color: color.textSecondary })
export const values = style({ display: 'grid', gap: space[4] })
export const term = style({ color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
