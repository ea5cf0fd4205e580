import { createVar, globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { papers } from '../../modules/shared/paper.ts'
import { from } from '../ui/media.ts'
import { vars } from '../ui/theme.css.ts'

const { color, space } = vars
const QUIET = '#57524b'

/** The variable by which a script makes the text of the sheet's middle part smaller until it fits. */
export const scale = '--sheet-scale'
const pt = (points: number) => ({ fontSize: `${points}pt`, lineHeight: 1.34 })
const scaled = (points: number) => ({ fontSize: `calc(${points}pt * var(${scale}, 1))`, lineHeight: 1.34 })

const place = {
  width: createVar(),
  height: createVar(),
  left: createVar(),
  right: createVar(),
  head: createVar(),
  window: createVar(),
  facts: createVar(),
  body: createVar(),
  foot: createVar(),
  slip: createVar(),
}

/** Lays the sheet out as on paper, in millimeters; a narrow window stacks its parts. */
const asPaper = (rule: Record<string, unknown>) => ({ '@media': { [from.wide]: rule, print: rule } })

// The sheet has its own margins.
const pages = { letter: { size: 'letter', margin: 0 }, a4: { size: 'A4', margin: 0 } }
globalStyle('@page letter', pages.letter)
globalStyle('@page a4', pages.a4)

export const sheets = style({ display: 'grid', gap: space[6], '@media': { print: { display: 'block' } } })

/** Sheets are always white, even in a dark theme. */
const anySheet = style({
  display: 'grid',
  gap: space[6],
  maxWidth: '100%',
  padding: space[5],
  border: `1px solid ${color.line}`,
  background: '#ffffff',
  color: '#1c1a17',
  letterSpacing: 0,
  '@media': {
    [from.wide]: { position: 'relative', display: 'block', width: place.width, height: place.height, padding: 0, overflow: 'hidden' },
    print: {
      position: 'relative',
      display: 'block',
      width: place.width,
      // A little shorter than the page, so that rounding never adds a page.
      height: `calc(${place.height} - .5mm)`,
      maxWidth: 'none',
      padding: 0,
      border: 0,
      overflow: 'hidden',
      breakAfter: 'page',
      selectors: { '&:last-child': { breakAfter: 'auto' } },
    },
  },
})
export const sheet = styleVariants(papers, ({ width, height, left, right, head, window, facts, body, slip }, size) => [
  anySheet,
  {
    page: size,
    vars: {
      [place.width]: `${width}mm`,
      [place.height]: `${height}mm`,
      [place.left]: `${left}mm`,
      [place.right]: `${right}mm`,
      [place.head]: `${head}mm`,
      [place.window]: `${window}mm`,
      [place.facts]: `${facts}mm`,
      [place.body]: `${body}mm`,
      [place.slip]: `${slip}mm`,
      [place.foot]: `${height - slip + 4}mm`,
    },
  },
])

const at = (top: string, left = place.left) => asPaper({ position: 'absolute', top, left, right: place.right })

export const head = style({ display: 'flex', justifyContent: 'space-between', gap: space[6], ...pt(9.4), color: QUIET, ...at(place.head) })
export const network = style({ ...pt(13.5), fontWeight: vars.weight.strong, color: '#1c1a17' })
export const kind = style({ ...pt(18), fontWeight: vars.weight.strong, color: '#1c1a17' })
export const contact = style({ flex: 'none', maxWidth: '45%', textAlign: 'right' })
export const stamp = style({ ...pt(13.5), fontWeight: vars.weight.strong, color: '#1a7f4b' })
export const payor = style({
  ...pt(10),
  ...asPaper({ position: 'absolute', top: place.window, left: place.left, width: `calc(${place.facts} - ${place.left} - 12mm)` }),
})
export const name = style({ ...pt(11.5), fontWeight: vars.weight.strong })
export const facts = style({ ...pt(10), ...at(place.window, place.facts) })
export const table = style({ display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', columnGap: '10pt', alignContent: 'start' })
globalStyle(`${table} dt`, { color: QUIET })
globalStyle(`${table} dd`, { fontWeight: vars.weight.strong })

export const body = style({
  minWidth: 0,
  ...asPaper({ position: 'absolute', top: place.body, bottom: place.foot, left: place.left, right: place.right, overflow: 'hidden' }),
})
export const wholeBody = style(asPaper({ bottom: '10mm' }))
export const items = style({ width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' })
globalStyle(`${items} td`, { ...scaled(10.4), padding: '0 0 2pt', verticalAlign: 'top', textAlign: 'left' })
globalStyle(`${items} td + td`, { paddingLeft: '12pt', textAlign: 'right', whiteSpace: 'nowrap' })
globalStyle(`${items} small`, { ...scaled(8.8), display: 'block', color: QUIET })
globalStyle(`${items} tfoot td`, { ...scaled(13), paddingTop: '3pt', borderTop: '0.6pt solid #b9b4ab', fontWeight: vars.weight.strong })

export const how = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '24pt',
  marginTop: '14pt',
  ...asPaper({ flexDirection: 'row' }),
})
export const ways = style({ flex: 1, minWidth: 0, ...scaled(9.4) })
export const note = style({ ...scaled(10.6), marginBottom: '8pt' })
export const heading = style({ ...scaled(12), fontWeight: vars.weight.strong })
export const quiet = style({ color: QUIET })
export const strong = style({ fontWeight: vars.weight.strong })
const columns = style({ marginTop: '7pt', columnGap: '12pt', columnFill: 'balance' })
export const methods = styleVariants({ 1: 1, 2: 2, 3: 3 }, (count) => [
  columns,
  { columnCount: 1, '@media': { [from.wide]: { columnCount: count }, print: { columnCount: count } } },
])
export const method = style({ ...scaled(9), breakInside: 'avoid', paddingBottom: '8pt' })
export const methodName = style({ ...scaled(10), fontWeight: vars.weight.strong })
globalStyle(`${method} dd`, { fontWeight: vars.weight.strong })
export const inline = style({})
globalStyle(`${inline} > *`, { display: 'inline' })
export const several = style({ whiteSpace: 'pre-line' })
export const code = style({ width: '27mm', flex: 'none' })
globalStyle(`${code} img`, { display: 'block', width: '100%' })

export const slip = style({ paddingTop: '3pt', borderTop: '0.6pt dashed #6b655d', ...pt(10), ...at(place.slip) })
export const cut = style({ ...pt(7.6), color: QUIET })
export const halves = style({
  display: 'grid',
  gap: space[4],
  marginTop: '8pt',
  ...asPaper({ gridTemplateColumns: '2fr 3fr', columnGap: '24pt' }),
})
export const to = style({ ...pt(11), fontWeight: vars.weight.strong })
export const enclosed = style({ display: 'flex', gap: '12pt', marginTop: '10pt', ...pt(10.6), fontWeight: vars.weight.strong })
export const line = style({ flex: 1, borderBottom: '0.6pt solid #b9b4ab' })

/** Truncates each line instead of wrapping it. */
export const lines = style({ display: 'grid', alignContent: 'start', minWidth: 0 })
globalStyle(`${lines} > *`, { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const atMostTwo = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, whiteSpace: 'normal' } as const
globalStyle(`${lines} > ${network}, ${lines} > ${name}, ${lines}${to} > *`, atMostTwo)

export const tools = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[3], marginBottom: space[5] })
export const notPrinted = style({ '@media': { print: { display: 'none' } } })
