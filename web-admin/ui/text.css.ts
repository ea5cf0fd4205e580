import { globalStyle, style } from '@vanilla-extract/css'
import { layered } from './layered.ts'
import { offPaper, paperOnly, touch } from './media.ts'
import { primitivesLayer, vars } from './theme.css.ts'

/** Aligned figures that never wrap. */
export const money = style(layered({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }))
export const numeric = style(layered({ fontVariantNumeric: 'tabular-nums', textAlign: 'right' }))
export const nowrap = style(layered({ whiteSpace: 'nowrap' }))
export const secondary = style(layered({ color: vars.color.textSecondary }))
export const muted = style(layered({ color: vars.color.textMuted }))
export const small = style(layered({ fontSize: vars.text.sm, lineHeight: vars.leading.sm }))
export const tiny = style(layered({ fontSize: vars.text.xs, lineHeight: vars.leading.xs }))
export const medium = style(layered({ fontWeight: vars.weight.medium }))
export const overdue = style(layered({ color: vars.color.overdue }))
export const paid = style(layered({ color: vars.color.paid }))
export const pending = style(layered({ color: vars.color.pending }))
export const block = style(layered({ display: 'block' }))
export const grow = style(layered({ flex: 1, minWidth: 0 }))
export const stack = style(layered({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[4] }))
/** A section's heading with a link or a button. */
export const sectionHead = style(
  layered({
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: `0 ${vars.space[4]}`,
    minHeight: '2rem',
    marginBottom: vars.space[3],
  }),
)
/** High enough for a finger. */
const fingerHigh = { '@media': { [touch]: { display: 'inline-flex', alignItems: 'center', minHeight: '2.75rem' } } }
export const reach = style(layered(fingerHigh))
globalStyle(`${sectionHead} a`, { '@layer': { [primitivesLayer]: fingerHigh } })
// Print omits links and buttons.
globalStyle(`${sectionHead} :is(a, button)`, { '@media': offPaper })
/** Hidden in print. */
export const onScreen = style({ '@media': offPaper })
/** Printed but not shown on the screen; the text is in `data-said`. */
export const onPaperOnly = style(paperOnly('block'))
/** For screen readers only. */
export const hidden = style(
  layered({ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' }),
)
