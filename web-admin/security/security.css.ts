import { globalStyle, style } from '@vanilla-extract/css'
import { from, offPaper } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space, text } = vars

export const parts = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[10], maxWidth: '44rem' })
export const about = style({ color: color.textSecondary, textWrap: 'pretty', marginBottom: space[3] })
export const rows = style({ display: 'grid', borderTop: `1px solid ${color.line}` })
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: `${space[2]} ${space[3]}`,
  padding: `${space[3]} 0`,
  borderBottom: `1px solid ${color.line}`,
  '@media': { [from.small]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
})
globalStyle(`${row} > button`, { gridColumn: 2, justifySelf: 'start', '@media': { [from.small]: { gridColumn: 3 } } })
export const name = style({ fontSize: text.base, fontWeight: vars.weight.medium, overflowWrap: 'anywhere' })
export const here = style({ marginLeft: space[2], color: color.paid, fontSize: text.sm, fontWeight: vars.weight.medium })
export const qr = style({ width: '11rem', height: '11rem', justifySelf: 'center', border: `1px solid ${color.line}`, borderRadius: vars.radius.lg })
export const secret = style({ justifySelf: 'center', fontFamily: 'monospace', fontSize: text.sm, textAlign: 'center', overflowWrap: 'anywhere' })
export const codes = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: `${space[2]} ${space[4]}`,
  fontFamily: 'monospace',
  fontSize: text.base,
  textAlign: 'center',
})

// When the codes are printed, the page behind the dialog and all buttons are hidden.
const page = `body:has(${codes})`
globalStyle(`${page} > :not(:has(${codes})), ${page} button`, { '@media': offPaper })
globalStyle(`${page} > :has(${codes})`, { '@media': { print: { background: 'none' } } })
globalStyle(`${page} [role="dialog"]`, { '@media': { print: { placeSelf: 'start', boxShadow: 'none' } } })
globalStyle(`${page} [role="dialog"] > div:has(button)`, { '@media': { print: { borderTop: 0 } } })
globalStyle(`${page} p + ${codes}`, { '@media': { print: { marginTop: space[4] } } })
