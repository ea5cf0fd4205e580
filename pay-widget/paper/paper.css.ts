import { globalStyle, style } from '@vanilla-extract/css'
import { size, weight } from '../pay/theme.css.ts'

const QUIET = '#57524b'
const LINE = '#b9b4ab'
/** In points, for print only. */
const pt = (points: number) => ({ fontSize: `${points}pt`, lineHeight: 1.34 })

// A separate page type, so that the browser's margins still apply if the pay page itself is printed.
const PAGE = 'bill'
globalStyle(`@page ${PAGE}`, { margin: '10mm 14mm' })
/** The first element of the body. When it is printed, everything after it is hidden. */
export const paper = style({ ...pt(10), page: PAGE, color: '#1c1a17', '@media': { screen: { display: 'none' } } })
globalStyle(`${paper} ~ *`, { '@media': { print: { display: 'none !important' } } })
globalStyle(`${paper} :is(h1, h2, h3, p, bdi)`, pt(10))
globalStyle(`${paper} bdi`, { display: 'block' })
globalStyle(`${paper} :is(h1, h2, h3, strong, dd, tfoot td)`, { fontWeight: weight.strong })
globalStyle(`${paper} :is(dt, small)`, { ...pt(10), color: QUIET })

export const halves = style({ display: 'flex', justifyContent: 'space-between', gap: '24pt', marginBottom: '16pt' })
globalStyle(`${halves} > *`, { flex: '1 1 0', minWidth: 0 })
export const atEnd = style({ textAlign: 'right' })
export const title = style({ selectors: { [`${paper} &`]: pt(18) } })
export const strong = style({ fontWeight: weight.strong })
export const quiet = style({ color: QUIET })
export const table = style({ display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', columnGap: '10pt', alignContent: 'start' })
export const items = style({ width: '100%', marginBottom: '14pt', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' })
globalStyle(`${items} td`, { padding: '0 0 3pt', verticalAlign: 'top' })
globalStyle(`${items} td + td`, { paddingLeft: '12pt', textAlign: 'right', whiteSpace: 'nowrap' })
globalStyle(`${items} small`, { display: 'block' })
globalStyle(`${items} tfoot`, { borderTop: `0.6pt solid ${LINE}` })
globalStyle(`${items} tfoot td`, { ...pt(13), paddingTop: '3pt' })
export const how = style({ display: 'flex', gap: '18pt' })
export const ways = style({ flex: 1, minWidth: 0 })
export const methods = style({ columns: '3 9em', columnGap: '12pt', marginTop: '8pt' })
export const method = style({ breakInside: 'avoid', paddingBottom: '8pt' })
globalStyle(`${method} :is(dt, dd)`, { display: 'inline', whiteSpace: 'pre-line' })
export const code = style({ flex: 'none', width: '27mm', height: '27mm' })
export const slip = style({ breakInside: 'avoid', marginTop: '16pt', paddingTop: '3pt', borderTop: '0.6pt dashed #6b655d' })
export const enclosed = style({ display: 'flex', gap: '12pt', marginTop: '12pt' })
export const blank = style({ flex: 1, borderBottom: `${size.hairline} solid ${LINE}` })
