import { globalStyle, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { below, from, offPaper } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

const { color, space } = vars
type Rule = Parameters<typeof layered>[0]
const within = (selector: string, rule: Rule) => globalStyle(selector, { '@layer': { [primitivesLayer]: rule } })

export const table = style(layered({ width: '100%', borderCollapse: 'collapse', overflowWrap: 'break-word' }))
/** Right-aligned figures. */
export const num = style(layered({ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }))
/** The muted second line of a cell. */
export const sub = style(
  layered({ display: 'block', color: color.textMuted, fontSize: vars.text.sm, lineHeight: vars.leading.sm, fontWeight: vars.weight.regular }),
)
export const wideColumn = style(layered({ width: '28%' }))

within(`${table} th`, {
  height: '2.5rem',
  padding: `0 ${space[3]}`,
  textAlign: 'left',
  fontSize: vars.text.xs,
  lineHeight: vars.leading.xs,
  fontWeight: vars.weight.medium,
  color: color.textMuted,
  borderBottom: `1px solid ${color.line}`,
  whiteSpace: 'nowrap',
})
within(`${table} th.${num}`, { textAlign: 'right' })
within(`${table} td`, {
  height: vars.size.row,
  padding: `${space[2]} ${space[3]}`,
  borderBottom: `1px solid ${color.line}`,
  verticalAlign: 'middle',
})
within(`${table} td, ${table} th`, { '@media': { [below.wide]: { paddingInline: space[2] } } })
within(`${table} .${num}:not(:last-child) + *`, { paddingLeft: space[8], '@media': { [below.wide]: { paddingLeft: space[5] } } })
within(`${table} th:first-child, ${table} td:first-child`, { paddingLeft: 0 })
within(`${table} th:last-child, ${table} td:last-child`, { paddingRight: 0 })
within(`${table} tfoot :is(th, td)`, {
  height: vars.size.row,
  fontSize: 'inherit',
  lineHeight: 'inherit',
  fontWeight: vars.weight.strong,
  color: color.text,
  borderBottom: 0,
})
// On paper, rows are compact and stay whole, and each page repeats the table's head.
const print = 'print'
within(`${table} thead`, { '@media': { [print]: { display: 'table-header-group', breakInside: 'avoid' } } })
within(`${table} tr`, { '@media': { [print]: { breakInside: 'avoid' } } })
within(`${table} td`, { '@media': { [print]: { height: 'auto', paddingBlock: space[1] } } })
within(`${table} tbody tr`, { transition: `background ${vars.duration.fast}` })
within(`${table} tbody tr:hover`, {
  background: color.surfaceHover,
  boxShadow: `calc(-1 * ${space[3]}) 0 ${color.surfaceHover}, ${space[3]} 0 ${color.surfaceHover}`,
})
within(`${table} td a:not([class])`, { color: 'inherit', fontWeight: vars.weight.medium })

/** The link of a row outside of a table. */
export const rowLink = style(layered({ color: 'inherit', fontWeight: vars.weight.medium }))
/**
 * The label of a sortable column heading. The arrow is positioned outside of the label, so that nothing moves when the
 * arrow appears.
 */
export const sorter = style(
  layered({
    position: 'relative',
    minHeight: '2.25rem',
    padding: 0,
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    borderRadius: vars.radius.sm,
    selectors: { '&:hover': { color: color.text }, '[aria-sort] > &': { color: color.text } },
  }),
)
within(`${sorter} > svg`, {
  position: 'absolute',
  top: '50%',
  left: '100%',
  marginLeft: space[1],
  width: '.75rem',
  height: '.75rem',
  translate: '0 -50%',
})
// In print the button has no box, since browsers do not repeat a table's head that contains a button's box.
within(`.${sorter}`, { '@media': { [print]: { display: 'contents' } } })
within(`${sorter} > svg`, { '@media': offPaper })
within(`.${num} > ${sorter} > svg`, { left: 'auto', right: '100%', marginLeft: 0, marginRight: space[1] })

/** The column of actions is empty in print, but keeps its width. */
export const actionsHead = style(layered({ '@media': { print: { visibility: 'hidden' } } }))
/** Icon buttons at the end of a row, muted until the row is hovered. */
export const actions = style(layered({ display: 'flex', justifyContent: 'flex-end', marginRight: `calc(-1 * ${space[2]})` }))
globalStyle(`${actions} button:not([aria-disabled="true"]), ${actions} a`, { color: color.textMuted })
globalStyle(`tr:hover ${actions} button:not([aria-disabled="true"]), tr:hover ${actions} a`, { color: color.textSecondary })
globalStyle(`${actions} button[aria-disabled="true"]`, { color: color.lineControl })

export const onlyLarge = style(layered({ '@media': { [below.large]: { display: 'none' } } }))
export const onlySmall = style(layered({ '@media': { [from.large]: { display: 'none' } } }))
export const onlyWide = style(layered({ '@media': { [below.wide]: { display: 'none' } } }))
export const onlyMid = style(layered({ '@media': { [from.wide]: { display: 'none' } } }))
