import { globalStyle, style } from '@vanilla-extract/css'
import { from } from '../../ui/media.ts'
import { vars } from '../../ui/theme.css.ts'

const { color, space } = vars

export const subject = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `${space[1]} ${space[3]}` })
export const items = style({ borderTop: `1px solid ${color.line}` })
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[3],
  minHeight: '4rem',
  padding: `${space[2]} 0`,
  borderBottom: `1px solid ${color.line}`,
})
globalStyle(`${item} > svg`, { width: '1.25rem', height: '1.25rem' })
export const itemWords = style({ flex: 1, minWidth: 0 })
export const part = style({ marginTop: space[5] })

export const quad = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: `${space[3]} ${space[4]}`,
  padding: `${space[4]} 0`,
  borderBlock: `1px solid ${color.line}`,
  '@media': { [from.small]: { gridTemplateColumns: 'auto auto 1fr 1fr', columnGap: space[5] } },
})
globalStyle(`${quad} dt`, { color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm })
globalStyle(`${quad} dd`, { whiteSpace: 'nowrap', fontWeight: vars.weight.strong, fontVariantNumeric: 'tabular-nums' })
export const note = style({ marginTop: space[3] })
export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
/** The text above the buttons that says why they are unavailable. */
export const why = style({ flex: '1 0 100%', color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm })

export const section = style({ marginTop: space[8] })
export const unreachable = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[3],
  marginTop: space[3],
  color: color.textSecondary,
})

export const name = style({ color: 'inherit', fontWeight: vars.weight.medium })
export const trial = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginTop: space[5] })
export const preview = style({
  display: 'block',
  width: '100%',
  height: 'min(32rem, 55dvh)',
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.lg,
  background: 'Canvas',
  colorScheme: 'light',
})
