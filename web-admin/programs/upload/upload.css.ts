import { globalStyle, style } from '@vanilla-extract/css'
import { from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const steps = style({
  display: 'flex',
  gap: space[2],
  marginBottom: space[5],
  fontSize: vars.text.sm,
  color: color.textMuted,
})
export const step = style({
  flex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: space[1],
  paddingTop: space[2],
  borderTop: `2px solid ${color.line}`,
  fontWeight: vars.weight.medium,
  selectors: { '&[aria-current]': { color: color.text } },
})
export const reached = style({ borderTopColor: color.accent })
export const failed = style({ borderTopColor: color.overdue, color: color.overdue })

/** The area to drop a file on. The file input covers it, so that it can be clicked and focused like a field. */
export const drop = style({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  gap: space[1],
  padding: `${space[8]} ${space[4]}`,
  border: `1px dashed ${color.lineControl}`,
  borderRadius: vars.radius.lg,
  textAlign: 'center',
  transition: `background ${vars.duration.fast}`,
  selectors: {
    '&:hover, &[data-over="true"]': { background: color.surfaceHover },
    '&[data-over="true"]': { borderColor: color.accent, borderStyle: 'solid' },
    '&:focus-within': { outline: `${vars.ring.width} solid ${color.focus}`, outlineOffset: vars.ring.offset },
    '&[data-invalid="true"]': { borderColor: color.overdue, borderStyle: 'solid' },
  },
})
globalStyle(`${drop} > svg`, { width: '1.5rem', height: '1.5rem', marginBottom: space[1], color: color.textMuted })
export const dropInput = style({ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' })
export const dropWords = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const select = style({ display: 'grid', gap: space[5] })
export const dropPart = style({ display: 'grid', gap: space[2] })

export const quad = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: `${space[3]} ${space[4]}`,
  padding: `${space[4]} 0`,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [from.small]: { gridTemplateColumns: 'repeat(4, 1fr)' } },
})
globalStyle(`${quad} dt`, { color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
globalStyle(`${quad} dd`, {
  fontSize: vars.text.lg,
  lineHeight: vars.leading.lg,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
})

export const lines = style({ marginTop: space[4] })
export const linesHead = style({
  margin: 0,
  display: 'flex',
  alignItems: 'center',
  gap: space[2],
  minHeight: '2rem',
  fontSize: vars.text.base,
  lineHeight: vars.leading.base,
  fontWeight: vars.weight.strong,
})
globalStyle(`${linesHead} > span`, { display: 'flex', flex: 'none' })
export const linesTitle = style({ margin: 0, font: 'inherit' })
export const linesAction = style({ marginLeft: 'auto', fontSize: vars.text.sm })
export const wrong = style({ color: color.overdue })
export const noted = style({ color: color.pending })
export const line = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `0 ${space[3]}`,
  padding: `${space[2]} 0`,
  borderBottom: `1px solid ${color.line}`,
  overflowWrap: 'anywhere',
  selectors: { '&:last-child': { borderBottom: 0 } },
})
export const lineText = style({ gridColumn: '1 / -1', color: color.textSecondary })
export const uploading = style({ padding: `${space[6]} 0` })
export const footStart = style({ marginRight: 'auto' })
export const results = style({ position: 'relative', selectors: { '&:focus': { outline: 'none' } } })

export const preview = style({ display: 'grid', gap: space[4], minWidth: 0, selectors: { '&:focus': { outline: 'none' } } })
export const filters = style({ display: 'grid', gap: space[3], '@media': { [from.small]: { gridTemplateColumns: '1fr 1fr' } } })
/** Scrolls separately, so that figures and filters stay visible. */
export const previewRows = style({ position: 'relative', '@media': { [from.small]: { maxHeight: '22rem', overflowY: 'auto' } } })
export const previewTable = style({ overflowWrap: 'anywhere' })
export const rowNumber = style({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', color: color.textMuted })
export const note = style({ display: 'block', color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
export const notes = style({ display: 'grid', gap: space[1], fontSize: vars.text.sm, lineHeight: vars.leading.sm, color: color.textSecondary })
globalStyle(`${notes} > li`, { display: 'flex', alignItems: 'center', gap: space[2] })
globalStyle(`${notes} svg`, { flex: 'none', color: color.pending })
