import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars

globalStyle('@page', { margin: '18mm' })

export const sheets = style({ display: 'grid', gap: space[6], '@media': { print: { display: 'block' } } })

/** Paper is white, whatever the screen's theme is. */
export const sheet = style({
  maxWidth: '50rem',
  padding: space[8],
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.xl,
  background: '#ffffff',
  color: '#1c1a17',
  '@media': {
    print: { maxWidth: 'none', padding: 0, border: 0, borderRadius: 0, breakAfter: 'page', selectors: { '&:last-child': { breakAfter: 'auto' } } },
  },
})
export const head = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[6],
  paddingBottom: space[5],
  borderBottom: '1px solid #d8d4cd',
})
export const network = style({ fontWeight: vars.weight.strong })
export const payor = style({ marginTop: space[6], fontSize: vars.text.md, fontWeight: vars.weight.strong })
export const quiet = style({ color: '#57524b' })
export const amount = style({ fontSize: '2.5rem', lineHeight: '3rem', fontWeight: vars.weight.strong, fontVariantNumeric: 'tabular-nums' })
export const due = style({ marginTop: space[5], marginBottom: space[6] })
export const how = style({ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: space[8] })
export const methods = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(13rem, 1fr))',
  gap: space[4],
  flex: 1,
  minWidth: 0,
  fontSize: vars.text.sm,
  lineHeight: vars.leading.sm,
})
export const memo = style({ gridColumn: '1 / -1' })
export const method = style({ breakInside: 'avoid' })
export const fields = style({ display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', columnGap: space[4], marginTop: space[1] })
globalStyle(`${fields} dd`, { whiteSpace: 'pre-line' })
export const code = style({ width: '9rem', flex: 'none' })
globalStyle(`${code} img`, { display: 'block', width: '100%' })
export const caption = style({ marginTop: space[2], fontSize: vars.text.xs, lineHeight: vars.leading.xs, color: '#57524b' })
export const notPrinted = style({ '@media': { print: { display: 'none' } } })
