import { globalStyle, style } from '@vanilla-extract/css'
import { color, from, motion, radius, size, space, text, weight } from './theme.css.ts'

const edge = `${size.hairline} solid ${color.lineControl}`
const current = { borderColor: color.accent, boxShadow: `inset 0 0 0 ${size.hairline} ${color.accent}`, background: color.accentSoft }
const forced = { '(forced-colors: active)': { outline: `${size.ring} solid Highlight`, outlineOffset: '-2px' } }

export const button = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space[2],
  minWidth: size.control,
  minHeight: size.control,
  padding: `0 ${space[3]}`,
  border: `${size.hairline} solid ${color.lineStrong}`,
  borderRadius: radius.md,
  background: color.surfaceRaised,
  color: color.text,
  boxShadow: color.shadow,
  fontWeight: weight.medium,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: `background ${motion.fast} ${motion.ease}`,
  ':hover': { background: color.surfaceHover, textDecoration: 'none' },
  ':active': { background: color.surfaceSelected },
})
const off = { background: color.surfaceSunken, borderColor: color.line, color: color.textDisabled, boxShadow: 'none', cursor: 'not-allowed' }
globalStyle(`${button}:disabled, ${button}[aria-disabled="true"]`, off)
export const primary = style({
  selectors: {
    '&&:not(:disabled, [aria-disabled="true"])': { background: color.accent, borderColor: 'transparent', color: color.onAccent },
    '&&:not(:disabled, [aria-disabled="true"]):hover': { background: color.accentHover },
    '&&:not(:disabled, [aria-disabled="true"]):active': { background: color.accentActive },
  },
})
export const large = style({ width: '100%', minHeight: '3rem', whiteSpace: 'normal', marginTop: space[2], borderRadius: radius.lg })
export const ghost = style({ background: 'none', borderColor: 'transparent', boxShadow: 'none', color: color.textSecondary })
export const copy = style({ flex: 'none', minWidth: '6.25rem' })

export const choices = style({ display: 'grid', gap: space[2], gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))' })
export const choice = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: `0 ${space[3]}`,
  alignContent: 'center',
  minHeight: '4.5rem',
  padding: space[3],
  border: edge,
  borderRadius: radius.lg,
  color: color.text,
  transition: `background ${motion.fast} ${motion.ease}`,
  ':hover': { background: color.surfaceHover, textDecoration: 'none' },
  selectors: { '&[aria-current]': { ...current, '@media': forced } },
})
globalStyle(`${choice} > svg`, { width: '1.25rem', height: '1.25rem', marginTop: '2px', color: color.textSecondary })
globalStyle(`${choice}[aria-current] > svg`, { color: color.accentText })
globalStyle(`${choice} > strong`, { fontWeight: weight.strong })
globalStyle(`${choice} > small`, { gridColumn: 2, fontSize: text.base, lineHeight: text.tight, color: color.textSecondary })

export const methods = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))',
  gap: space[2],
  marginBottom: space[4],
  scrollMarginTop: space[3],
})
export const methodCell = style({
  position: 'relative',
  isolation: 'isolate',
  minHeight: '3rem',
  padding: `${space[2]} ${space[3]}`,
  fontSize: text.sm,
  lineHeight: text.tight,
  color: color.textSecondary,
  '@media': { '(max-width: 22em)': { paddingInline: space[2] } },
})
// A click on the help text chooses its method.
globalStyle(`${methodCell} > small`, { display: 'block', marginTop: space[1], fontSize: 'inherit', pointerEvents: 'none' })
export const method = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[2],
  color: color.text,
  fontSize: text.base,
  fontWeight: weight.medium,
  ':hover': { textDecoration: 'none' },
  ':focus-visible': { outline: 'none' },
  // Makes the whole cell clickable; the words stay above it.
  '::after': {
    content: '',
    position: 'absolute',
    zIndex: -1,
    inset: 0,
    border: edge,
    borderRadius: radius.lg,
    background: color.surface,
  },
  selectors: {
    '&:hover::after': { background: color.surfaceHover },
    '&:focus-visible::after': { outline: `${size.ring} solid ${color.focus}`, outlineOffset: size.ring },
    '&[aria-selected="true"], &[aria-current="true"]': { color: color.accentText },
    '&[aria-selected="true"]::after, &[aria-current="true"]::after': { ...current, '@media': forced },
  },
})
/** Scrolls into view together with the start of its panel. */
export const panelTitle = style({ scrollMarginBlock: `${space[3]} 12rem` })

