import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { color, space, text, leading, radius } = vars

export const intro = style({ maxWidth: '40rem', color: color.textSecondary, textWrap: 'pretty' })
export const steps = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[8],
  maxWidth: '48rem',
  margin: `${space[6]} 0 ${space[10]}`,
})
export const step = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start', gap: space[3] })
globalStyle(`${step} > *`, { minWidth: 0, maxWidth: '100%' })
export const wide = style({ justifySelf: 'stretch' })
export const heading = style({ fontSize: text.md, fontWeight: vars.weight.medium })
export const hint = style({ color: color.textMuted, fontSize: text.sm, lineHeight: leading.sm, margin: `${space[3]} 0` })
export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  gap: space[3],
  width: '100%',
  maxWidth: '35rem',
})
globalStyle(`${form} > div`, { width: '100%' })
export const answer = style({
  maxHeight: '24rem',
  padding: space[3],
  overflow: 'auto',
  border: `1px solid ${color.line}`,
  borderRadius: radius.md,
  background: color.surfaceSunken,
  fontFamily: vars.font.mono,
  fontSize: text.sm,
  lineHeight: leading.sm,
})
globalStyle(`${answer} pre`, { margin: 0, fontFamily: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
export const part = style({ maxWidth: '48rem', marginTop: space[8] })
globalStyle(`${part} h3`, { marginBottom: space[3], fontSize: text.md, fontWeight: vars.weight.medium })
export const notes = style({ display: 'grid', gap: space[2], paddingLeft: space[5], marginTop: space[3], listStyle: 'disc' })
globalStyle(`${step} p a, ${part} p a`, { textDecoration: 'underline', textUnderlineOffset: '3px' })
export const codes = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' })
globalStyle(`${codes} > div`, { padding: `${space[2]} 0`, borderBottom: `1px solid ${color.line}` })
globalStyle(`${codes} dd`, { margin: 0, color: color.textSecondary })
export const code = style({ fontFamily: vars.font.mono, fontSize: text.sm, overflowWrap: 'anywhere' })
