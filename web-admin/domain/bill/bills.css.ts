import { globalStyle, style } from '@vanilla-extract/css'
import { from, offPaper } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const payorColumn = style({ width: '28%' })
export const menuCell = style({ width: '2.5rem', textAlign: 'right', '@media': offPaper })
globalStyle(`${menuCell} > button`, { marginRight: `calc(-1 * ${space[2]})` })

export const amountPlace = style({ position: 'relative', display: 'inline-block' })
export const covered = style({ visibility: 'hidden' })
/** Covers the amount, so that nothing moves. Its error message covers the content below. */
export const amountForm = style({
  position: 'absolute',
  zIndex: 2,
  right: 0,
  top: `calc((${vars.leading.base} - ${vars.size.control}) / 2)`,
  width: '9.5rem',
  borderRadius: vars.radius.md,
  background: color.surface,
  textAlign: 'left',
  whiteSpace: 'normal',
  selectors: { '&:has([aria-invalid="true"])': { paddingBottom: space[2], boxShadow: vars.shadow.menu } },
})
globalStyle(`${amountForm} input`, { textAlign: 'right', fontVariantNumeric: 'tabular-nums' })
export const amountButton = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[2],
  color: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  fontWeight: 'inherit',
  textDecoration: 'underline dotted',
  textDecorationColor: color.lineControl,
  textUnderlineOffset: '3px',
})
globalStyle(`${amountButton} > svg`, { width: '.875rem', height: '.875rem', color: color.textMuted })

export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[1],
  margin: `${space[4]} 0 ${space[3]} calc(-1 * ${space[3]})`,
  '@media': offPaper,
})
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[2],
  minHeight: '2rem',
  padding: `0 ${space[3]}`,
  borderRadius: vars.radius.full,
  color: color.textSecondary,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  selectors: {
    '&:hover': { background: color.surfaceHover, textDecoration: 'none' },
    '&[aria-current]': { background: color.surfaceSelected, color: color.text },
  },
  '@media': {
    '(pointer: coarse)': { minHeight: '2.75rem' },
    '(forced-colors: active)': { selectors: { '&[aria-current]': { outline: '2px solid Highlight', outlineOffset: '-2px' } } },
  },
})
export const chipCount = style({ color: color.textMuted, fontWeight: vars.weight.regular, fontVariantNumeric: 'tabular-nums' })
/** Within the collapsible filters of a phone, or above the list. */
export const statusSelect = style({
  gridColumn: '1 / -1',
  '@media': { [from.medium]: { maxWidth: '24rem', marginBlock: space[4] }, ...offPaper },
})
