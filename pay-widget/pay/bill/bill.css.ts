import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { color, radius, size, space, text, weight } from '../theme.css.ts'

export const head = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: `0 ${space[3]}` })
export const forWhat = style({ flex: '1 1 10rem', fontWeight: weight.medium })
export const tag = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[1],
  minHeight: '1.5rem',
  padding: `0 ${space[2]}`,
  borderRadius: radius.full,
  background: color.paidSoft,
  color: color.paid,
  fontSize: text.sm,
  fontWeight: weight.medium,
})
export const tagOff = style({ background: color.pendingSoft, color: color.pending })
/** The receipt's link is beside its payment if there is room, else below it. */
export const paymentRow = style({ flexWrap: 'wrap', columnGap: space[3], rowGap: 0 })
globalStyle(`${paymentRow} > p`, { flex: '1 1 9rem', paddingInlineStart: 0 })
// The details are below the amount at every width.
globalStyle(`${paymentRow} > p > span`, { display: 'block', width: 'auto', marginInlineStart: 0 })
export const receiptLink = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  paddingBlock: space[2],
  fontSize: text.base,
})
export const struck = style({ textDecoration: 'line-through' })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginTop: space[5] })
export const amount = style({
  marginTop: space[1],
  // The longest amount fits on the narrowest phone, even with large text.
  fontSize: `min(${text.amount}, 12vw)`,
  lineHeight: 1.1,
  fontWeight: weight.strong,
  letterSpacing: '-.03em',
  fontVariantNumeric: 'tabular-nums',
})
export const line = style({ marginTop: space[1], color: color.textSecondary })
export const late = style({ color: color.overdue, fontWeight: weight.medium })
export const facts = style({
  maxWidth: size.pay,
  marginTop: space[4],
  paddingTop: space[2],
  borderTop: `${size.hairline} solid ${color.line}`,
  fontSize: text.facts,
})
export const fact = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: `0 ${space[4]}`, padding: `${space[2]} 0` })
globalStyle(`${fact} dt`, { flex: 'none', color: color.textSecondary })
globalStyle(`${fact} dd`, { flex: '1 1 8rem', textAlign: 'right', fontWeight: weight.medium })
/** The payment plans to choose from, folded at first. */
export const offer = style({ border: `${size.hairline} solid ${color.lineControl}`, borderRadius: radius.lg, padding: `0 ${space[3]}` })
export const offerHead = style({ padding: `${space[3]} 0`, cursor: 'pointer' })
globalStyle(`${offer} fieldset`, { minInlineSize: 0, margin: 0, padding: 0, border: 0 })
globalStyle(`${offer} form`, { paddingBottom: space[3] })
/** Blank lines to fill in by hand. They appear only on paper. */
export const slip = style({ display: 'none', '@media': { print: { display: 'block' } } })
export const blank = style({ selectors: { '&&': { flex: '0 1 12rem' } }, borderBottom: `${size.hairline} solid ${color.lineControl}` })

export const banner = style({
  display: 'flex',
  gap: space[3],
  padding: `${space[3]} ${space[4]}`,
  borderRadius: radius.lg,
})
globalStyle(`${banner} > svg`, { marginTop: '.25rem' })
globalStyle(`${banner} strong`, { display: 'block', fontWeight: weight.strong })
const tone = (soft: string, edge: string, ink: string) => ({
  background: soft,
  boxShadow: `inset 0 0 0 ${size.hairline} ${edge}`,
  vars: { '--tone': ink },
})
export const tones = styleVariants({
  success: tone(color.paidSoft, color.paidLine, color.paid),
  info: tone(color.accentSoft, color.accentLine, color.accentText),
  warning: tone(color.pendingSoft, color.pendingLine, color.pending),
  error: tone(color.overdueSoft, color.overdueLine, color.overdue),
})
globalStyle(`${banner} > svg`, { color: 'var(--tone)' })
export const afterBill = style({ marginTop: space[5] })
export const beforeBill = style({ marginBottom: space[5] })
export const paidWord = style({ marginBottom: space[2], color: color.paid, fontWeight: weight.strong })
/** As high as Stripe's form, so that nothing below it moves when it loads. */
export const stripePanel = style({ '@media': { '(scripting: enabled)': { minHeight: '22rem' } } })
export const loading = style({ display: 'flex', alignItems: 'center', gap: space[2], minHeight: '6rem', color: color.textSecondary })
export const saved = style({ minInlineSize: 0, margin: `${space[3]} 0`, padding: 0, border: 0 })
globalStyle(`${saved} > legend`, { padding: 0 })
export const savedRow = style({
  display: 'flex',
  minInlineSize: 0,
  margin: 0,
  border: 0,
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${space[3]}`,
  minHeight: '3.25rem',
  padding: `${space[1]} 0`,
  borderBottom: `${size.hairline} solid ${color.line}`,
})
globalStyle(`${savedRow} > p`, { flex: '1 1 14rem', padding: `${space[2]} 0` })
globalStyle(`${savedRow} > label`, { flex: '1 1 12rem', minWidth: 0 })
// Moves the button so that its text ends where the lines do.
globalStyle(`${savedRow} > button`, { marginInlineEnd: `calc(-1 * ${space[3]})` })
export const savedActions = style({ display: 'flex', gap: space[2] })
export const stripeForm = style({ marginTop: space[3] })
/** Rendered, but invisible and out of reach of the keyboard until the form is complete. */
export const unready = style({ height: 0, overflow: 'hidden', visibility: 'hidden' })
export const thanks = style({ marginTop: space[4] })
export const thanksText = style({ display: 'flex', gap: space[2], fontWeight: weight.medium })
globalStyle(`${thanksText} > svg`, { marginTop: '.25rem', color: color.paid })
export const thanksAction = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${space[2]} ${space[4]}`,
  marginTop: space[3],
})
globalStyle(`${thanksAction} > p`, { flex: '1 1 14rem', color: color.textMuted, fontSize: text.sm, lineHeight: text.tight })
