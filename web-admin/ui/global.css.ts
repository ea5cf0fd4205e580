import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { below, forced, offPaper } from './media.ts'
import { baseLayer, vars } from './theme.css.ts'

type Rule = NonNullable<GlobalStyleRule['@layer']>[string]
const base = (selector: string, rule: Rule) => globalStyle(selector, { '@layer': { [baseLayer]: rule } })

base('*, ::before, ::after', { boxSizing: 'border-box' })
base('body, h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset', { margin: 0, padding: 0 })
base('ul, ol', { listStyle: 'none' })
base('fieldset', { border: 0, minWidth: 0 })
base('html', { WebkitTextSizeAdjust: '100%', textSizeAdjust: '100%' })
base('body', {
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
base('h1, h2, h3', { fontWeight: vars.weight.strong, letterSpacing: vars.tracking.tight, textWrap: 'balance' })
base('h1', { fontSize: vars.text.title, lineHeight: vars.leading.title })
base('h2', { fontSize: vars.text.md, lineHeight: vars.leading.md, letterSpacing: '-.011em' })
base('h3', { fontSize: vars.text.base, lineHeight: vars.leading.base, letterSpacing: vars.tracking.snug })
base('a', { color: vars.color.accentText, textDecoration: 'none', borderRadius: vars.radius.sm })
base('a:hover', { textDecoration: 'underline', textUnderlineOffset: '3px' })
base('button, input, select, textarea', { font: 'inherit', letterSpacing: 'inherit', color: 'inherit', margin: 0 })
base(':focus', { outline: 'none' })
base(':focus-visible', { outline: `${vars.ring.width} solid ${vars.color.focus}`, outlineOffset: vars.ring.offset })
base('kbd', { font: 'inherit', fontSize: vars.text.xs, color: vars.color.textMuted })
// CSS draws the shortcut, so that it is not part of the button's name.
base('kbd[data-key]::after', { content: 'attr(data-key)' })
base('time', { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', '@media': { [below.tiny]: { whiteSpace: 'normal' } } })
// This text is only printed, so it is not part of the page's text.
base('[data-said]::after', { content: 'attr(data-said)' })
base('svg.lucide', { flex: 'none', width: '1rem', height: '1rem' })
// Filters are not printed, unless they explain the page.
base('search:not([data-paper])', { '@media': offPaper })
globalStyle('@page', { margin: '14mm 12mm' })
// A heading stays on one page with the text that follows it.
base('h2, h3', { '@media': { print: { breakAfter: 'avoid' } } })
base('main:focus', { outline: 'none' })
base('[aria-current], [aria-selected="true"]', {
  '@media': { [forced]: { outline: '2px solid Highlight', outlineOffset: '-2px' } },
})
