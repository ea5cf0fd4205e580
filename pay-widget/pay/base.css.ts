import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { color, fontPay, from, radius, size, space, text, weight } from './theme.css.ts'

globalStyle('*, ::before, ::after', { boxSizing: 'border-box' })
globalStyle('body, h1, h2, h3, p, ul, dl, dd', { margin: 0, padding: 0 })
globalStyle('ul', { listStyle: 'none' })
globalStyle('html', { WebkitTextSizeAdjust: '100%', textSizeAdjust: '100%' })
globalStyle('body', {
  fontFamily: fontPay,
  fontSize: text.md,
  lineHeight: text.leading,
  color: color.text,
  background: color.surface,
  WebkitFontSmoothing: 'antialiased',
  overflowWrap: 'anywhere',
  '@media': { [`screen and ${from.wide}`]: { background: color.canvas }, print: { background: 'none' } },
})
globalStyle('h1, h2, h3', { fontSize: text.md, lineHeight: text.leading, fontWeight: weight.strong, textWrap: 'balance' })
globalStyle('a', { color: color.accentText, textDecoration: 'none', borderRadius: radius.sm })
globalStyle('a:hover', { textDecoration: 'underline', textUnderlineOffset: '3px' })
globalStyle('button, input', { font: 'inherit', color: 'inherit', margin: 0 })
globalStyle(':focus', { outline: 'none' })
globalStyle(':focus-visible', { outline: `${size.ring} solid ${color.focus}`, outlineOffset: size.ring })
globalStyle('svg', { flex: 'none', display: 'block' })
globalStyle('time', { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' })

export const onlyScreen = style({ '@media': { print: { display: 'none !important' } } })
export const secondary = style({ color: color.textSecondary })
const hintText = { color: color.textMuted, fontSize: text.sm, lineHeight: text.tight }
export const hint = style({ ...hintText, marginTop: space[3] })
export const hintBefore = style({ ...hintText, marginBottom: space[2] })
export const grow = style({ flex: 1, minWidth: 0 })
export const hidden = style({
  position: 'absolute',
  width: size.hairline,
  height: size.hairline,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })
export const spin = style({
  animation: `${turn} .8s linear infinite`,
  '@media': { '(prefers-reduced-motion: reduce)': { animation: 'none' } },
})
