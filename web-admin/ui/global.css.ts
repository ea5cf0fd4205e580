import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { below, forced, offPaper } from './media.ts'
import { groundLayer, vars } from './theme.css.ts'

type Rule = NonNullable<GlobalStyleRule['@layer']>[string]
const ground = (selector: string, rule: Rule) => globalStyle(selector, { '@layer': { [groundLayer]: rule } })

ground('*, ::before, ::after', { boxSizing: 'border-box' })
ground('body, h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset', { margin: 0, padding: 0 })
ground('ul, ol', { listStyle: 'none' })
ground('fieldset', { border: 0, minWidth: 0 })
ground('html', { WebkitTextSizeAdjust: '100%', textSizeAdjust: '100%' })
ground('body', {
  fontFamily: vars.font.admin,
  fontSize: vars.text.base,
  lineHeight: vars.leading.base,
  fontWeight: vars.weight.regular,
  letterSpacing: vars.tracking.snug,
  color: vars.color.text,
  background: vars.color.surface,
  WebkitFontSmoothing: 'antialiased',
  overflowWrap: 'anywhere',
})
ground('h1, h2, h3', { fontWeight: vars.weight.strong, letterSpacing: vars.tracking.tight, textWrap: 'balance' })
ground('h1', { fontSize: vars.text.title, lineHeight: vars.leading.title })
ground('h2', { fontSize: vars.text.md, lineHeight: vars.leading.md, letterSpacing: '-.011em' })
ground('h3', { fontSize: vars.text.base, lineHeight: vars.leading.base, letterSpacing: vars.tracking.snug })
ground('a', { color: vars.color.accentText, textDecoration: 'none', borderRadius: vars.radius.sm })
ground('a:hover', { textDecoration: 'underline', textUnderlineOffset: '3px' })
ground('button, input, select, textarea', { font: 'inherit', letterSpacing: 'inherit', color: 'inherit', margin: 0 })
ground(':focus', { outline: 'none' })
ground(':focus-visible', { outline: `${vars.ring.width} solid ${vars.color.focus}`, outlineOffset: vars.ring.offset })
ground('kbd', { font: 'inherit', fontSize: vars.text.xs, color: vars.color.textMuted })
// Drawn by CSS, so that the shortcut is not part of the button's name.
ground('kbd[data-key]::after', { content: 'attr(data-key)' })
ground('time', { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', '@media': { [below.tiny]: { whiteSpace: 'normal' } } })
// Printed only, so not part of the page's text.
ground('[data-said]::after', { content: 'attr(data-said)' })
ground('svg.lucide', { flex: 'none', width: '1rem', height: '1rem' })
// Print omits filters, unless they explain the page.
ground('search:not([data-paper])', { '@media': offPaper })
globalStyle('@page', { margin: '14mm 12mm' })
// Keep headings with the text that follows.
ground('h2, h3', { '@media': { print: { breakAfter: 'avoid' } } })
ground('main:focus', { outline: 'none' })
ground('[aria-current], [aria-selected="true"]', {
  '@media': { [forced]: { outline: '2px solid Highlight', outlineOffset: '-2px' } },
})
