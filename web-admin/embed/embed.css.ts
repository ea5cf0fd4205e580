import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { colors } from '../../modules/shared/design-tokens.ts'
import { from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space, text, leading, radius } = vars

export const intro = style({ maxWidth: '40rem', marginBottom: space[6], color: color.textSecondary })
export const part = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[3], minWidth: 0, marginTop: space[10] })
export const partHead = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: `0 ${space[4]}` })
export const partHint = style({ maxWidth: '40rem', color: color.textMuted, fontSize: text.sm, lineHeight: leading.sm })
globalStyle(`${part} h3`, { fontSize: text.md, fontWeight: vars.weight.medium })
globalStyle(`${part} h4`, { fontWeight: vars.weight.medium })

export const made = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: `0 ${space[8]}`,
  '@media': { [from.large]: { gridTemplateColumns: '18rem minmax(0, 1fr)' } },
})
globalStyle(`${made} > ${part}`, { marginTop: space[6], alignContent: 'start', '@media': { [from.large]: { marginTop: 0 } } })
export const choices = style({ display: 'grid', alignContent: 'start', gap: space[4], margin: 0, padding: 0, border: 0, minWidth: 0 })
export const legend = style({ padding: 0, marginBottom: space[3], fontSize: text.md, fontWeight: vars.weight.medium })
export const colorChoice = style({ display: 'grid', gap: space[2] })
export const pair = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: space[3] })
globalStyle(`${choices} input[type="color"]`, { padding: space[1], cursor: 'pointer' })

export const previews = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  '@media': { [from.wide]: { gridTemplateColumns: 'repeat(auto-fit, minmax(0, 1fr))', gridAutoFlow: 'column' } },
})
export const preview = style({ margin: 0, border: `1px solid ${color.line}`, borderRadius: radius.lg, overflow: 'hidden' })
export const previewHead = style({
  padding: `${space[2]} ${space[3]}`,
  borderBottom: `1px solid ${color.line}`,
  background: color.surfaceSunken,
  color: color.textMuted,
  fontSize: text.sm,
})
const body = { minHeight: '16rem', padding: space[4] }
const onLight = { ...body, background: colors.light.canvas, color: colors.light.text }
/** Each style shows a website in that theme, whatever the admin's own theme is. */
export const previewBody = styleVariants({
  auto: onLight,
  light: onLight,
  dark: { ...body, background: colors.dark.canvas, color: colors.dark.text },
})

export const steps = style({
  display: 'grid',
  gap: space[2],
  maxWidth: '40rem',
  margin: `${space[4]} 0`,
  paddingLeft: space[5],
  listStyle: 'decimal',
})
export const notes = style({ display: 'grid', gap: space[2], maxWidth: '40rem', paddingLeft: space[5], listStyle: 'disc' })
globalStyle(`${notes} code`, { fontFamily: vars.font.mono, fontSize: text.sm, overflowWrap: 'anywhere' })
export const none = style({ color: color.textSecondary })
export const sites = style({ maxWidth: '40rem' })
export const site = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[3],
  padding: `${space[2]} 0`,
  borderBottom: `1px solid ${color.line}`,
})
globalStyle(`${site} > button`, { flex: 'none' })
export const siteName = style({ minWidth: 0, overflowWrap: 'anywhere' })
export const siteNote = style({ display: 'block', color: color.textMuted, fontSize: text.sm, lineHeight: leading.sm })
export const adder = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'end',
  gap: space[2],
  maxWidth: '40rem',
  '@media': { [from.small]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const refused = style({ display: 'grid', gap: space[2], marginTop: space[5] })

export const withoutScript = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: `${space[6]} ${space[8]}`,
  '@media': { [from.medium]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const boxes = style({ display: 'grid', alignContent: 'start', gap: space[5], minWidth: 0 })
export const qrPart = style({ display: 'grid', alignContent: 'start', gap: space[3] })
export const qr = style({ width: 'min(12rem, 100%)', aspectRatio: '1', border: `1px solid ${color.line}`, borderRadius: radius.lg })