export const steps = style({ margin: `${space[2]} 0`, padding: 0, listStyle: 'none', counterReset: 'step' })
globalStyle(`${steps} > li`, { position: 'relative', marginTop: space[2], paddingInlineStart: '2em', counterIncrement: 'step' })
globalStyle(`${steps} ul`, { marginInlineStart: '-2em' })
globalStyle(`${steps} > li::before`, {
  content: 'counter(step)',
  position: 'absolute',
  insetInlineStart: 0,
  display: 'grid',
  placeContent: 'center',
  minWidth: '1.5em',
  borderRadius: radius.full,
  background: color.accentSoft,
  color: color.accentText,
  fontWeight: weight.strong,
})

/** Every line of a value starts beside its label, not below it. */
const labelWidth = '9rem'
export const rows = style({ margin: `${space[2]} 0`, borderBlock: `${size.hairline} solid ${color.line}` })
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space[1]} ${space[3]}`,
  minHeight: '3.75rem',
  padding: `${space[2]} 0`,
  '@media': { [from.large]: { minHeight: 0, paddingBlock: space[1] } },
  selectors: { '& + &': { borderTop: `${size.hairline} solid ${color.line}` } },
})
globalStyle(`${row} > p`, {
  flex: '1 1 9rem',
  minWidth: 0,
  fontWeight: weight.medium,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'pre-line',
  '@media': { [from.large]: { paddingInlineStart: labelWidth } },
})
globalStyle(`${row} span`, { fontVariantNumeric: 'normal' })
export const rowLabel = style({
  display: 'block',
  fontWeight: 400,
  color: color.textMuted,
  fontSize: text.base,
  lineHeight: text.tight,
  '@media': { [from.large]: { display: 'inline-block', width: labelWidth, marginInlineStart: `-${labelWidth}` } },
})

export const check = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[3],
  minHeight: '2.75rem',
  paddingBlock: space[1],
  fontWeight: weight.medium,
  cursor: 'pointer',
})
globalStyle(`${check} input`, {
  appearance: 'none',
  flex: 'none',
  width: '1.25rem',
  height: '1.25rem',
  border: edge,
  borderRadius: radius.sm,
  background: color.surface,
  cursor: 'pointer',
})
globalStyle(`${check} input:checked`, { background: color.accent, borderColor: color.accent })
// Drawn with borders, since an image in a data: URL would need an exception in the Content-Security-Policy.
globalStyle(`${check} input:checked::after`, {
  content: '',
  display: 'block',
  width: '.375rem',
  height: '.6875rem',
  margin: '.0625rem auto 0',
  border: `solid ${color.onAccent}`,
  borderWidth: `0 ${size.ring} ${size.ring} 0`,
  transform: 'rotate(45deg)',
})
globalStyle(`${check} input[type='radio']`, { borderRadius: radius.full })
globalStyle(`${check} input[type='radio']:checked::after`, {
  width: '.5rem',
  height: '.5rem',
  margin: '.3125rem auto 0',
  border: 0,
  borderRadius: radius.full,
  background: color.onAccent,
  transform: 'none',
})
globalStyle(`${check} input`, { '@media': { '(forced-colors: active)': { appearance: 'auto' } } })
export const fieldLabel = style({ display: 'block', margin: `${space[4]} 0 ${space[1]}`, fontWeight: weight.medium })
export const field = style({
  width: '100%',
  minHeight: '3rem',
  padding: `0 ${space[3]}`,
  border: edge,
  borderRadius: radius.lg,
  background: color.surface,
  selectors: { '&[aria-invalid="true"]': { borderColor: color.overdue } },
})
export const problem = style({
  display: 'flex',
  gap: space[2],
  margin: `${space[2]} 0`,
  color: color.overdue,
  fontSize: text.base,
  lineHeight: text.tight,
})
globalStyle(`${problem} > svg`, { marginTop: '2px' })
export const beforeChoices = style({ marginBottom: space[4] })
